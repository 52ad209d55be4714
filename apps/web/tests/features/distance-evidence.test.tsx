// Tests the comparison of distances from the volatility: its rows, and the sentence that follows from the numbers.
import type { DistanceComparison } from '@rondo/backtest';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Distances } from '../../src/features/create/entry/distance-evidence.tsx';
import { show } from '../support/show.tsx';

const run = { net: 50, rounds: 40, isLiquidated: false, low: 40, high: 60 };
const comparison: DistanceComparison = {
  atr: run,
  fixed: { ...run, net: 20, distance: '1.2' },
  random: { runs: 39, rounds: 38.6, low: -10, median: 5, high: 49 },
  asGood: 0,
  verdict: 'edge',
};

test('the table has the distances from ATR, the fixed distance, the random distances and no round', async () => {
  await show(<Distances comparison={comparison} years={3.4} />);
  await expect.element(page.getByText('ATR-based distances against their controls, 3.4 years')).toBeInTheDocument();
  const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent.replaceAll(/\s/g, ' '));
  expect(rows).toEqual([
    expect.stringMatching(/^From ATR.*40.*50\.00.*40\.00 to .*60\.00/),
    expect.stringMatching(/^Always 1\.20?%.*40.*20\.00/),
    expect.stringMatching(/^Drawn at random \(39 runs\).*39.*5\.00.*10\.00 to .*49\.00/),
    expect.stringMatching(/^Never.*0/),
  ]);
});

test.each([
  ['edge', {}, /Better than the fixed distance of 1\.20?% and than all 39 random runs/],
  ['no edge over random', { verdict: 'no_edge', asGood: 7 }, /over random distances: 7 of 39 random runs/],
  [
    'the fixed distance',
    { verdict: 'no_edge', fixed: { ...comparison.fixed, net: 50 } },
    /the fixed distance of 1\.20?% was at least as good/,
  ],
  ['one round', { verdict: 'too_few', atr: { ...run, rounds: 1 } }, /Only 1 round: too few to judge/],
  ['too few rounds', { verdict: 'too_few', atr: { ...run, rounds: 7 } }, /Only 7 rounds: too few to judge/],
] as const)('the sentence for %s follows from the numbers', async (_name, changes, sentence) => {
  await show(<Distances comparison={{ ...comparison, ...changes }} years={3.4} />);
  await expect.element(page.getByText(sentence)).toBeVisible();
});
