// Tests the split of candles into months and the join of months with different tick sizes.
import { decimal, formatDecimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { parseCandles } from '../csv/candle-csv.ts';
import type { CandleColumns } from './columns.ts';
import { countMissing, joinCandles, monthOf, monthSpan, splitMonths } from './months.ts';

const hourMs = 3_600_000;

function columns(tick: string, ...rows: readonly (readonly [number, string])[]): CandleColumns {
  const lines = rows.map(([at, price]) => `${at},${price},${price},${price},${price}`);
  const parsed = parseCandles(['ts_ms,open,high,low,close', ...lines].join('\n'), decimal(tick));
  if (!parsed.ok) throw new Error(parsed.refusal.reason);
  return parsed.columns;
}

test('candles are split at the first instant of a month in UTC', () => {
  const january = Date.UTC(2026, 0, 31, 23);
  const months = splitMonths(columns('1', [january, '10'], [january + hourMs, '11'], [january + 2 * hourMs, '12']));
  expect(months.map(({ month, columns: { close } }) => [month, [...close]])).toEqual([
    ['2026-01', [10]],
    ['2026-02', [11, 12]],
  ]);
  expect(monthOf(january)).toBe('2026-01');
  expect(monthSpan('2025-12')).toEqual({ fromAt: Date.UTC(2025, 11), toAt: Date.UTC(2026, 0) });
});

test('months and their spans agree with the calendar of the runtime for 200 years', () => {
  for (let place = 0; place < 2_400; place += 1) {
    const fromAt = Date.UTC(1900, place);
    const month = new Date(fromAt).toISOString().slice(0, 7);
    expect([monthOf(fromAt), monthOf(fromAt - 1)]).toEqual([month, new Date(fromAt - 1).toISOString().slice(0, 7)]);
    expect(monthSpan(month)).toEqual({ fromAt, toAt: Date.UTC(1900, place + 1) });
  }
});

test('joined months have the largest tick size that divides the tick size of each month', () => {
  const joined = joinCandles([
    { columns: columns('0.5', [1_000, '10.5']), tickSz: decimal('0.5') },
    { columns: columns('0.2', [2_000, '10.4']), tickSz: decimal('0.2') },
  ]);
  expect(formatDecimal(joined?.tickSz ?? decimal('1'))).toBe('0.1');
  expect([...(joined?.columns.close ?? [])]).toEqual([105, 104]);
});

test('months are not joined when a price has more ticks than a column can store', () => {
  const parts = [
    { columns: columns('1', [1_000, '2000000000']), tickSz: decimal('1') },
    { columns: columns('0.01', [2_000, '1.01']), tickSz: decimal('0.01') },
  ];
  expect(joinCandles(parts)).toBeNull();
});

test('the missing candles between the first and the last candle are counted', () => {
  expect(countMissing(columns('1', [0, '1'], [hourMs, '1'], [4 * hourMs, '1']), hourMs)).toBe(2);
  expect(countMissing({ at: new Float64Array() }, hourMs)).toBe(0);
});
