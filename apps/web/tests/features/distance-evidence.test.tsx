// Tests the comparison of distances from the volatility: its rows, and the sentence that follows from the numbers.
import type { DistanceComparison } from '@rondo/backtest';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { botConfig } from '@rondo/testkit';
import { DistanceEvidence, Distances } from '../../src/features/create/entry/distance-evidence.tsx';
import { comparedYears } from '../support/compared.ts';
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
  await show(<Distances comparison={comparison} compared={comparedYears(3.4)} />);
  await expect
    .element(page.getByText('ATR-based distances compared with other distances, 3.4 years'))
    .toBeInTheDocument();
  const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent.replaceAll(/\s/g, ' '));
  expect(rows).toEqual([
    expect.stringMatching(/^From ATR.*40.*50\.00.*40\.00 to .*60\.00/),
    expect.stringMatching(/^Always 1\.20?%.*40.*20\.00/),
    expect.stringMatching(/^Drawn at random \(39 runs\).*39.*5\.00.*10\.00 to .*49\.00/),
    expect.stringMatching(/^Never.*0/),
  ]);
});

test('below the table stand the source, the number and the dates of the candles, and the costs', async () => {
  const { container } = await show(<Distances comparison={comparison} compared={comparedYears(1)} />);
  expect(container.textContent).toMatch(
    /Simulated on 35,064 made-up 15-minute candles of the practice exchange, .*2026.* to .*2027.*Fees included; funding and slippage not\./,
  );
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
  await show(<Distances comparison={{ ...comparison, ...changes }} compared={comparedYears(3.4)} />);
  await expect.element(page.getByText(sentence)).toBeVisible();
});

test.each([
  ['messages', /^Messages from another program open the rounds of this bot\./],
  ['setting', /^A setting of the signal is not valid/],
  ['shortBars', /^No demonstrated edge over random entry: the stored 15-minute candles are too long/],
] as const)('with the entry "%s" nothing is compared, and a sentence says why', async (why, sentence) => {
  const entry = { kind: 'unknown', why } as const;
  const { container } = await show(<DistanceEvidence bot={botConfig()} entry={entry} instrumentId="ETH-USDT-SWAP" />);
  await expect.element(page.getByText(sentence)).toBeVisible();
  expect(container.querySelector('table, .simulated')).toBeNull();
});
