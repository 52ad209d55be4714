// `rondo sandbox`: runs the exchange in a box alone, for clients and tests that bring their own bot.
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError, exitCodes, type Command, type CommandContext } from '../command.ts';
import { readFactor, readWhole } from '../numbers.ts';

/** What a person asked for; null where the sandbox's own default holds. */
export interface SandboxRequest {
  readonly port: number;
  readonly seed: number;
  readonly speed: number;
  readonly replayFile: string | null;
  readonly instrument: string | null;
}

/** A running sandbox: where it answers, and its ready accounts as they are printed. */
export interface RunningSandbox {
  readonly rest: string;
  readonly ws: string;
  readonly wsAll: string;
  readonly accounts: readonly { readonly apiKey: string; readonly secretKey: string; readonly passphrase: string }[];
  stop(): Promise<void>;
}

export type StartSandbox = (request: SandboxRequest) => Promise<RunningSandbox>;

const defaults = { port: '4800', seed: '1', speed: '1' } as const;
/** Port 0 takes a free one. Seeds are 32-bit; the speed bound is the server's as well. */
const bounds = {
  port: { least: 0, most: 65_535 },
  seed: { least: 0, most: 4_294_967_295 },
  speed: { least: 0, most: 10_000 },
} as const;

const usage = `rondo sandbox [options]

Runs an exchange in a box: real HTTP and sockets in the OKX protocol, a moving market, its own books.

  --port N        port on the loopback address, 0 for a free one (default ${defaults.port})
  --seed N        seed of the market and the keys (default ${defaults.seed})
  --speed X       how many times faster than the clock the market moves, 0 to hold it (default ${defaults.speed})
  --replay FILE   recorded candles or trades (.csv or .csv.gz) as the live market
  --symbol S      instrument of the recording, such as ETH-USDT-SWAP (with --replay; default: from the file)
  --json          print one JSON object first: { rest, ws, wsAll, accounts }
  --help          show this text
`;

/** Builds the command around the function that starts a sandbox, so that a test can start another. */
export function sandboxCommand(start: StartSandbox): Command {
  return {
    name: 'sandbox',
    summary: 'run the exchange in a box alone',
    usage,
    run: async (args, context) => {
      const { request, isJson } = readRequest(args, context.folder);
      const running = await start(request);
      context.terminal.out(isJson ? describeAsJson(running) : describe(running));
      await context.stopped;
      await running.stop();
      return exitCodes.done;
    },
  };
}

/** Arguments to request; throws `UsageError` with the sentence to show. */
export function readRequest(
  args: readonly string[],
  folder: CommandContext['folder'],
): { readonly request: SandboxRequest; readonly isJson: boolean } {
  const { values } = parse(args);
  if (values.symbol !== undefined && values.replay === undefined) throw new UsageError('--symbol needs --replay');
  if (values.symbol !== undefined && !/^[A-Z0-9]+-[A-Z]+-SWAP$/.test(values.symbol)) {
    throw new UsageError(`--symbol is an instrument such as ETH-USDT-SWAP, not "${values.symbol}"`);
  }
  return {
    isJson: values.json ?? false,
    request: {
      port: readWhole('--port', values.port ?? defaults.port, bounds.port),
      seed: readWhole('--seed', values.seed ?? defaults.seed, bounds.seed),
      speed: readFactor('--speed', values.speed ?? defaults.speed, bounds.speed),
      replayFile: values.replay === undefined ? null : readFileName(values.replay, folder),
      instrument: values.symbol ?? null,
    },
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: false,
      options: { port: text, seed: text, speed: text, replay: text, symbol: text, json: { type: 'boolean' } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readFileName(name: string, folder: string): string {
  const file = path.resolve(folder, name);
  if (existsSync(file) && statSync(file).isFile()) return file;
  throw new UsageError(`--replay: there is no file ${file}`);
}

function describeAsJson({ rest, ws, wsAll, accounts }: RunningSandbox): string {
  return `${JSON.stringify({ rest, ws, wsAll, accounts })}\n`;
}

function describe({ rest, ws, wsAll, accounts }: RunningSandbox): string {
  const keys = accounts.map((one) => `  key ${one.apiKey}  secret ${one.secretKey}  passphrase ${one.passphrase}`);
  return [`REST     ${rest}`, `sockets  ${ws}/public /private /business, or ${wsAll}`, 'accounts', ...keys, ''].join(
    '\n',
  );
}
