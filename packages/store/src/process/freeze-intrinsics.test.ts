// Tests that a program that has frozen the built-in objects can change none of them, and that its objects can still have own properties with inherited names.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { pollute, pollutionProbe } from '@rondo/testkit/pollution';
import { expect, onTestFinished, test } from 'vitest';

const file = new URL('./freeze-intrinsics.ts', import.meta.url).href;

/** Starts a program that runs `start` and does not end. */
async function startProgram(start: string): Promise<ChildProcess> {
  const script = `${start}; process.send('ready'); setInterval(() => undefined, 60_000);`;
  const args = ['--import', 'tsx', '--import', pollutionProbe, '--input-type=module', '-e', script];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

test('a frozen program changes no built-in object and no global name, and overrides inherited names by assignment', async () => {
  const frozen = await startProgram(
    `import { freezeIntrinsics } from '${file}'; freezeIntrinsics(); freezeIntrinsics()`,
  );
  expect(await pollute(frozen)).toEqual({ changed: [], failed: [] });
  const other = await startProgram('');
  const { changed, failed } = await pollute(other);
  expect(failed).toEqual([]);
  expect(changed).toEqual(
    expect.arrayContaining([
      'Object.prototype.polluted',
      'Array.prototype.map',
      'Promise.prototype.then',
      'JSON.parse',
    ]),
  );
});

test('modules that are loaded later work, and the text of a stack trace can still be changed', async () => {
  const script = `import { freezeIntrinsics } from '${file}'; freezeIntrinsics();
    const { createHash } = await import('node:crypto');
    Error.stackTraceLimit = 1;
    Error.prepareStackTrace = () => 'a trace';
    const trace = new Error('a').stack;
    Error.prepareStackTrace = undefined;
    if (trace !== 'a trace' || createHash('sha256').update('').digest('hex').length !== 64) process.exit(1)`;
  expect(await pollute(await startProgram(script))).toEqual({ changed: [], failed: [] });
});

test('a frozen program prints errors and objects as another program does, and a replaced property shows its function', async () => {
  const printed = async (start: string): Promise<unknown> => {
    const script = `${start}
      import { inspect } from 'node:util';
      class Refused extends TypeError {}
      const named = Object.assign(new Error('a'), { name: 'Named' });
      const values = [new Error('b'), new RangeError('c'), new Refused('d'), named, new AggregateError([]), new Refused().constructor.name];
      values.push({ a: 1 }, new (class Own { b = 2 })(), new Map([[1, {}]]), [1], new Date(0), /a/u, Buffer.from('a'), async () => undefined);
      process.on('message', () => process.send(values.map((value) => inspect(value).split('\\n')[0])));`;
    const child = await startProgram(script);
    const reply = once(child, 'message');
    child.send('print');
    return (await reply)[0];
  };
  const frozen = `import { freezeIntrinsics } from '${file}'; freezeIntrinsics();`;
  const lines = await printed(frozen);
  expect(lines).toEqual(await printed(''));
  expect(lines).toEqual(expect.arrayContaining(['Error: b', 'RangeError: c', '{ a: 1 }']));
  const original = `const { get } = Object.getOwnPropertyDescriptor(Object.prototype, 'toString');
    if (get.originalValue !== Object.prototype.toString) process.exit(1);`;
  await startProgram(`${frozen} ${original}`);
});
