// Tests the sentence about too few rounds: its noun agrees with the number.
import type { EntryComparison } from '@rondo/backtest';
import { expect, test } from 'vitest';
import { comparisonSentence } from './entry-comparison.ts';

const run = { net: 0, rounds: 1, isLiquidated: false, low: 0, high: 0 };
const comparison: EntryComparison = {
  rule: run,
  always: run,
  random: { share: 0.1, runs: 39, rounds: 1, low: 0, median: 0, high: 0 },
  asGood: 0,
  verdict: 'too_few',
};

test.each([
  [0, '0 rounds'],
  [1, '1 round'],
  [2, '2 rounds'],
])('the sentence for %i has the noun of its number', (rounds, text) => {
  const sentence = comparisonSentence({ ...comparison, rule: { ...run, rounds } });
  expect(sentence).toBe(`Only ${text}: too few for a comparison with random entry.`);
});
