// Tests of the sources of the master key, and of the cases in which a sealed text cannot be opened.
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { masterKeyFrom, seal, unseal } from './sealing.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rondo-key-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a sealed text opens only with its own key and purpose, and sealing the text again returns different bytes', () => {
  const key = Buffer.alloc(32, 1);
  const sealed = seal(key, Buffer.from('text'), 'purpose');
  expect(unseal(key, sealed, 'purpose').toString()).toBe('text');
  expect(seal(key, Buffer.from('text'), 'purpose').equals(sealed)).toBe(false);
  expect(() => unseal(key, sealed, 'other')).toThrow('cannot be opened');
  expect(() => unseal(Buffer.alloc(32, 2), sealed, 'purpose')).toThrow('cannot be opened');
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => unseal(key, changed, 'purpose')).toThrow('purpose');
  }
});

test('the key file is created once with mode 0600, the next start reads the file, and a file that other users of the machine may read is refused', async () => {
  const file = join(folder, 'keys', 'master.key');
  const first = await masterKeyFrom({ file, forbiddenFolders: [] });
  expect(await masterKeyFrom({ value: '', file, forbiddenFolders: [] })).toEqual(first);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await chmod(file, 0o644);
  await expect(masterKeyFrom({ file, forbiddenFolders: [] })).rejects.toThrow('chmod 600');
});

test('a key in the options takes precedence over the file, and the error for a malformed key does not contain the key', async () => {
  const options = { file: join(folder, 'unused'), forbiddenFolders: [] };
  expect(await masterKeyFrom({ ...options, value: 'ab'.repeat(32) })).toEqual(Buffer.alloc(32, 0xab));
  expect(await masterKeyFrom({ ...options, value: Buffer.alloc(32, 9).toString('base64') })).toEqual(
    Buffer.alloc(32, 9),
  );
  const refusal = masterKeyFrom({ ...options, value: 'too-short-canary' });
  await expect(refusal).rejects.toThrow('32 bytes');
  await expect(refusal).rejects.not.toThrow('canary');
});

test('a key file inside the data folder is refused', async () => {
  await expect(
    masterKeyFrom({ file: join(folder, 'data', 'key'), forbiddenFolders: [join(folder, 'data')] }),
  ).rejects.toThrow('is inside');
});
