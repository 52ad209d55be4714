// Tests of the levels and the markers of the chart page.
import type { BotDetailResponse, CandleWire } from '@rondo/contract';
import { expect, test } from 'vitest';
import { catalogue } from '../../i18n/en/catalogue.ts';
import { createTranslator } from '../../i18n/translate.ts';
import { fixedDetail } from '../../workbench/samples.ts';
import { candleAt, levelsOf, marksOf } from './chart-marks.ts';

const minuteMs = 60_000;
const candles: readonly CandleWire[] = [0, 1, 2, 3].map((index) => ({
  at: index * minuteMs,
  open: '1',
  high: '1',
  low: '1',
  close: '1',
  volume: '1',
}));
const fill = (changes: Partial<BotDetailResponse['fills'][number]>): BotDetailResponse['fills'][number] => ({
  fill_id: 'f1',
  order_id: 'o1',
  client_id: 'c1',
  round: 1,
  kind: 'entry',
  step: 1,
  side: 'buy',
  price: '1',
  size: '1',
  fee: '0',
  liquidity: 'maker',
  at: 0,
  ...changes,
});

test('a fill is marked at the candle that contains it, and a fill before the first candle has no mark', () => {
  expect(candleAt(candles, 2.5 * minuteMs)).toBe(2 * minuteMs);
  expect(candleAt(candles, 2 * minuteMs)).toBe(2 * minuteMs);
  expect(candleAt(candles, 99 * minuteMs)).toBe(3 * minuteMs);
  expect(candleAt(candles, -1)).toBeNull();
});

test('the parts of one order are one mark at the last part, and the marks are sorted', () => {
  const marks = marksOf(
    [
      fill({ fill_id: 'a', at: 3 * minuteMs, order_id: 'late', kind: 'takeProfit', side: 'sell', step: 3 }),
      fill({ fill_id: 'b', at: 0 }),
      fill({ fill_id: 'c', at: minuteMs + 1 }),
      fill({ fill_id: 'd', at: -5, order_id: 'old' }),
    ],
    candles,
  );
  expect(marks).toEqual([
    { key: 'c', at: minuteMs, side: 'buy', tone: 'entry', text: '1' },
    { key: 'a', at: 3 * minuteMs, side: 'sell', tone: 'exit', text: '3' },
  ]);
});

const { t } = createTranslator('en', catalogue);
const detail = (changes: Partial<BotDetailResponse>): BotDetailResponse => ({
  ...fixedDetail,
  ...changes,
});

test('the levels are the resting orders with their names, the average and the estimated liquidation', () => {
  const bot = detail({ entry_price: '100', liquidation_price: null });
  const levels = levelsOf(bot, t);
  expect(levels.find(({ key }) => key === 'average')).toMatchObject({ price: 100, tone: 'entry', title: 'Avg' });
  expect(levels.some(({ tone }) => tone === 'danger')).toBe(false);
  expect(levels.filter(({ tone }) => tone === 'next').length).toBeLessThanOrEqual(1);
  expect(levels.length).toBe(bot.next_moves.length + 1);
});

test('a bot that has ended has no levels', () => {
  expect(levelsOf(detail({ phase: 'completed' }), t)).toEqual([]);
});
