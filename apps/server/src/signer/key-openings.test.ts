// Tests how many keys a signer opens with its usual limits.
import { expect, test } from 'vitest';
import { createKeyOpenings } from './key-openings.ts';
import { signerLimits } from './signer-limits.ts';

/** Asks for the keys of this number of accounts, and returns how many are opened. */
function openAll(openings: ReturnType<typeof createKeyOpenings>, count: number): number {
  return Array.from({ length: count }, (_, place) => openings.take(`account-${place}`, false)).filter(Boolean).length;
}

test('the start of a node with 1,000 accounts opens all of them at once, and each of them again', () => {
  const openings = createKeyOpenings(signerLimits.accountsAtOnce, () => 0);
  expect([openAll(openings, 1_000), openAll(openings, 1_000)]).toEqual([1_000, 1_000]);
});

test('of 10,000 accounts 1,500 are opened at once, and 500 in each further minute', () => {
  let now = 0;
  const openings = createKeyOpenings(signerLimits.accountsAtOnce, () => now);
  expect(openAll(openings, 10_000)).toBe(1_500);
  expect(openings.takeCounts()).toEqual({ openings: 1_500, accounts: 1_500, refused: 8_500 });
  now += 60_000;
  openAll(openings, 10_000);
  expect(openings.takeCounts()).toEqual({ openings: 2_000, accounts: 2_000, refused: 8_000 });
});
