// Tests that an OAuth state cannot be guessed or changed, and that it is valid for one session.
import { expect, test } from 'vitest';
import { oauthStateSchema } from '@rondo/contract';
import { randomBits } from '@rondo/testkit';
import { createStateSeal } from './state-seal.ts';

const seal = createStateSeal(new Uint8Array(32).fill(7));
const content = {
  kind: 'fast_api',
  accountId: '1f0c6b1e-6a54-4a8e-9e8e-0d3f3a9f6f11',
  expiresAt: 1_700_000_000_000,
} as const;

test('a state can be read only for the session that created it, and it matches the schema of the contract', () => {
  const state = seal.make(content, 'session');
  expect(oauthStateSchema.safeParse(state).success).toBe(true);
  expect(seal.read(state, 'session')).toEqual(content);
  expect(seal.read(state, 'another')).toBeNull();
  expect(createStateSeal(new Uint8Array(32).fill(8)).read(state, 'session')).toBeNull();
});

test('a state has 128 random bits', () => {
  const states = Array.from({ length: 400 }, () => seal.make(content, 's'));
  expect(randomBits(states.map((state) => Buffer.from(state.split('.')[1] ?? '', 'base64url')))).toBe(128);
});

test('two states with equal content differ, and a state is refused when any character was changed', () => {
  expect(seal.make(content, 's')).not.toBe(seal.make(content, 's'));
  const state = seal.make(content, 's');
  for (let index = 0; index < state.length - 1; index += 1) {
    const changed = `${state.slice(0, index)}${state[index] === 'A' ? 'B' : 'A'}${state.slice(index + 1)}`;
    expect(seal.read(changed, 's')).toBeNull();
  }
  for (const text of ['', 'oauth', 'fast_api...', 'x'.repeat(500), 'oauth.a.b.'])
    expect(seal.read(text, 's')).toBeNull();
});
