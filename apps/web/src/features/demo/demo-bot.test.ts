// Tests that the card of the demo shows the figures of the simulated bot: of an open round, before the next round, and after the end of the bot.
import { readCandle, walkCandles } from '@rondo/backtest';
import type { CandleWire } from '@rondo/contract';
import {
  add,
  decimal,
  formatDecimal,
  percent,
  percentToRatio,
  priceOf,
  sizeOf,
  ticks,
  zeroFraction,
  type Ticks,
} from '@rondo/decimal';
import {
  averageEntry,
  baseExitPrice,
  currentStep,
  filledSteps,
  liquidationPrice,
  nextMoves,
  openSize,
  unrealised,
  type BotConfig,
} from '@rondo/strategy';
import { botConfig } from '@rondo/testkit';
import { expect, test } from 'vitest';
import type { DemoBot } from './demo-bot.ts';
import { runDemo } from './demo-run.ts';

const long = botConfig({ cyclicSteps: 2, stepDistance: percentToRatio(percent('1')) });
const stopLoss = { fractionOfBudget: percentToRatio(percent('5')), endsBot: false };

const hourMs = 3_600_000;
const list = (texts: readonly string[]): readonly CandleWire[] =>
  texts.map((text, index) => {
    const [open = '', high = '', low = '', close = ''] = text.split(' ');
    return { at: index * hourMs, open, high, low, close, volume: '1' };
  });

const demoBot = (config: BotConfig, texts: readonly string[]): DemoBot => {
  const run = runDemo(config, list(texts));
  if (run === null) throw new Error('No order can be placed.');
  return run.bot;
};

/** Simulates one round with the engine of the back-test. */
const walked = (config: BotConfig, texts: readonly string[]) => {
  const candles = list(texts).flatMap((candle) => readCandle(candle, config.instrument.tickSz) ?? []);
  const bot = { ...config, autoReentry: false };
  return walkCandles({ config: { bot, fill: 'through', path: 'byClose', slippage: zeroFraction }, candles });
};

const priceText = (price: Ticks | null): string | null =>
  price === null ? null : formatDecimal(priceOf(price, long.instrument.tickSz));

const falling = ['2000 2001 1970 1975', '1975 1976 1930 1935'] as const;
const cycling = ['2000 2001 1970 1975', '1975 1976 1939 1952', '1952 1953 1938 1940'] as const;
const rising = ['2000 2031 1999 2028', '2028 2062 2027 2049', '2049 2064 2048 2063'] as const;
const crash = ['2000 2001 1970 1975', '1975 1975 1240 1285'] as const;
const exit = '2000 2012 2000 2012';

/** The last close of the candles in ticks. */
const lastPrice = (texts: readonly string[]): Ticks => ticks(BigInt(`${texts.at(-1)?.split(' ')[3] ?? ''}00`));

