// Tests that the data of a replayed round equal the simulation of the round.
import { expect, test } from 'vitest';
import { decimal } from '@rondo/decimal';
import { readCandle, type Candle } from '../candles/candles.ts';
import { deepestFall, fallReplay, latestReplay, replaySpan } from './replay-choice.ts';
import { finishReplay, recordRound, type Replay, type ReplayInput } from './replay.ts';
import { candlesOf, configOf } from '../../tests/_market.ts';
import { walkCandles } from '../walk/walk.ts';

const config = configOf({ cyclicSteps: 2 });
const wave = ['2000 2001 1970 1975', '1975 1995 1940 1985', '1985 1992 1930 1990', '1990 2040 1990 2020'] as const;
const crash = ['2000 2001 1970 1975', '1975 1975 1240 1285'] as const;

function recordReplay(input: ReplayInput): Replay | null {
  const round = { ...input, from: 0 };
  const made = recordRound(round);
  return made === null ? null : finishReplay(round, made);
}

function recorded(...texts: readonly string[]): Replay {
  const replay = recordReplay({ config, candles: candlesOf(...texts) });
  if (replay === null) throw new Error('The round has no replay.');
  return replay;
}

test('the replay of a round that ends with its exit contains every fill and the result of the simulation', () => {
  const replay = recorded(...wave);
  const walked = walkCandles({
    config: { ...config, bot: { ...config.bot, autoReentry: false } },
    candles: candlesOf(...wave),
  });
  expect(replay.fills.map(({ kind, step, price }) => ({ kind, step, price }))).toEqual(
    walked.rows.map(({ kind, step, price }) => ({ kind, step, price })),
  );
  expect(replay).toMatchObject({ end: 'exit', net: '55.70', cycles: 2, from: 0 });
  expect(Number(replay.net)).toBeCloseTo(Number(walked.summary.netPnl), 2);
  expect(replay.levels.map(({ cyclic }) => cyclic)).toEqual([false, false, true, true]);
  const cycles = replay.fills.filter(({ kind }) => kind === 'cycle');
  expect(cycles.map(({ net }) => net)).toEqual(['115.06', '57.54']);
});

test('in a replay each step and each cycle moves the base exit nearer, and the instants are in order', () => {
  const { exits, fills, prices } = recorded(...wave);
  expect(exits.map(({ price }) => Number(price))).toEqual([2010, 1999.91, 1981.59, 1972.43]);
  for (const marks of [exits, fills, prices]) {
    const instants = marks.map(({ at }) => at);
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
  }
});

test('a replay that ends with a liquidation has the distance 0 to the liquidation price, and its lowest result is its net result', () => {
  const replay = recorded(...crash);
  expect(replay).toMatchObject({ end: 'liquidation', nearest: 0, net: '-9839.34', lowest: '-9839.34' });
  expect(replay.fills.at(-1)).toMatchObject({ kind: 'liquidation', price: '1573.61' });
  expect(replay.liquidations.at(-1)?.price).toBe('1573.61');
});

test('a replay contains the results of the better and the worse path rule', () => {
  expect(recorded(...crash).bracket).toEqual({ better: '55.67', worse: '-9839.34' });
});

test('the result of a round that is open at the last candle includes its unrealised loss', () => {
  expect(recorded('2000 2001 1970 1975')).toMatchObject({ end: 'open', cycles: 0, nearest: 79.68 });
  expect(Number(recorded('2000 2001 1970 1975').net)).toBeLessThan(0);
});

test('a bot that cannot be liquidated has no distance to a liquidation price', () => {
  const calm = configOf({ cyclicSteps: 2, leverage: '1' });
  const replay = recordReplay({ config: calm, candles: candlesOf(...wave) });
  expect(replay).toMatchObject({ end: 'exit', nearest: null });
  expect(new Set(replay?.liquidations.map(({ price }) => price))).toEqual(new Set([null]));
});

test('the replay of a round that ended with its stop loss has the end `stop`, and a span counts the round as ended', () => {
  const stopped = configOf({ stopLoss: '5' });
  const replay = recordReplay({ config: stopped, candles: candlesOf(...crash) });
  expect(replay).toMatchObject({ end: 'stop' });
  expect(replay?.fills.at(-1)?.kind).toBe('stop');
  const span = replaySpan({ config: stopped, candles: candlesOf(...crash) });
  expect(span).toMatchObject({ rounds: 1, net: replay?.net, open: '0.00', list: [{ end: 'stop', net: replay?.net }] });
});

test('a ladder that cannot be planned has no replay', () => {
  const tiny = configOf({ allocation: '0.01' });
  expect(recordReplay({ config: tiny, candles: candlesOf(...wave) })).toBeNull();
});

test('a long price path is reduced to the lowest and the highest price of each section', () => {
  const sideways = Array.from({ length: 400 }, (_, index) => `2000 2001 ${index === 200 ? 1990 : 1999} 2000`);
  const { prices } = recorded(...sideways);
  expect(prices.length).toBeLessThanOrEqual(450);
  expect(prices.some(({ price }) => price === '1990')).toBe(true);
  const ways = ['2000 2001 1999 1999.99', '2000 2000 2000 2000'].map((candle) =>
    recorded(...Array.from({ length: 400 }, () => candle)),
  );
  for (const way of [prices, ...ways.map((each) => each.prices)]) {
    const instants = way.map(({ at }) => at);
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
  }
});

