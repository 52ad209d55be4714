// Tests that another program of the same user cannot open the inspector of `rondo`, and that its core dump has no memory. Commands open keys.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import path from 'node:path';
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
