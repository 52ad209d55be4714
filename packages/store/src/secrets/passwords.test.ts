// Tests of password hashing: parameters, pepper, unknown people, and the limit of the queue.
import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';
import { onlyPepper } from './peppers.ts';

const peppers = onlyPepper(new Uint8Array(32).fill(1));

test('a hash contains the required parameters and matches only its own password, even when two long passwords differ only in the last byte', async () => {
  const passwords = createPasswords({ peppers });
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

test('a hash does not match its password when the pepper is different', async () => {
  const hashed = await createPasswords({ peppers }).hashPassword('correct horse');
  if (!hashed.ok) throw new Error(hashed.refusal);
  const other = createPasswords({ peppers: onlyPepper(new Uint8Array(32).fill(2)) });
  expect(await other.verifyPassword(hashed.passwordHash, 'correct horse')).toMatchObject({ isMatch: false });
});

test('when the person is unknown, the password does not match', async () => {
  const passwords = createPasswords({ peppers });
  expect(await passwords.verifyPassword(null, 'a password nobody has')).toEqual({
    ok: true,
    isMatch: false,
    needsRehash: false,
  });
});

test('the check of an unknown person takes at least half of the processor time of the check of a known person', async () => {
  const passwords = createPasswords({ peppers, cores: 1 });
  const hashed = await passwords.hashPassword('correct horse');
  if (!hashed.ok) throw new Error(hashed.refusal);
  // Processor time is measured, because other work on the machine changes the duration.
  const processorTime = async (passwordHash: string | null): Promise<number> => {
    const startedAt = process.cpuUsage();
    for (let checks = 0; checks < 5; checks += 1) await passwords.verifyPassword(passwordHash, 'wrong');
    const { user, system } = process.cpuUsage(startedAt);
    return user + system;
  };
  await passwords.verifyPassword(null, 'wrong');
  expect(await processorTime(null)).toBeGreaterThan((await processorTime(hashed.passwordHash)) / 2);
});

/** Returns a hasher with one core whose queue for unknown devices is full, and the five hashes of which one runs and four wait. */
function fullQueue() {
  const passwords = createPasswords({ peppers, cores: 1, waiters: 4 });
  const waiting = Array.from({ length: 5 }, () => passwords.hashPassword('x'));
  return { passwords, waiting };
}

test('when one hash runs and the queue is full, the next hash is refused until the queue has space', async () => {
  const { passwords, waiting } = fullQueue();
  expect(await passwords.hashPassword('x')).toMatchObject({ ok: false });
  expect(new Set((await Promise.all(waiting)).map((result) => result.ok))).toEqual(new Set([true]));
  expect(await passwords.hashPassword('x')).toMatchObject({ ok: true });
});

test('a check from a known device is the next check even when the queue for unknown devices is full', async () => {
  const { passwords, waiting } = fullQueue();
  const order: string[] = [];
  for (const result of waiting) void result.then(() => order.push('unknown'));
  await passwords.verifyPassword(null, 'x', { isKnownDevice: true });
  expect(order.length).toBeLessThan(4);
  await Promise.all(waiting);
});

test('a check whose wait was aborted is refused and leaves the queue, so another check can wait', async () => {
  const { passwords, waiting } = fullQueue();
  const patience = new AbortController();
  const [running] = waiting;
  await running;
  const impatient = passwords.verifyPassword(null, 'x', { signal: patience.signal });
  expect(await passwords.verifyPassword(null, 'x')).toMatchObject({ ok: false });
  patience.abort();
  expect(await impatient).toMatchObject({ ok: false });
  expect(await passwords.verifyPassword(null, 'x')).toMatchObject({ ok: true, isMatch: false });
  await Promise.all(waiting);
});
