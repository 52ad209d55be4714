// Tests a sample of `npm run agree`: the fills and figures of the engines must equal the fills and figures of the reducer of the strategy.
import { seededChance } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { sampleOf } from '../sample.ts';
import { casesOf, compareEngines, compareWalks, type Case } from './compare.ts';
import { recordedFiles, recordedSeries } from './recorded-files.ts';
import { madeUpSeries } from './series.ts';

/** Returns true for a file of the sample: one-minute candles of two exchanges, and mark-price candles. */
const isSampled = (file: string): boolean => /ETH-USDT-SWAP_1m|ETH-USDT-SWAP_mark_4h|ETHUSDT_1m/.test(file);
const files = recordedFiles().toSorted((a, b) => Number(isSampled(b)) - Number(isSampled(a)));
const seeds = Array.from({ length: 12 }, (_, seed) => seed);

test.each(sampleOf(seeds, 4))('all engines return equal results for the generated candles of seed %i', (seed) => {
  const series = madeUpSeries(seededChance(`engines ${seed}`), 1_500);
  const cases = casesOf(series, 0, 12);
  const agreement = compareEngines(series, cases);
  expect(agreement.differences).toEqual([]);
  expect(agreement.fills).toBeGreaterThan(0);
  for (const one of cases.slice(0, 4)) expect(compareWalks(series, one)).toBeNull();
});

test('the configurations have every kind of entry, with and without distances from ATR', () => {
  const cases = casesOf(madeUpSeries(seededChance('kinds'), 3_000), 0, 400);
  const kinds = cases.map(({ config: { entry, bot } }) => {
    const kind = entry === undefined ? 'none' : entry.kind === 'rule' ? entry.rule.kind : entry.kind;
    const source = entry?.kind === 'recorded' ? ` ${entry.source}` : '';
    return `${kind}${source}${bot.atrMultiplier === undefined ? '' : ' ATR'}`;
  });
  expect([...new Set(kinds)].toSorted()).toEqual([
    'ichimoku',
    'ichimoku ATR',
    'none',
    'none ATR',
    'random',
    'random ATR',
    'recorded ai-gpt',
    'recorded webhook',
    'recorded webhook ATR',
    'rsi',
    'rsi ATR',
  ]);
});

test('the fast loop runs most configurations without the reducer', () => {
  const series = madeUpSeries(seededChance('bounds'), 300);
  // A model chooses the distance of each of its rounds, so the fast loop passes all of its configurations to the reducer.
  const isModel = ({ entry }: Case['config']): boolean => entry?.kind === 'recorded' && entry.source === 'ai-gpt';
  const chosen = casesOf(series, 0, 60).filter(({ config }) => !isModel(config));
  const { left, cases } = compareEngines(series, chosen);
  expect(left).toBeLessThan(cases / 10);
});

test.skipIf(files.length === 0).each(sampleOf(files, 3))(
  'all engines return equal results for a sample of the recorded %s',
  (file) => {
    const series = recordedSeries(file);
    const agreement = compareEngines(series, casesOf(series, 0, 4));
    expect(agreement.differences).toEqual([]);
    expect(agreement.fills).toBeGreaterThan(0);
  },
);
