// Tests whom and what a challenge is for.
import { createVirtualClock, randomBits } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { createChallenges, type ChallengeHolder } from './challenges.ts';

const challenges = createChallenges({
  clock: createVirtualClock(1_700_000_000_000),
  store: {
    // No test here uses a challenge.
    throttles: { add: () => expect.unreachable() },
    keys: { oauthStates: Buffer.alloc(32, 7) },
  },
});

test.each<[string, ChallengeHolder, boolean]>([
  ['the same purpose and holder', { purpose: 'create', holder: 'session-1' }, true],
  ['another purpose', { purpose: 'prove', holder: 'session-1' }, false],
  ['another holder', { purpose: 'create', holder: 'session-2' }, false],
])(
  'a challenge for a new passkey of a session is accepted with %s only when both are its own',
  (_what, bound, isOwn) => {
    const { challenge } = challenges.make({ purpose: 'create', holder: 'session-1' });
    expect(challenges.isOwn(challenge, bound)).toBe(isOwn);
  },
);

test('a challenge has 128 random bits', () => {
  const made = Array.from({ length: 400 }, () => challenges.make({ purpose: 'create', holder: 'session-1' }).challenge);
  expect(randomBits(made.map((text) => Buffer.from(text, 'base64url').subarray(0, 16)))).toBe(128);
});
