// Tests of the sources of the master key and of the people key: a file, a text, and the output of a program.
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keySourceFrom, type KeyOptions } from './key-source.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rondo-key-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function sourceOf(changes: Partial<KeyOptions>) {
  return keySourceFrom({
    kind: 'master',
    value: undefined,
    command: undefined,
    file: join(folder, 'unused'),
    forbiddenFolders: [],
    ...changes,
  });
}

test('reading creates no key file, creating makes the file once with mode 0600, and a file that other users of the machine may read is refused', async () => {
  const file = join(folder, 'keys', 'master.key');
  const source = sourceOf({ value: '', file });
  expect(await source.read()).toBeNull();
  const first = await source.create();
  expect([await source.create(), await source.read()]).toEqual([first, first]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await chmod(file, 0o644);
  await expect(source.read()).rejects.toThrow('chmod 600');
});

test('a key in the options takes precedence over the file, and the error for a malformed key does not contain the key', async () => {
  expect(await sourceOf({ value: 'ab'.repeat(32) }).read()).toEqual(Buffer.alloc(32, 0xab));
  const value = Buffer.alloc(32, 9).toString('base64');
  expect(await sourceOf({ value }).read()).toEqual(Buffer.alloc(32, 9));
  const refusal = sourceOf({ value: 'too-short-canary' }).read();
  await expect(refusal).rejects.toThrow('32 bytes');
  await expect(refusal).rejects.not.toThrow('canary');
});

test('a program prints the key, and the error of a failed program does not contain its output', async () => {
  const print = (text: string, code: number): readonly string[] => [
    process.execPath,
    '-e',
    `console.log('${text}'); console.error('canary'); process.exit(${code});`,
  ];
  expect(await sourceOf({ command: print('cd'.repeat(32), 0) }).read()).toEqual(Buffer.alloc(32, 0xcd));
  const refusal = sourceOf({ command: print('canary', 1) }).read();
  await expect(refusal).rejects.toThrow('RONDO_MASTER_KEY_COMMAND failed (1)');
  await expect(refusal).rejects.not.toThrow('canary');
});

test('a key file inside the data folder is refused', async () => {
  const source = sourceOf({ file: join(folder, 'data', 'key'), forbiddenFolders: [join(folder, 'data')] });
  await expect(source.read()).rejects.toThrow('is inside');
});

test('the errors of a source of the people key name its settings and its file', async () => {
  const people = { kind: 'people' } as const;
  await expect(sourceOf({ ...people, value: 'short' }).read()).rejects.toThrow('RONDO_PEOPLE_KEY is not a key');
  const failing = [process.execPath, '-e', 'process.exit(2)'];
  await expect(sourceOf({ ...people, command: failing }).read()).rejects.toThrow('RONDO_PEOPLE_KEY_COMMAND failed (2)');
  const file = join(folder, 'people.key');
  await sourceOf({ ...people, file }).create();
  await chmod(file, 0o640);
  await expect(sourceOf({ ...people, file }).read()).rejects.toThrow(`the people key file ${file}`);
});
