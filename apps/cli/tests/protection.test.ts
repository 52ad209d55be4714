// Tests that another program of the same user cannot open the inspector of `rondo`, that its core dump has no memory, and that its built-in objects cannot be changed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import path from 'node:path';
import { pollute, pollutionProbe } from '@rondo/testkit/pollution';
import { expect, onTestFinished, test } from 'vitest';

const program = path.resolve(import.meta.dirname, '../../../tools/rondo.mjs');

test.skipIf(platform() !== 'linux')(
  'the signal SIGUSR1 opens no inspector of a command, and its core dump has no part of its memory',
  async () => {
    // The sandbox is a command that runs until it is stopped. The file protects each command.
    const command = [process.execPath, '--inspect-port=0', program, 'sandbox', '--json'];
    const raise = 'echo 0x33 > /proc/self/coredump_filter; exec "$@"';
    const child = spawn('/bin/sh', ['-c', raise, 'sh', ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    let errors = '';
    child.stderr.on('data', (text) => void (errors += String(text)));
    await once(child.stdout, 'data');
    child.kill('SIGUSR1');
    expect(readFileSync(`/proc/${child.pid}/coredump_filter`, 'utf8').trim()).toBe('00000000');
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    expect(errors).not.toMatch(/Debugger listening/);
  },
);

test('a command changes no built-in object, and its objects can have own properties with inherited names', async () => {
  const args = ['--import', 'tsx', '--import', pollutionProbe, program, 'sandbox', '--json'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.stdout === null) throw new Error('The command has no output.');
  await once(child.stdout, 'data');
  expect(await pollute(child)).toEqual({ changed: [], failed: [] });
});
