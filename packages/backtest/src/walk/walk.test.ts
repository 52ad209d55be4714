import { decimal, formatDecimal, ratio, signOf } from '@rondo/decimal';
import { expect, test } from 'vitest';
import type { BacktestConfig } from '../config/config.ts';
import { simulateHistory } from './history.ts';
import { candlesOf, configOf } from '../../tests/_market.ts';
import { fillsToCsv, walkCandles, walkTo, type FillRow } from './walk.ts';
import { makeWalkedBot, startBot } from './walked-bot.ts';

/** Changes fields that a back-test file cannot set. Only the server sets these fields. */
function withBot(changes: Partial<BacktestConfig['bot']>): BacktestConfig {
  const config = configOf();
  return { ...config, bot: { ...config.bot, ...changes } };
}

const short = (rows: readonly FillRow[]): readonly string[] =>
  rows.map((row) => `${row.ts / 60_000} ${row.kind}${row.step} ${row.price}`);

test('a resting order fills one tick beyond its price with the fill rule `through`, and at its price with the fill rule `touch`', () => {
  const candles = candlesOf('2000 2000 1980 1985');
  expect(short(walkCandles({ config: configOf(), candles }).rows)).toEqual(['0 entry1 2000']);
  expect(short(walkCandles({ config: configOf({ fill: 'touch' }), candles }).rows)).toEqual([
    '0 entry1 2000',
    '0 entry2 1980',
  ]);
});

test('after an exit the next round opens at the current price', () => {
  const { rows } = walkCandles({ config: configOf(), candles: candlesOf('2000 2012 2000 2012') });
  expect(short(rows)).toEqual(['0 entry1 2000', '0 exit0 2010', '0 entry1 2010.01']);
});

test('a fill between two candles has the instant of the later candle', () => {
  const { rows } = walkCandles({
    config: configOf(),
    candles: candlesOf('2000 2000 2000 2000', '1970 1970 1970 1970'),
  });
  expect(short(rows)).toEqual(['0 entry1 2000', '1 entry2 1980']);
});

test('the path rules `byClose` and `favourableFirst` give different fills for one candle', () => {
  const candles = candlesOf('2000 2015 1975 2005');
  const story = (path: 'byClose' | 'favourableFirst' | 'adverseFirst'): readonly string[] =>
    short(walkCandles({ config: configOf({ path }), candles }).rows);
  expect(story('byClose')).toEqual(story('adverseFirst'));
  expect(story('favourableFirst')[1]).toBe('0 exit0 2010');
  expect(story('adverseFirst')[1]).toBe('0 entry2 1980');
  const shorts = walkCandles({ config: configOf({ direction: 'short', path: 'favourableFirst' }), candles }).rows;
  expect(short(shorts)[1]).toBe('0 exit0 1990');
});

test('slippage worsens the opening price and moves the whole ladder', () => {
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
])('a %s books funding at the previous close before its candle is simulated', (direction, amount) => {
  const funding = [{ at: 60_000, rate: decimal('0.001') }];
  const config = configOf({ direction, takerFee: '0', makerFee: '0' });
  const candles = candlesOf('2000 2000 2000 2000', '2000 2000 2000 2000');
  expect(formatDecimal(walkCandles({ config, candles, funding }).netPnl)).toBe(amount);
  expect(formatDecimal(walkCandles({ config, candles: candles.slice(1), funding }).netPnl)).toBe('0');
});

test('a stop loss that ends the bot is the last fill, and the bot ends with the reason stop_loss', () => {
  const { rows, summary } = walkCandles({
    config: withBot({ stopLoss: { fractionOfBudget: ratio(1n, 100n), endsBot: true } }),
    candles: candlesOf('2000 2000 1800 1900', '1900 1900 1900 1900'),
  });
  expect(rows.at(-1)?.kind).toBe('stop');
  expect([summary.stopped, summary.candles, summary.unrealizedPnl]).toEqual(['stop_loss', 1, '0.00000000']);
});

test('a liquidated bot closes all its lots in one fill and ends', () => {
  const { rows, summary } = walkCandles({ config: configOf(), candles: candlesOf('2000 2000 1500 1500') });
  expect(rows.at(-1)?.kind).toBe('liquidation');
  expect(summary).toMatchObject({ liquidated: true, stopped: null, maxStep: 4 });
});

test('a budget that cannot buy the smallest order ends the bot with below_min_size', () => {
  expect(
    walkCandles({ config: configOf({ allocation: '1' }), candles: candlesOf('2000 2000 2000 2000') }).summary,
  ).toMatchObject({ stopped: 'below_min_size', fills: 0 });
});

test('simulateHistory groups the fills by round, and the results of the rounds sum to the result of the simulation', () => {
  const candles = candlesOf('2000 2012 2000 2012', '2012 2012 1985 1990', '1990 2030 1990 2030');
  const { rounds, walk } = simulateHistory({ config: withBot({ autoReentry: false }), candles });
  expect(rounds).toHaveLength(1);
  expect(rounds[0]?.fills.map((fill) => fill.kind)).toEqual(['entry', 'exit']);
  expect(formatDecimal(rounds[0]?.netPnl ?? decimal('0'))).toBe(formatDecimal(walk.netPnl));
  expect(walk.summary.stopped).toBe('last_round');
});

test('with the option `closesAtEnd` the bot closes its position at the last price and realises its loss', () => {
  const candles = candlesOf('2000 2000 1975 1976', '1976 1978 1970 1972');
  const { rounds, walk } = simulateHistory({ config: configOf(), candles, closesAtEnd: true });
  expect(walk.rows.at(-1)).toMatchObject({ kind: 'close', price: '1972', ts: 60_000 });
  expect(signOf(walk.netPnl)).toBe(-1);
  expect(walk.summary).toMatchObject({ stopped: 'stopped_closed', rounds: 0, unrealizedPnl: '0.00000000' });
  expect(rounds.map((round) => round.reason)).toEqual(['stop']);
});

