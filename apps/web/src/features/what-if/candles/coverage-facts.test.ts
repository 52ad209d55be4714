// Tests of the facts about the stored candles of a what-if.
import type { CandleCoverage } from '@rondo/contract';
import { expect, test } from 'vitest';
import { coverageFacts } from './coverage-facts.ts';

const hour = 3_600_000;
const day = 24 * hour;
const barMs = 900_000;

/** Returns a month of whole days. */
const month = (name: string, days: { readonly from: number; readonly to: number }, tickSize = '0.1') => ({
  month: name,
  source: 'live' as const,
  candles: ((days.to - days.from) * day) / barMs,
  missing: 0,
  from: days.from * day,
  to: days.to * day - barMs,
  tick_size: tickSize,
  bytes: 1,
  hash: name,
});

const coverage = (months: CandleCoverage['months'], at = months.at(-1)!.to): CandleCoverage => ({
  instId: 'ETH-USDT-SWAP',
  bar: '15m',
  is_simulated: false,
  state: 'whole',
  months,
  at,
});
const whole = { fromAt: 0, toAt: Number.POSITIVE_INFINITY };

test('candles without a gap, with one tick size and a recent end have nothing to tell', () => {
  const months = [month('2024-01', { from: 0, to: 31 }), month('2024-02', { from: 31, to: 400 })];
  expect(coverageFacts(coverage(months), whole)).toEqual({ missing: 0, tickSizes: [], ageMs: null, isShort: false });
});

test('missing candles inside a month and between months count', () => {
  const [first, second] = [month('2024-01', { from: 0, to: 31 }), month('2024-03', { from: 32, to: 60 })];
  const months = [{ ...first, candles: first.candles - 3, missing: 3 }, second];
  expect(coverageFacts(coverage(months), whole)).toMatchObject({ missing: 3 + day / barMs, isShort: true });
});

test('each change of the tick size within the span is told, and a change before the span is not', () => {
  const months = [
    month('2024-01', { from: 0, to: 31 }, '0.1'),
    month('2024-02', { from: 31, to: 60 }, '0.1'),
    month('2024-03', { from: 60, to: 91 }, '0.01'),
  ];
  expect(coverageFacts(coverage(months), whole).tickSizes).toEqual(['0.1', '0.01']);
  expect(coverageFacts(coverage(months), { fromAt: 61 * day, toAt: 91 * day })).toMatchObject({
    tickSizes: [],
    missing: 0,
  });
});

test.each([
  [2 * barMs, null],
  [3 * barMs, 2 * barMs],
  [5 * day + barMs, 5 * day],
])('%i ms after the start of the newest candle its age is %s', (afterMs, ageMs) => {
  const months = [month('2024-01', { from: 0, to: 31 })];
  expect(coverageFacts(coverage(months, 31 * day - barMs + afterMs), whole).ageMs).toBe(ageMs);
});
