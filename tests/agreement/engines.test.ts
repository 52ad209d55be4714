// A sample of `npm run agree`: the engines return the same fills and figures as the reducer of the strategy.
import { seededChance } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { sampleOf } from '../sample.ts';
import { casesOf, compareEngines, compareWalks } from './compare.ts';
import { recordedFiles, recordedSeries } from './recorded-files.ts';
import { madeUpSeries } from './series.ts';

/** The files of the sample: one-minute candles of two exchanges, and mark-price candles. */
const isSampled = (file: string): boolean => /ETH-USDT-SWAP_1m|ETH-USDT-SWAP_mark_4h|ETHUSDT_1m/.test(file);
const files = recordedFiles().toSorted((a, b) => Number(isSampled(b)) - Number(isSampled(a)));
const seeds = Array.from({ length: 12 }, (_, seed) => seed);

test.each(sampleOf(seeds, 4))('the engines return the same results for generated candles, seed %i', (seed) => {
  const series = madeUpSeries(seededChance(`engines ${seed}`), 1_500);
  const cases = casesOf(series, 0, 12);
  const agreement = compareEngines(series, cases);
  expect(agreement.differences).toEqual([]);
  expect(agreement.fills).toBeGreaterThan(0);
  for (const one of cases.slice(0, 4)) expect(compareWalks(series, one)).toBeNull();
});

test('the fast loop can run most configurations', () => {
  const series = madeUpSeries(seededChance('bounds'), 300);
  const { left, cases } = compareEngines(series, casesOf(series, 0, 60));
  expect(left).toBeLessThan(cases / 10);
});

test.skipIf(files.length === 0).each(sampleOf(files, 3))(
  'the engines return the same results for a sample of the recorded %s',
  (file) => {
    const series = recordedSeries(file);
    const agreement = compareEngines(series, casesOf(series, 0, 4));
    expect(agreement.differences).toEqual([]);
    expect(agreement.fills).toBeGreaterThan(0);
  },
);