test('the prices after a missing candle have the instants of their own candle', () => {
  const candles = candlesOf(...Array.from({ length: 4 }, () => '2000 2001 1999 2000')).toSpliced(2, 1);
  const instants = recordReplay({ config, candles })?.prices.map(({ at }) => at / 1_000);
  expect(instants).toEqual([15, 30, 45, 60, 75, 90, 105, 120, 195, 210, 225, 240]);
});

test('latestReplay returns the latest round with two cycles, or null when no round has two cycles', () => {
  const candles = candlesOf(...wave, '2020 2021 2019 2020');
  expect(latestReplay({ config, candles })).toMatchObject({ end: 'exit', cycles: 2, from: 0 });
  expect(latestReplay({ config, candles: candlesOf('2000 2001 1999 2000') })).toBeNull();
});

test('deepestFall returns the largest loss from a high to a later low, even when the highest price of all comes later', () => {
  const candles = candlesOf('100 110 100 105', '105 105 90 95', '95 95 94 95', '95 200 95 190', '190 190 150 150');
  expect(deepestFall(candles)).toEqual({ part: 0.25, from: 3, to: 4 });
  expect(deepestFall([])).toEqual({ part: 0, from: 0, to: 0 });
});

test('fallReplay returns the round that the fall liquidates, and not an earlier round that ended with its exit', () => {
  const candles = candlesOf('2000 2020 2000 2015', ...crash.map((text) => text));
  const fall = { part: 0.4, from: 0, to: 2 };
  expect(fallReplay({ config, candles }, fall)).toMatchObject({ end: 'liquidation', from: 60_000 });
  expect(fallReplay({ config: configOf({ allocation: '0.01' }), candles }, fall)).toBeNull();
  expect(replaySpan({ config: configOf({ allocation: '0.01' }), candles })).toBeNull();
  expect(fallReplay({ config, candles: candles.slice(0, 1) }, { part: 0, from: 0, to: 0 })).toMatchObject({
    end: 'exit',
  });
});

test('readCandle returns null when a price is not a multiple of the tick size', () => {
  const text = { at: 1, open: '1.5', high: '2', low: '1', close: '1.25' };
  expect(readCandle(text, decimal('0.01'))).toEqual({
    at: 1,
    open: 150n,
    high: 200n,
    low: 100n,
    close: 125n,
  } as Candle);
  expect(readCandle({ ...text, low: '1.001' }, decimal('0.01'))).toBeNull();
});

test('a span contains the sums of its rounds and the round that is drawn: the liquidated round, or otherwise the longest round', () => {
  const [first, second] = ['2000 2012 2000 2012', '2012 2030 2005 2030'] as const;
  const span = replaySpan({ config, candles: candlesOf(first, second, '2030 2031 2029 2030') });
  const nets = [first, second].map((text) => Number(recordReplay({ config, candles: candlesOf(text) })?.net));
  expect(span).toMatchObject({ rounds: 2, cycles: 0, isLiquidated: false });
  expect(Number(span?.net)).toBeCloseTo((nets[0] ?? 0) + (nets[1] ?? 0), 1);
  expect(Number(span?.open)).toBeLessThan(0);
  expect(replaySpan({ config, candles: candlesOf(...wave) })).toMatchObject({ drawn: { from: 0, cycles: 2 } });
  expect(replaySpan({ config, candles: candlesOf('2000 2012 2000 2012', ...crash) })).toMatchObject({
    rounds: 2,
    isLiquidated: true,
    drawn: { end: 'liquidation' },
  });
  const still = ['2012 2013 2011 2012', '2012 2013 2011 2012', '2012 2013 2011 2012'] as const;
  expect(replaySpan({ config, candles: candlesOf(first, ...still) })).toMatchObject({
    drawn: { end: 'open', from: 60_000 },
  });
  expect(replaySpan({ config, candles: [] })).toBeNull();
});

test('a span contains its sums under the better and the worse path rule', () => {
  const candles = candlesOf(...wave, '2012 2030 1980 2012');
  const sums = (['byClose', 'favourableFirst', 'adverseFirst'] as const).map((path) => {
    const walked = replaySpan({ config: { ...config, path }, candles });
    return Number(walked?.net) + Number(walked?.open);
  });
  const bracket = replaySpan({ config, candles })?.bracket;
  expect(Number(bracket?.worse)).toBeCloseTo(Math.min(...sums), 1);
  expect(Number(bracket?.better)).toBeCloseTo(Math.max(...sums), 1);
});

test('the lowest result of a short is its result at the highest price', () => {
  const short = { ...config, bot: { ...config.bot, direction: 'short' as const } };
  const made = recordReplay({ config: short, candles: candlesOf('2000 2040 1999 2001', '2001 2010 2000 2001') });
  expect(made).toMatchObject({ end: 'open' });
  expect(Number(made?.lowest)).toBeLessThan(Number(made?.net));
});

test('a span has its rounds and the deepest fall of its result below the highest result of the rounds before', () => {
  const [gain, loss] = ['2000 2012 2000 2012', '2012 2013 1975 1980'] as const;
  const span = replaySpan({ config, candles: candlesOf(gain, loss) });
  const [first, second] = [gain, loss].map((text) => recordReplay({ config, candles: candlesOf(text) }));
  expect(span?.list).toMatchObject([{ from: 0, cycles: 0, net: first?.net, end: 'exit' }]);
  expect(Number(span?.deepestFall)).toBeCloseTo(Number(second?.lowest), 1);
  const liquidated = replaySpan({ config, candles: candlesOf(gain, ...crash) });
  expect(Number(liquidated?.deepestFall)).toBeLessThan(-9_000);
});
