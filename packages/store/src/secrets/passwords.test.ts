// Hashing of passwords: parameters, pepper, unknown people, and the bound of the queue.
import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const masterKey = new Uint8Array(32).fill(1);

test('a hash names the demanded parameters, matches its password to the last byte and no other', async () => {
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

test('without the master key a stolen hash verifies nothing', async () => {
  const hashed = await createPasswords({ masterKey }).hashPassword('correct horse');
  if (!hashed.ok) throw new Error(hashed.refusal);
  const other = createPasswords({ masterKey: new Uint8Array(32).fill(2) });
  expect(await other.verifyPassword(hashed.passwordHash, 'correct horse')).toMatchObject({ isMatch: false });
});

test('an unknown person never matches, not even with the dummy’s own password', async () => {
  const passwords = createPasswords({ masterKey });
  expect(await passwords.verifyPassword(null, 'a password nobody has')).toEqual({
    ok: true,
    isMatch: false,
    needsRehash: false,
  });
});

test('on one core one hash runs, four wait, and the sixth is refused until one is done', async () => {
  const passwords = createPasswords({ masterKey, cores: 1 });
  const results = await Promise.all(Array.from({ length: 6 }, () => passwords.hashPassword('x')));
  expect(results.map((result) => result.ok)).toEqual([true, true, true, true, true, false]);
  expect(await passwords.hashPassword('x')).toMatchObject({ ok: true });
});
