// Tests where the candles of a simulation are from.
import type { CandleCoverage } from '@rondo/contract';
import { expect, test } from 'vitest';
import { candleSourceOf } from './candle-source.ts';

type Source = CandleCoverage['months'][number]['source'];

/** Months with a length of 100, one after another. */
const monthsOf = (sources: readonly Source[]): CandleCoverage['months'] =>
  sources.map((source, place) => ({
    month: `2024-0${place + 1}`,
    source,
    candles: 100,
    missing: 0,
    from: place * 100,
    to: place * 100 + 99,
    tick_size: '0.1',
    bytes: 9,
    hash: String(place),
  }));

test.each<[readonly Source[], string]>([
  [['live', 'live'], 'live'],
  [['sandbox', 'sandbox'], 'sandbox'],
  [['imported', 'imported'], 'imported'],
  [['imported', 'live'], 'liveAndImported'],
  [['imported', 'sandbox'], 'sandboxAndImported'],
])('the candles of months from %j are from the source %s', (sources, expected) => {
  expect(candleSourceOf({ months: monthsOf(sources) }, { fromAt: 0, toAt: 200 })).toBe(expected);
});

test('a month outside the span does not count', () => {
  const months = monthsOf(['imported', 'live', 'sandbox']);
  expect(candleSourceOf({ months }, { fromAt: 100, toAt: 200 })).toBe('live');
});
