// Tests of the age of a link attempt.
import { expect, test } from 'vitest';
import { isPending, newNonce } from './link-nonce.ts';

const startedAt = 1_767_225_600_000;
const limitMs = 10 * 60_000;

test('an attempt waits for 10 minutes after its start', () => {
  const nonce = newNonce(startedAt);
  const ages = [-1, 0, limitMs - 1, limitMs];
  expect(ages.map((age) => isPending(nonce, startedAt + age))).toEqual([false, true, true, false]);
});

test('no attempt waits without a nonce, and with a nonce that has no time', () => {
  for (const nonce of [null, 'a'.repeat(32), crypto.randomUUID(), `${crypto.randomUUID()}.`])
    expect(isPending(nonce, startedAt)).toBe(false);
});

test('two attempts that start at the same time have different nonces', () => {
  expect(newNonce(startedAt)).not.toBe(newNonce(startedAt));
});
