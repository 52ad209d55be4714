// `rondo sandbox`: runs the simulated exchange without the engine, for clients and tests that have their own bot.
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { BadRecording, type RunningSandbox, type SandboxOptions } from '@rondo/sandbox';
import { BadInput, UsageError, exitCodes, type Command } from '../command.ts';
import { readFactor, readWhole } from '../options/numbers.ts';
import { readOptions } from '../options/read-options.ts';

/** The addresses and accounts of a running sandbox, which the command prints, and the function that closes the sandbox. */
export type StartedSandbox = Pick<RunningSandbox, 'rest' | 'ws' | 'wsAll' | 'accounts' | 'close'>;
export type StartSandbox = (options: SandboxOptions) => Promise<StartedSandbox>;

const defaults = { port: '4800', seed: '1', speed: '1' } as const;
/** The bounds of the options. Port 0 means any free port. A seed has 32 bits. The largest speed equals the largest speed that the server accepts. */
const bounds = {
  port: { least: 0, most: 65_535 },
  seed: { least: 0, most: 4_294_967_295 },
  speed: { least: 0, most: 10_000 },
} as const;
const kinds = { port: 'text', seed: 'text', speed: 'text', replay: 'text', symbol: 'text', json: 'flag' } as const;
const instrumentPattern = /^[A-Z0-9]+-[A-Z]+-SWAP/;

const usage = `rondo sandbox [options]

Runs an exchange in a box: real HTTP and sockets in the OKX protocol, a moving market, its own books.
Nothing is kept: each start is a fresh exchange with two accounts of 10,000 USDT.

  --port N        port on the loopback address, 0 for a free one (default ${defaults.port})
  --seed N        seed of the market and the keys (default ${defaults.seed})
  --speed X       how many times faster than the clock the market moves, 0 to hold it (default ${defaults.speed})
  --replay FILE   recorded candles or trades (.csv or .csv.gz) as the live market of one instrument
  --symbol S      that instrument, such as ETH-USDT-SWAP (default: what the file's name begins with)
  --json          print one JSON object first: { rest, ws, wsAll, accounts }
  --help          show this text

Ctrl-C ends it. Exit codes: 0 ended when asked, 1 failed while running, 2 an option or the file cannot be used.
`;

/** Creates the command. `start` starts a sandbox. A test passes its own function. */
export function sandboxCommand(start: StartSandbox): Command {
  return {
    name: 'sandbox',
    summary: 'run the exchange in a box alone',
    usage,
    run: async (args, context) => {
      const { options, isJson } = readRequest(args, context.folder);
      const running = await start(options).catch((error: unknown) => {
        throw error instanceof BadRecording
          ? new BadInput(`--replay ${options.replay?.file}: ${error.message}`)
          : error;
      });
      context.terminal.out(isJson ? describeAsJson(running) : describe(running));
      await context.stopped;
      await running.close();
      return exitCodes.done;
    },
  };
}

function readRequest(args: readonly string[], folder: string): { options: SandboxOptions; isJson: boolean } {
  const given = readOptions(args, kinds);
  const [replay, instrument] = [given.text('replay'), given.text('symbol')];
  if (instrument !== undefined && replay === undefined) throw new UsageError('--symbol needs --replay');
  const options = {
    port: readWhole('--port', given.text('port') ?? defaults.port, bounds.port),
    seed: readWhole('--seed', given.text('seed') ?? defaults.seed, bounds.seed),
    speed: readFactor('--speed', given.text('speed') ?? defaults.speed, bounds.speed),
  };
  const isJson = given.flag('json');
  if (replay === undefined) return { options, isJson };
  const file = readFileName(replay, folder);
  return { options: { ...options, replay: { file, instId: readInstrument(instrument, file) } }, isJson };
}

function readFileName(name: string, folder: string): string {
  const file = path.resolve(folder, name);
  if (existsSync(file) && statSync(file).isFile()) return file;
  throw new UsageError(`--replay: there is no file ${file}`);
}

function readInstrument(given: string | undefined, file: string): string {
  const named = instrumentPattern.exec(path.basename(file))?.[0];
  if (given === undefined && named === undefined) {
    throw new UsageError('--replay needs --symbol: the name of the file does not begin with an instrument');
  }
  const instrument = given ?? named ?? '';
  if (instrumentPattern.exec(instrument)?.[0] === instrument) return instrument;
  throw new UsageError(`--symbol must be an instrument such as ETH-USDT-SWAP, not "${instrument}"`);
}

function describeAsJson({ rest, ws, wsAll, accounts }: StartedSandbox): string {
  return `${JSON.stringify({ rest, ws, wsAll, accounts })}\n`;
}

function describe({ rest, ws, wsAll, accounts }: StartedSandbox): string {
  const keys = accounts.map((one) => `  key ${one.apiKey}  secret ${one.secretKey}  passphrase ${one.passphrase}`);
  return [`REST     ${rest}`, `sockets  ${ws}/public /private /business, or ${wsAll}`, 'accounts', ...keys, ''].join(
    '\n',
  );
}