test.each<[string, BotConfig, readonly string[]]>([
  ['a long', long, falling],
  ['a long with cycles', long, cycling],
  [
    'a long with one cyclic step and half of the credit',
    { ...long, cyclicSteps: 1, cycleCredit: percentToRatio(percent('50')) },
    cycling,
  ],
  [
    'a long with a stop loss',
    { ...long, stopLoss: { ...stopLoss, fractionOfBudget: percentToRatio(percent('50')) } },
    falling,
  ],
  ['a long that cannot be liquidated', { ...long, leverage: decimal('1') }, falling],
  ['a short', { ...long, direction: 'short' }, rising],
])('the figures of %s in an open round are the figures of the back-test', (_name, config, texts) => {
  const { state, facts, fills, netPnl } = walked(config, texts);
  const { bot, fills: shownFills } = demoBot(config, texts);
  const price = lastPrice(texts);
  const open = unrealised(state, price);
  expect(state.round).not.toBeNull();
  if (state.round === null) return;
  expect(bot).toMatchObject({
    status: 'active',
    direction: config.direction === 'long' ? 'LONG' : 'SHORT',
    round: 1,
    cycles: facts.filter(({ fact }) => fact.kind === 'cycleCompleted').length,
    current_step: currentStep(state),
    filled_steps: filledSteps(state),
    entry_price: formatDecimal(averageEntry(state) ?? decimal('0')),
    position_size: formatDecimal(sizeOf(openSize(state), long.instrument.lotSz)),
    mark_price: priceText(price),
    take_profit_price: priceText(baseExitPrice(state.round, config)),
    liquidation_price: priceText(liquidationPrice(state)),
    realised_pnl: formatDecimal(netPnl),
    unrealised_pnl: formatDecimal(open),
    current_pnl: formatDecimal(add(netPnl, open)),
    simulated: true,
    is_last: false,
  });
  expect(bot.current_step).toBeGreaterThan(0);
  expect(bot.next_moves).toEqual(
    nextMoves(state, () => false).map((move) =>
      expect.objectContaining({
        kind: move.kind,
        step: move.step,
        price: priceText(move.price),
        net_pnl: move.net === null ? null : formatDecimal(move.net),
        exit_after: priceText(move.exitAfter),
        liquidation_after: priceText(move.liquidationAfter),
      }),
    ),
  );
  expect(bot.entry.data.map(({ price: at }) => at)).toEqual(
    state.round.plan?.steps.map((step) => priceText(step.price)),
  );
  expect(shownFills.map(({ price: at, step }) => [at, step])).toEqual(
    fills.map((fill) => [priceText(fill.price), fill.step]),
  );
});

test('the markers and the exit of the chart belong to the running round, and a cycle has its number', () => {
  const { bot, fills, exitSteps } = demoBot(long, [exit, ...cycling]);
  expect(bot.round).toBe(2);
  expect(new Set(fills.map(({ round }) => round))).toEqual(new Set([2]));
  expect(new Set(fills.map(({ order_id: order }) => order)).size).toBe(fills.length);
  expect(new Set(fills.map(({ kind }) => kind))).toEqual(new Set(['entry', 'takeProfit']));
  expect(Math.min(...fills.map(({ at }) => at))).toBeGreaterThanOrEqual(hourMs);
  expect(exitSteps.at(-1)?.price).toBe(bot.take_profit_price);
  const cycles = exitSteps.flatMap(({ cycle }) => (cycle === null ? [] : [cycle.count]));
  expect(cycles).toEqual(cycles.map((_, index) => index + 1));
  expect(cycles.length).toBeGreaterThan(0);
});

test('a bot whose round has ended with the last candle waits for the next round, without a position', () => {
  const { bot, fills, exitSteps } = demoBot(long, [exit]);
  expect(bot).toMatchObject({ status: 'active', phase: 'opening', round: 2, current_step: 0, position_size: '0' });
  expect(bot).toMatchObject({ entry_price: null, take_profit_price: null, liquidation_price: null, next_moves: [] });
  expect(bot).toMatchObject({ unrealised_pnl: '0', current_pnl: bot.realised_pnl });
  expect(Number(bot.realised_pnl)).toBeGreaterThan(0);
  expect(bot.entry.data).toHaveLength(4);
  expect([fills, exitSteps]).toEqual([[], []]);
});

test('a liquidated bot has ended, with its loss and the fills of its round', () => {
  const { bot, fills } = demoBot(long, [exit, ...crash]);
  expect(bot).toMatchObject({ status: 'completed', phase: 'liquidated', round: 2, position_size: '0', next_moves: [] });
  expect(Number(bot.realised_pnl)).toBeLessThan(0);
  expect(bot.ended_at).toBe(bot.updated_at);
  expect(fills.at(-1)?.kind).toBe('liquidation');
});

test.each([
  [{ ...long, stopLoss }, 'waiting_after_stop', 'active'],
  [{ ...long, stopLoss: { ...stopLoss, endsBot: true } }, 'completed', 'completed'],
] as const)('after a stop loss the bot waits or has ended: case %#', (config, phase, status) => {
  expect(demoBot(config, crash).bot).toMatchObject({ phase, status, position_size: '0' });
});

test('a bot that does not enter again ends with its round', () => {
  const once = { ...long, autoReentry: false };
  expect(demoBot(once, [exit]).bot).toMatchObject({ phase: 'completed', is_last: true });
});
