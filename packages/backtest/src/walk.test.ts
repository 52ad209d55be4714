import { decimal, formatDecimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { bracketPaths } from './bracket.ts';
import { parseCandles, type Candle } from './candles.ts';
import { parseBacktestConfig, type BacktestConfig } from './config.ts';
import { simulateHistory } from './history.ts';
import { fillsToCsv, walkCandles, type FillRow } from './walk.ts';

const fields = {
  instrument: { tickSz: '0.01', lotSz: '0.01', minSz: '0.01', ctVal: '0.1', mmr: '0.004' },
  direction: 'long',
  martinSteps: 4,
  cyclicSteps: 1,
  stepDistance: '1',
  takeProfit: '0.5',
  leverage: '10',
  investmentRatio: '50',
  allocation: '10000',
  makerFee: '0.0002',
  takerFee: '0.0005',
};

function configOf(changes: Readonly<Record<string, unknown>> = {}): BacktestConfig {
  const parsed = parseBacktestConfig({ ...fields, ...changes });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal));
  return parsed.config;
}

/** Candles from texts "open high low close", one minute apart. */
function candlesOf(...texts: readonly string[]): readonly Candle[] {
  const csv = texts.map((text, index) => [index * 60_000, ...text.split(' ')].join(',')).join('\n');
  const parsed = parseCandles(csv, decimal('0.01'));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal));
  return parsed.candles;
}

const short = (rows: readonly FillRow[]): readonly string[] =>
  rows.map((row) => `${row.ts / 60_000} ${row.kind}${row.step} ${row.price}`);

test('a resting order needs a price one tick beyond it to fill through, and its own price to fill by touch', () => {
  const candles = candlesOf('2000 2000 1980 1985');
  expect(short(walkCandles({ config: configOf(), candles }).rows)).toEqual(['0 entry1 2000']);
  expect(short(walkCandles({ config: configOf(), candles, fill: 'touch' }).rows)).toEqual([
    '0 entry1 2000',
    '0 entry2 1980',
  ]);
});

test('the next round opens where the price stands after an exit', () => {
  const { rows } = walkCandles({ config: configOf(), candles: candlesOf('2000 2012 2000 2012') });
  expect(short(rows)).toEqual(['0 entry1 2000', '0 exit0 2010', '0 entry1 2010.01']);
});

test('a fill on the way to the next candle carries the later instant', () => {
  const { rows } = walkCandles({
    config: configOf(),
    candles: candlesOf('2000 2000 2000 2000', '1970 1970 1970 1970'),
  });
  expect(short(rows)).toEqual(['0 entry1 2000', '1 entry2 1980']);
});

test('the three paths of one candle give three different stories', () => {
  const candles = candlesOf('2000 2015 1975 2005');
  const story = (path: 'byClose' | 'favourableFirst' | 'adverseFirst'): readonly string[] =>
    short(walkCandles({ config: configOf(), candles, path }).rows);
  expect(story('byClose')).toEqual(story('adverseFirst'));
  expect(story('favourableFirst')[1]).toBe('0 exit0 2010');
  expect(story('adverseFirst')[1]).toBe('0 entry2 1980');
  const shorts = walkCandles({ config: configOf({ direction: 'short' }), candles, path: 'favourableFirst' }).rows;
  expect(short(shorts)[1]).toBe('0 exit0 1990');
});

test('slippage worsens the opening and moves the ladder with it', () => {
  const { rows } = walkCandles({ config: configOf({ slippage: '0.001' }), candles: candlesOf('2000 2000 1980 1981') });
  expect(short(rows)).toEqual(['0 entry1 2002', '0 entry2 1981.98']);
  const sold = walkCandles({
    config: configOf({ slippage: '0.001', direction: 'short' }),
    candles: candlesOf('2000 2000 2000 2000'),
  });
  expect(short(sold.rows)).toEqual(['0 entry1 1998']);
});

test.each([
  ['long', '-6.25'],
  ['short', '6.25'],
])('funding is paid by a %s at the previous close, before the candle is walked', (direction, amount) => {
  const funding = [{ at: 60_000, rate: decimal('0.001') }];
  const config = configOf({ direction, takerFee: '0', makerFee: '0' });
  const candles = candlesOf('2000 2000 2000 2000', '2000 2000 2000 2000');
  expect(formatDecimal(walkCandles({ config, candles, funding }).netPnl)).toBe(amount);
  expect(formatDecimal(walkCandles({ config, candles: candles.slice(1), funding }).netPnl)).toBe('0');
});

test('a stop that ends the bot is its last fill, and says so', () => {
  const { rows, summary } = walkCandles({
    config: configOf({ stopLoss: '1', stopLossEndsBot: true }),
    candles: candlesOf('2000 2000 1800 1900', '1900 1900 1900 1900'),
  });
  expect(rows.at(-1)?.kind).toBe('stop');
  expect([summary.stopped, summary.candles, summary.unrealizedPnl]).toEqual(['stop_loss', 1, '0.00000000']);
});

test('a bot that is liquidated closes everything at once and ends', () => {
  const { rows, summary } = walkCandles({ config: configOf(), candles: candlesOf('2000 2000 1500 1500') });
  expect(rows.at(-1)?.kind).toBe('liquidation');
  expect(summary).toMatchObject({ liquidated: true, stopped: null, maxStep: 4 });
});

