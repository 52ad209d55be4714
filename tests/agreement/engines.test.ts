// A sample of `npm run agree`: the engines give the same fills and figures as the strategy's own reducer.
import { seededChance } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { casesOf, compareEngines, compareWalks } from './compare.ts';
import { recordedFiles, recordedSeries } from './recorded-files.ts';
import { madeUpSeries } from './series.ts';

const files = recordedFiles();

test.each(Array.from({ length: 12 }, (_, seed) => seed))('engines agree on made-up candles, seed %i', (seed) => {
  const series = madeUpSeries(seededChance(`engines ${seed}`), 1_500);
  const cases = casesOf(series, 0, 12);
  const agreement = compareEngines(series, cases);
  expect(agreement.differences).toEqual([]);
  expect(agreement.fills).toBeGreaterThan(0);
  for (const one of cases.slice(0, 4)) expect(compareWalks(series, one)).toBeNull();
});

test('most configurations stay inside the bounds of the fast loop', () => {
  const series = madeUpSeries(seededChance('bounds'), 300);
  const { left, cases } = compareEngines(series, casesOf(series, 0, 60));
  expect(left).toBeLessThan(cases / 10);
});

test.skipIf(files.length === 0).each(files)('engines agree on a sample over the recorded %s', (file) => {
  const series = recordedSeries(file);
  const agreement = compareEngines(series, casesOf(series, 0, 4));
  expect(agreement.differences).toEqual([]);
  expect(agreement.fills).toBeGreaterThan(0);
});
