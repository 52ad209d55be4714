// Tests of password hashing: parameters, pepper, unknown people, and the limit of the queue.
import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const masterKey = new Uint8Array(32).fill(1);

test('a hash contains the required parameters and matches only its own password, even when two long passwords differ only in the last byte', async () => {
  const passwords = createPasswords({ masterKey });
  const long = `${'é🔑'.repeat(40)}a`;
  const hashed = await passwords.hashPassword(long);
  if (!hashed.ok) throw new Error(hashed.refusal);
  expect(hashed.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verifyPassword(hashed.passwordHash, long)).toEqual({
    ok: true,
    isMatch: true,
    needsRehash: false,
  });
  expect(await passwords.verifyPassword(hashed.passwordHash, `${long.slice(0, -1)}b`)).toMatchObject({
    isMatch: false,
  });
});

test('a hash does not match its password when the master key is different', async () => {
  const hashed = await createPasswords({ masterKey }).hashPassword('correct horse');
  if (!hashed.ok) throw new Error(hashed.refusal);
  const other = createPasswords({ masterKey: new Uint8Array(32).fill(2) });
  expect(await other.verifyPassword(hashed.passwordHash, 'correct horse')).toMatchObject({ isMatch: false });
});

test('when the person is unknown, the password does not match', async () => {
  const passwords = createPasswords({ masterKey });
  expect(await passwords.verifyPassword(null, 'a password nobody has')).toEqual({
    ok: true,
    isMatch: false,
    needsRehash: false,
  });
});

test('with one core, one hash runs and four hashes wait, and the sixth hash is refused until the queue has space', async () => {
  const passwords = createPasswords({ masterKey, cores: 1 });
  const results = await Promise.all(Array.from({ length: 6 }, () => passwords.hashPassword('x')));
  expect(results.map((result) => result.ok)).toEqual([true, true, true, true, true, false]);
  expect(await passwords.hashPassword('x')).toMatchObject({ ok: true });
});
