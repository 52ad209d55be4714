// Tests that another program of the same user cannot open the inspector of a process with keys, and that its core dump has no memory.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';

const file = new URL('./protect-memory.ts', import.meta.url).href;

/** Starts a program that runs `start` and then replies to each message with the address of its inspector. */
async function startProgram(start: string): Promise<ChildProcess> {
  const script = `import { url } from 'node:inspector'; ${start}
    process.on('message', () => process.send(url() ?? 'closed')); process.send('ready');`;
  const args = ['--import', 'tsx', '--inspect-port=0', '--input-type=module', '-e', script];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

async function inspectorOf(child: ChildProcess): Promise<string> {
  const response = once(child, 'message');
  child.send('where');
  return String((await response)[0]);
}

test('the signal SIGUSR1 opens no inspector of the server', async () => {
  const server = await startProgram(`import { protectMemory } from '${file}'; protectMemory();`);
  const other = await startProgram('');
  server.kill('SIGUSR1');
  expect(await inspectorOf(server)).toBe('closed');
  other.kill('SIGUSR1');
  // The inspector of a program without the rule opens some milliseconds after the signal.
  await expect.poll(() => inspectorOf(other)).toMatch(/^ws:/);
  expect(await inspectorOf(server)).toBe('closed');
});

test.skipIf(platform() !== 'linux')('the core dump of a server has no part of its memory', async () => {
  const filterOf = ({ pid }: ChildProcess) =>
    Number(`0x${readFileSync(`/proc/${pid}/coredump_filter`, 'utf8').trim()}`);
  const server = await startProgram(`import { protectMemory } from '${file}'; protectMemory();`);
  const other = await startProgram(
    `import { writeFileSync } from 'node:fs'; writeFileSync('/proc/self/coredump_filter', '0x33');`,
  );
  expect([filterOf(server), filterOf(other)]).toEqual([0, 0x33]);
});
