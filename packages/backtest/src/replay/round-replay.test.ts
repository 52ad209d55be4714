// Tests that the replay of one round of many equals this round in the back-test of all rounds.
import { formatDecimal, formatFixed, priceOf } from '@rondo/decimal';
import { seededChance } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { madeUpSeries } from '../../../../tests/agreement/series.ts';
import { configOf } from '../../tests/_market.ts';
import { candlesIn } from '../candles/columns.ts';
import { indexCandles } from '../fast/search/candle-index.ts';
import { whatIf } from '../what-if/what-if.ts';
import { simulateHistory } from '../walk/history.ts';
import { replayRound } from './round-replay.ts';

const { candles } = madeUpSeries(seededChance('round-replay'), 1_500, 200_000);
const risky = { leverage: '20', investmentRatio: '60', stepDistance: '0.3', cyclicSteps: 2 };

test.each([
  ['a long that ends with its stop loss', configOf({ ...risky, stopLoss: '30' })],
  ['a short that ends with its stop loss', configOf({ ...risky, direction: 'short', stopLoss: '30' })],
  ['a liquidated long', configOf({ ...risky, investmentRatio: '100' })],
  ['a long with ATR distances', configOf({ ...risky, stepDistance: undefined, atrMultiplier: '1', stopLoss: '30' })],
])('each round of %s has the fills and the result of the back-test', (_name, config) => {
  const { rounds, walk } = simulateHistory({ config, candles: candlesIn(candles) });
  expect(rounds.length).toBeGreaterThan(3);
  for (const { round, reason, netPnl, fees, cycles, fills, openedAt } of rounds.slice(-2)) {
    const replay = replayRound(candles, config, round);
    expect(replay).toMatchObject({
      end: reason === 'take_profit' ? 'exit' : 'stop',
      net: formatFixed(netPnl, 2),
      fees: formatFixed(fees, 2),
      cycles,
    });
    expect(replay?.fills.map(({ kind, step, price }) => [kind, step, price])).toEqual(
      fills.map(({ kind, step, price }) => [kind, step, formatDecimal(priceOf(price, config.bot.instrument.tickSz))]),
    );
    expect(replay?.from).toBeGreaterThanOrEqual(openedAt);
    const instants = replay?.prices.map(({ at }) => at) ?? [];
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    expect(Number(replay?.lowest)).toBeLessThanOrEqual(Math.min(0, Number(replay?.net)));
  }
  if (!walk.summary.liquidated) return;
  const last = replayRound(candles, config, rounds.length + 1);
  const before = rounds.reduce((sum, { netPnl }) => sum + Number(formatDecimal(netPnl)), 0);
  expect(last).toMatchObject({ end: 'liquidation', nearest: 0 });
  expect(Number(last?.net)).toBeCloseTo(Number(walk.summary.netPnl) - before, 1);
});

test('the number of a mark is the number of its round, and the replay of this round ends where the mark is', () => {
  const config = configOf({ ...risky, stopLoss: '20' });
  const { marks } = whatIf(indexCandles(candles, 'plain'), config).main;
  expect(marks.length).toBeGreaterThan(0);
  for (const { at, kind, round } of marks.slice(-2)) {
    const replay = replayRound(candles, config, round);
    expect(replay?.end).toBe(kind);
    expect(replay?.to).toBeGreaterThanOrEqual(at);
    expect(replay?.to).toBeLessThanOrEqual(at + (candles.at[1] ?? 0) - (candles.at[0] ?? 0));
  }
});

test('a round that is open at the last candle has its result with the open lots, and a round that never began has no replay', () => {
  const config = configOf({ leverage: '2', investmentRatio: '5' });
  const { rounds, walk } = simulateHistory({ config, candles: candlesIn(candles) });
  expect(walk.state.round).not.toBeNull();
  const open = replayRound(candles, config, rounds.length + 1);
  const before = rounds.reduce((sum, { netPnl }) => sum + Number(formatDecimal(netPnl)), 0);
  expect(open?.end).toBe('open');
  expect(Number(open?.net)).toBeCloseTo(Number(walk.summary.netPnl) + Number(walk.summary.unrealizedPnl) - before, 1);
  expect(replayRound(candles, config, rounds.length + 2)).toBeNull();
});