test('fillsToCsv prints fills with plain numbers', () => {
  const { rows } = walkCandles({ config: configOf(), candles: candlesOf('2000 2000 2000 2000') });
  expect(fillsToCsv(rows)).toBe('ts,kind,step,price,size,fee\n0,entry,1,2000,31.25,3.12500000\n');
});

test('walkTo throws an error when one movement of the price causes too many fills', () => {
  const bot = makeWalkedBot(configOf({ stopLoss: '0.0001', makerFee: '0', takerFee: '0' }), {
    onFill: () => {},
    onFact: () => {},
  });
  bot.walked = 200_000n;
  startBot(bot);
  // The stop loss acts at every tick.
  expect(() => walkTo(bot, 199_990n, 5)).toThrow('A leg of the candle at 0 has more than 5 fills');
  walkTo(bot, 199_990n);
  expect(bot.walked).toBe(199_990n);
});

test('resting orders fill as makers, and orders at market fill as takers', () => {
  const config = configOf({ cyclicSteps: 3, stopLoss: '30' });
  const { fills } = walkCandles({ config, candles: candlesOf('2000 2000 1970 1995', '1995 2020 1500 1500') });
  const liquidityOf = (kind: string): readonly string[] => [
    ...new Set(fills.filter((fill) => fill.kind === kind && fill.step !== 1).map((fill) => fill.liquidity)),
  ];
  expect(['entry', 'cycle', 'exit', 'stop'].map(liquidityOf)).toEqual([['maker'], ['maker'], ['maker'], ['taker']]);
  expect(new Set(fills.filter((fill) => fill.step === 1).map((fill) => fill.liquidity))).toEqual(new Set(['taker']));
  const lost = walkCandles({ config: configOf(), candles: candlesOf('2000 2000 1500 1500') });
  expect(lost.fills.at(-1)).toMatchObject({ kind: 'liquidation', liquidity: 'taker' });
});

test.each([
  // The credit of the cycles of step 4 brings the base exit to the price of the exit of step 4. The market is then one
  // tick beyond this price, so the price is the best price of the order book.
  ['long', ['2000 2000 1935 1945', '1945 1951 1935 1945'], 195_030],
  ['short', ['2000 2065 2000 2055', '2055 2065 2049 2055'], 205_030],
])(
  'an order of a %s whose price the market has passed when it is placed fills as taker at the best price when the input says so',
  (direction, [fall = '', cycle = ''], price) => {
    const config = configOf({ direction });
    const candles = candlesOf(fall, ...Array.from({ length: 5 }, () => cycle));
    const exitOf = (takesWhenPlaced: boolean): unknown => {
      const { fills } = walkCandles({ config, candles, takesWhenPlaced });
      const place = fills.findIndex((fill) => fill.kind === 'exit');
      return [fills[place - 1], fills[place]].map((fill) => `${fill?.kind} ${fill?.price} ${fill?.liquidity}`);
    };
    expect(exitOf(false)).toEqual([`cycle ${price} maker`, `exit ${price} maker`]);
    expect(exitOf(true)).toEqual([`cycle ${price} maker`, `exit ${price} taker`]);
  },
);

const guard = { firstWaitMinutes: 1, maxWaitMinutes: 60, stopsPerHour: 4, dayLossPercent: '50' };
/** The next entry is 5 % below step 1, so a falling price reaches the stop loss of 1 % of the budget first. */
const guarded = { stopLoss: '1', stepDistance: '5', lossGuard: guard };
const falling = ['2000 2000 1950 1950', '1950 1950 1950 1950', '1950 1951 1950 1951', '1951 1952 1951 1952'] as const;

test('after a stop loss the next round opens at the close of the candle in which the wait ends', () => {
  const plain = walkCandles({ config: configOf({ ...guarded, lossGuard: null }), candles: candlesOf(...falling) });
  expect(short(plain.rows)[2]).toMatch(/^0 entry1/);
  const { rows, facts } = walkCandles({ config: configOf(guarded), candles: candlesOf(...falling) });
  expect(short(rows).map((row) => row.split(' ').slice(0, 2).join(' '))).toEqual(['0 entry1', '0 stop0', '1 entry1']);
  expect(short(rows)[2]).toBe('1 entry1 1950');
  expect(facts.some(({ fact }) => fact.kind === 'roundDelayed')).toBe(true);
});

test('when the wait ends inside the candle of the stop loss, the next round opens at the close of this candle', () => {
  const candles = candlesOf('2000 2000 1950 1960', '1960 1960 1960 1960').map((candle) => ({
    ...candle,
    at: candle.at * 5,
  }));
  const { rows } = walkCandles({ config: configOf(guarded), candles });
  expect(short(rows)).toEqual(['0 entry1 2000', expect.stringContaining('0 stop0'), '0 entry1 1960']);
});

test('a locked bot ends with the reason loss_guard', () => {
  const config = configOf({ ...guarded, lossGuard: { ...guard, stopsPerHour: 0 } });
  const { summary } = walkCandles({ config, candles: candlesOf(...falling) });
  expect([summary.stopped, summary.candles, summary.fills]).toEqual(['loss_guard', 1, 2]);
  const lost = configOf({ ...guarded, lossGuard: { ...guard, dayLossPercent: '1' } });
  expect(walkCandles({ config: lost, candles: candlesOf(...falling) }).summary.stopped).toBe('loss_guard');
});
