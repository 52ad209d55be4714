// Tests of the folder lock: the lock of a running process refuses other processes, and the lock of an ended process is replaced.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pid } from 'node:process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from './folder-lock.ts';
import { startMark } from './process-identity.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rondo-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a second lock is refused with the process id of the holder until the first lock is released', async () => {
  const first = await lockFolder(folder, 'lock');
  await expect(lockFolder(folder, 'lock')).rejects.toThrow(`in use by process ${pid}`);
  await first.release();
  const second = await lockFolder(folder, 'lock');
  await second.release();
  expect(await readdir(folder)).toEqual([]);
});

test('the lock of an ended process is replaced even when a new process has the same process id', async () => {
  const lock = JSON.stringify({ pid, mark: 'another start time', token: 'old' });
  await writeFile(join(folder, 'lock'), lock);
  const taken = await lockFolder(folder, 'lock');
  expect(JSON.parse(await readFile(join(folder, 'lock'), 'utf8'))).toMatchObject({ pid, mark: await startMark(pid) });
  await taken.release();
});

test.each(['', '999999999', '{"pid":1}'])(
  'a lock file with the content "%s" has no valid holder and is replaced',
  async (text) => {
    await writeFile(join(folder, 'lock'), text);
    const taken = await lockFolder(folder, 'lock');
    await taken.release();
  },
);

test('a process that releases its lock does not remove a lock by which another process replaced it', async () => {
  const taken = await lockFolder(folder, 'lock');
  await writeFile(join(folder, 'lock'), 'the lock of another process');
  await taken.release();
  expect(await readdir(folder)).toEqual(['lock']);
});

test('one folder can have two locks with different names at the same time', async () => {
  const locks = await Promise.all([lockFolder(folder, 'one'), lockFolder(folder, 'two')]);
  expect(new Set(await readdir(folder))).toEqual(new Set(['one', 'two']));
  for (const lock of locks) await lock.release();
});