test('a budget that cannot buy the smallest order is told as such', () => {
  expect(
    walkCandles({ config: configOf({ allocation: '1' }), candles: candlesOf('2000 2000 2000 2000') }).summary,
  ).toMatchObject({ stopped: 'below_min_size', fills: 0 });
});

test('finished rounds are grouped with their fills and add up to the result', () => {
  const candles = candlesOf('2000 2012 2000 2012', '2012 2012 1985 1990', '1990 2030 1990 2030');
  const { rounds, walk } = simulateHistory({ config: configOf({ autoReentry: false }), candles });
  expect(rounds).toHaveLength(1);
  expect(rounds[0]?.fills.map((fill) => fill.kind)).toEqual(['entry', 'exit']);
  expect(formatDecimal(rounds[0]?.netPnl ?? decimal('0'))).toBe(formatDecimal(walk.netPnl));
  expect(walk.summary.stopped).toBe('last_round');
});

test('a bot that is stopped at the end of the candles closes at their last price and takes its loss', () => {
  const candles = candlesOf('2000 2000 1975 1976', '1976 1978 1970 1972');
  const { rounds, walk } = simulateHistory({ config: configOf(), candles, closesAtEnd: true });
  expect(walk.rows.at(-1)).toMatchObject({ kind: 'close', price: '1972', ts: 60_000 });
  expect(walk.netPnl.units).toBeLessThan(0n);
  expect(walk.summary).toMatchObject({ stopped: 'stopped_closed', rounds: 0, unrealizedPnl: '0.00000000' });
  expect(rounds.map((round) => round.reason)).toEqual(['stop']);
});

test('fills print as CSV with plain numbers', () => {
  const { rows } = walkCandles({ config: configOf(), candles: candlesOf('2000 2000 2000 2000') });
  expect(fillsToCsv(rows)).toBe('ts,kind,step,price,size,fee\n0,entry,1,2000,31.25,3.12500000\n');
});

test.each([
  ['0,2000,2000,2000', 'not_a_multiple_of_tick'],
  ['0,2000.005,2001,2000,2000', 'not_a_multiple_of_tick'],
  ['x,2000,2001,2000,2000', 'bad_instant'],
  ['0,2000,1999,1990,1995', 'bad_prices'],
  ['0,2000,2000,1999,1998', 'bad_prices'],
])('the line %s is refused as %s with its number', (line, why) => {
  expect(parseCandles(`ts_ms,open,high,low,close\n${line}\n`, decimal('0.01'))).toEqual({
    ok: false,
    refusal: { line: 2, why },
  });
});

test('candles out of order are refused', () => {
  expect(parseCandles('5,1,1,1,1\n5,1,1,1,1', decimal('1'))).toEqual({
    ok: false,
    refusal: { line: 2, why: 'out_of_order' },
  });
});

test.each([
  [{ direction: 'up' }, 'direction', 'unknown_choice'],
  [{ direction: undefined }, 'direction', 'missing'],
  [{ martinSteps: 11 }, 'martinSteps', 'out_of_range'],
  [{ martinSteps: '4' }, 'martinSteps', 'not_a_count'],
  [{ martinSteps: undefined }, 'martinSteps', 'missing'],
  [{ cyclicSteps: 4 }, 'cyclicSteps', 'out_of_range'],
  [{ stepDistance: '0' }, 'stepDistance', 'must_be_positive'],
  [{ investmentRatio: '101' }, 'investmentRatio', 'out_of_range'],
  [{ allocation: '1e4' }, 'allocation', 'not_a_decimal'],
  [{ takerFee: undefined }, 'takerFee', 'missing'],
  [{ cycleCredit: '101' }, 'cycleCredit', 'out_of_range'],
  [{ cycleCredit: '-1' }, 'cycleCredit', 'out_of_range'],
  [{ slippage: '1' }, 'slippage', 'out_of_range'],
  [{ instrument: null }, 'instrument', 'not_an_object'],
])('a configuration with %j is refused', (changes, field, why) => {
  expect(parseBacktestConfig({ ...fields, ...changes })).toEqual({ ok: false, refusal: { field, why } });
});

test('numbers are accepted where texts are, and what is not given has its default', () => {
  const config = configOf({
    leverage: 10,
    stopLoss: null,
    cycleCredit: 50,
    instrument: { ...fields.instrument, id: 'ETH-USDT-SWAP' },
  });
  expect(config).toMatchObject({
    fill: 'through',
    path: 'byClose',
    bot: { stopLoss: null, compound: true, cycleCredit: { n: 1n, d: 2n } },
  });
  expect(walkCandles({ config, candles: [] }).summary).toMatchObject({ candles: 0, fills: 0 });
});

test('the bracket holds the summary of every path rule', () => {
  const candles = candlesOf('2000 2015 1975 2005');
  const bracket = bracketPaths({ config: configOf(), candles });
  for (const path of ['byClose', 'favourableFirst', 'adverseFirst'] as const) {
    expect(bracket[path]).toEqual(walkCandles({ config: configOf(), candles, path }).summary);
  }
});
