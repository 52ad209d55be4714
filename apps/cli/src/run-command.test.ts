// Tests of the command line with a fake sandbox and a fake server: accepted arguments, refused arguments and exit codes.
import { expect, test } from 'vitest';
import type { CommandContext } from './command.ts';
import type { SandboxOptions } from '@rondo/sandbox';
import { sandboxCommand } from './commands/sandbox.ts';
import { serveCommand } from './commands/serve.ts';
import { runCommand } from './run-command.ts';

const account = {
  accountId: '1',
  label: 'first',
  apiKey: 'key',
  secretKey: 'secret',
  passphrase: 'pass',
};

/** Runs one command line. The fake sandbox and the fake server only record their calls. */
async function type(...args: readonly string[]) {
  const seen = { out: '', err: '', requests: [] as SandboxOptions[], stops: 0, serves: 0 };
  const context: CommandContext = {
    folder: import.meta.dirname,
    stopped: Promise.resolve(),
    terminal: { out: (text) => void (seen.out += text), err: (text) => void (seen.err += text) },
  };
  const sandbox = sandboxCommand((request) => {
    seen.requests.push(request);
    const origin = 'http://127.0.0.1:4800';
    const close = (): Promise<void> => {
      seen.stops += 1;
      return Promise.resolve();
    };
    return Promise.resolve({
      rest: origin,
      ws: `${origin}/ws/v5`,
      wsAll: `${origin}/ws/v5/all`,
      accounts: [account],
      close,
    });
  });
  const serve = serveCommand(() => {
    seen.serves += 1;
    return Promise.resolve(0);
  });
  const code = await runCommand([sandbox, serve], args, context);
  return { code, ...seen };
}

test('`rondo sandbox` without options uses the default options, and closes the sandbox when the program is stopped', async () => {
  const { code, requests, stops } = await type('sandbox');
  expect(code).toBe(0);
  expect(requests).toEqual([{ port: 4800, seed: 1, speed: 1 }]);
  expect(stops).toBe(1);
});

test('`rondo sandbox --json` prints one object with the fields rest, ws, wsAll and accounts', async () => {
  const { out } = await type('sandbox', '--json', '--port', '0');
  const [first = '', ...rest] = out.split('\n');
  expect(Object.keys(JSON.parse(first) as object)).toEqual(['rest', 'ws', 'wsAll', 'accounts']);
  expect(rest).toEqual(['']);
});

test('the path of a recording is relative to the folder in which the user typed the command', async () => {
  const { requests } = await type('sandbox', '--replay', 'env.ts', '--symbol', 'ETH-USDT-SWAP', '--speed', '2.5');
  expect(requests[0]).toMatchObject({ speed: 2.5, replay: { instId: 'ETH-USDT-SWAP' } });
  expect(requests[0]?.replay?.file).toMatch(/cli[\\/]src[\\/]env\.ts$/);
});

test.each([
  [['--port', '70000'], '--port must be a whole number from 0 to 65535'],
  [['--port', 'x'], '--port must be a whole number'],
  [['--seed=-1'], '--seed must be a whole number from 0 to 4294967295'],
  [['--seed', '-1'], '--seed needs a value; one that begins with a dash is written --seed=...'],
  [['--port', '--json'], '--port needs a value'],
  [['--speed', '1e3'], '--speed must be a number from 0 to 10000'],
  [['--replay', 'nothing.csv'], '--replay: there is no file'],
  [['--symbol', 'ETH-USDT-SWAP'], '--symbol needs --replay'],
  [['--replay', 'env.ts'], '--replay needs --symbol'],
  [['--replay', 'env.ts', '--symbol', 'eth'], '--symbol must be an instrument'],
  [['--loud'], "Unknown option '--loud'"],
  [['extra'], '"extra" is one argument too many'],
  [['--port'], "'--port <value>' argument missing"],
])('the arguments %j of `rondo sandbox` are refused with exit code 2 and a message', async (args, sentence) => {
  const { code, out, err, requests } = await type('sandbox', ...args);
  expect(code).toBe(2);
  expect(err).toContain(sentence);
  expect(out).toBe('');
  expect(requests).toEqual([]);
});

test('an unknown command and an unexpected argument of `rondo serve` are refused with exit code 2', async () => {
  expect(await type('dance')).toMatchObject({ code: 2, out: '' });
  expect(await type('serve', '--port')).toMatchObject({ code: 2, serves: 0 });
  expect(await type('help', 'dance')).toMatchObject({ code: 2, out: '' });
});

test('every command has a help text', async () => {
  for (const args of [['help'], ['--help'], [], ['sandbox', '--help'], ['serve', '--help'], ['help', 'sandbox']]) {
    const { code, out, err, serves, requests } = await type(...args);
    expect({ code, err, serves, requests }).toEqual({ code: 0, err: '', serves: 0, requests: [] });
    expect(out).toContain('rondo');
  }
});

test('`rondo serve` runs the server', async () => {
  expect(await type('serve')).toMatchObject({ code: 0, serves: 1 });
});

test('`rondo sandbox` ends with exit code 1 and prints the reason when the sandbox cannot start', async () => {
  const broken = sandboxCommand(() => Promise.reject(new Error('port 4800 is taken')));
  let err = '';
  const terminal = { out: () => undefined, err: (text: string) => void (err += text) };
  const code = await runCommand([broken], ['sandbox'], { terminal, folder: '.', stopped: Promise.resolve() });
  expect(code).toBe(1);
  expect(err).toContain('port 4800 is taken');
});
