// A bot on a simulated market. The strategy gets the fills that the simulated price causes (strategy 7). The market has
// no order book: every resting order fills completely at its own price.
import {
  addFractions,
  fraction,
  multiply,
  multiplyFractions,
  oneFraction,
  subtractFractions,
  ticks,
  ceilFraction,
  floorFraction,
  negate,
  isZero,
  type Decimal,
  type Lots,
  type Ticks,
} from '@rondo/decimal';
import {
  currentStep,
  firstHoldEnd,
  guardLockOf,
  liquidationPrice,
  moneyOf,
  needsPrice,
  newBot,
  openSize,
  orderTicks,
  step,
  type BotState,
  type DesiredOrder,
  type Fact,
  type Liquidity,
  type StrategyEvent,
} from '@rondo/strategy';
import type { BacktestConfig } from '../config/config.ts';
import type { SignalCandles, SignalDistances } from '../entry/signal-candles.ts';
import { reentryDraws, type JitterDraw } from './reentry-jitter.ts';

/** The kind of a fill: an entry, a cyclic exit, the base exit, a stop loss, a liquidation, or a close at market. */
export type FillKind = 'entry' | 'cycle' | 'exit' | 'stop' | 'liquidation' | 'close';

/** One fill of a simulated bot. `step` is 0 for an exit of several steps. The fee is in USDT and positive when the bot pays it. */
export type SimulatedFill = {
  readonly at: number;
  readonly kind: FillKind;
  readonly round: number;
  readonly step: number;
  readonly price: Ticks;
  readonly lots: Lots;
  readonly fee: Decimal;
  readonly liquidity: Liquidity;
};

/**
 * A price at which the bot acts. When `side` is below, the price reaches the level from above. When `side` is above,
 * the price reaches the level from below.
 */
export type Level = {
  readonly trigger: bigint;
  readonly side: 'below' | 'above';
  readonly rank: number;
  readonly step: number;
  readonly order: DesiredOrder | null;
  /** True when the order was placed at a price that the market had already passed, and the bot takes such orders. */
  readonly takes: boolean;
};

/** A simulated bot. `walked` is the current price. The simulation changes this object in place. */
export type WalkedBot = {
  readonly config: BacktestConfig;
  state: BotState;
  walked: bigint;
  at: number;
  levels: readonly Level[];
  maxStep: number;
  /** The draws of the re-entry jitter. Null before the first draw. */
  draw: JitterDraw | null;
  /** True when the draws of the re-entry jitter allow the next round. The round then waits only for a signal. */
  isDrawn: boolean;
  /** The signals of the entry rule, and the index of the next of them. Null when rounds need no signal. */
  readonly signals: SignalCandles | null;
  nextSignal: number;
  readonly distances: SignalDistances;
  /** See `WalkInput`. */
  readonly takesWhenPlaced: boolean;
  readonly onFill: (fill: SimulatedFill, state: BotState) => void;
  readonly onFact: (fact: Fact, at: number) => void;
  /** This function is called after each change of the levels. Replays use it to draw the levels. */
  readonly onLevels?: (bot: WalkedBot) => void;
  readonly watch?: Watch;
};

/** Follows a simulation that skips candles. A replay of one round of many uses it. */
export type Watch = {
  /** Returns true while every candle is simulated, also a candle that touches no level. */
  readonly seesAll: () => boolean;
  /** Returns true when the simulation can end after the present candle. */
  readonly isDone: () => boolean;
  /** This function is called before the price moves to a corner of a candle (0 to 3). */
  readonly onLeg: (bot: WalkedBot, corner: number, target: bigint) => void;
  /** This function is called after the price has moved to the corner. */
  readonly onPrice: (bot: WalkedBot) => void;
};

/** Returns a bot that has not started. Its price is 0. */
export function makeWalkedBot(
  config: BacktestConfig,
  hooks: Pick<WalkedBot, 'onFill' | 'onFact' | 'onLevels' | 'watch'>,
  {
    signals = null,
    distances = () => null,
    takesWhenPlaced = false,
  }: Partial<Pick<WalkedBot, 'signals' | 'distances' | 'takesWhenPlaced'>> = {},
): WalkedBot {
  // With signals or the re-entry jitter every round waits for a signal, and the simulation gives the signal.
  const waits = config.reentryJitter !== undefined || signals !== null;
  const state = newBot(waits ? { ...config.bot, waitsForSignal: true } : config.bot);
  const start = { walked: 0n, at: 0, levels: [], maxStep: 0, draw: null, isDrawn: true, nextSignal: 0 };
  return { config, state, ...start, signals, distances, takesWhenPlaced, ...hooks };
}

/** Returns true when a started bot has ended for any reason. */
export function hasEnded(bot: WalkedBot): boolean {
  return bot.state.status !== 'active' || isLocked(bot.state);
}

/** Returns true when the loss guard allows no new round. Nobody releases the lock of a back-test, so the bot ends (strategy 8.3). */
export function isLocked(state: BotState): boolean {
  return guardLockOf(state) !== null;
}

/** Returns true when the wait of the loss guard ends before this instant (epoch ms). */
export function isWaitEnding(bot: WalkedBot, before: number): boolean {
  const until = firstHoldEnd(bot.state);
  return until !== null && until < before;
}

/** Opens the next round at the current price, because the wait of the loss guard is over. */
export function endWait(bot: WalkedBot, at: number): void {
  dispatch(bot, { kind: 'waitOver', at });
}

/** Returns true when the next round waits for a draw of the re-entry jitter (strategy 8.4). */
export function isWaitingForDraw(bot: WalkedBot): boolean {
  return bot.config.reentryJitter !== undefined && !bot.isDrawn && isWaiting(bot);
}

/** Returns true when a signal comes at the close of the candle with this index, and the bot waits only for a signal. The candles come in rising order. */
export function isAtSignal(bot: WalkedBot, candle: number): boolean {
  const { signals } = bot;
  if (signals === null) return false;
  while ((signals[bot.nextSignal] ?? candle) < candle) bot.nextSignal += 1;
  return signals[bot.nextSignal] === candle && isWaiting(bot) && !isWaitingForDraw(bot);
}

/** Opens the next round at the current price, unless a hold allows no round. `candle` is the index of the candle of a signal. */
export function openOnSignal(bot: WalkedBot, candle?: number): void {
  const stepDistance = candle === undefined ? null : bot.distances(candle);
  dispatch(bot, { kind: 'signal', stepDistance });
  bot.isDrawn = bot.state.round === null;
}

function isWaiting({ state }: WalkedBot): boolean {
  return state.status === 'active' && state.round === null;
}

/** Draws a number for a candle of this length. When the draw allows the next round, it opens at the current price, or waits for a signal. */
export function drawReentry(bot: WalkedBot, candleMs: number): void {
  const jitter = bot.config.reentryJitter;
  if (jitter === undefined || bot.state.holds.length > 0) return;
  bot.draw ??= reentryDraws(jitter, candleMs);
  if (!bot.draw()) return;
  bot.isDrawn = true;
  if (bot.signals === null) openOnSignal(bot);
}

/** Starts the bot at its current price. */
export function startBot(bot: WalkedBot): void {
  dispatch(bot, { kind: 'start' });
  if (bot.config.reentryJitter !== undefined && bot.signals === null) openOnSignal(bot);
}

/** Closes the position at the current price and ends the bot, like a stop by the owner. */
export function closeAtMarket(bot: WalkedBot): void {
  dispatch(bot, { kind: 'stop', closePosition: true });
}

/** Books funding at the rate and the price (strategy 7) and computes the levels again. */
export function bookFunding(bot: WalkedBot, rate: Decimal, price: Ticks): void {
  const paid = multiply(moneyOf(price * openSize(bot.state), bot.config.bot.instrument), rate);
  if (isZero(paid)) return;
  const amount = bot.config.bot.direction === 'long' ? negate(paid) : paid;
  dispatch(bot, { kind: 'funding', amount });
}

/** Acts on a level that the current price has reached. */
export function actOn(bot: WalkedBot, level: Level): void {
  if (level.order === null) {
    liquidate(bot);
    return;
  }
  const { order } = level;
  if (level.takes) return dispatch(bot, fillOf(bot, order, { price: bestPrice(bot, order.side), liquidity: 'taker' }));
  const isStop = order.type === 'trigger';
  // A resting order is a limit order or a trigger order. A limit order has a price.
  const price = isStop ? worsened(bot, order.side) : order.price!;
  dispatch(bot, fillOf(bot, order, { price, liquidity: isStop ? 'taker' : 'maker' }));
}

/** Reduces an event, and then the fill of each market order that follows, until the bot waits for a price. */
function dispatch(bot: WalkedBot, event: StrategyEvent): void {
  for (let next: StrategyEvent | null = event; next !== null;) next = reduceEvent(bot, next);
}

/** Returns the fill of the market order that the bot wants after an event, or null when it wants none. */
function reduceEvent(bot: WalkedBot, event: StrategyEvent): StrategyEvent | null {
  let result = step(bot.state, event);
  report(bot, result.facts);
  bot.state = result.state;
  if (bot.state.round?.closing?.ordersGone === false) {
    // On a simulated market a cancellation is confirmed immediately.
    result = step(bot.state, { kind: 'ordersGone', at: bot.at });
    report(bot, result.facts);
    bot.state = result.state;
  }
  if (needsPrice(bot.state)) {
    // The size of step 1 is calculated from the price without slippage, as in live trading (strategy 8.1).
    result = step(bot.state, { kind: 'price', price: ticks(bot.walked) });
    report(bot, result.facts);
    bot.state = result.state;
  }
  bot.maxStep = Math.max(bot.maxStep, currentStep(bot.state));
  const market = result.desired.find((order) => order.type === 'ioc' || order.type === 'market');
  if (market !== undefined) return fillOf(bot, market, { price: worsened(bot, market.side), liquidity: 'taker' });
  bot.levels = levelsOf(bot, result.desired);
  bot.onLevels?.(bot);
  return null;
}

function report(bot: WalkedBot, facts: readonly Fact[]): void {
  for (const fact of facts) bot.onFact(fact, bot.at);
}

/**
 * Returns the current price worsened by the slippage and rounded to the tick of orders against the bot. Without
 * slippage the current price stays, also between two ticks of orders (strategy 8.2).
 */
function worsened(bot: WalkedBot, side: 'buy' | 'sell'): Ticks {
  const { slippage } = bot.config;
  if (slippage.n === 0n) return ticks(bot.walked);
  const step = orderTicks(bot.config.bot.instrument);
  const price = fraction(bot.walked, step);
  return side === 'buy'
    ? ticks(ceilFraction(multiplyFractions(price, addFractions(oneFraction, slippage))) * step)
    : ticks(floorFraction(multiplyFractions(price, subtractFractions(oneFraction, slippage))) * step);
}

/** Reports the fill of an order and returns its event. */
function fillOf(
  bot: WalkedBot,
  order: DesiredOrder,
  at: { readonly price: Ticks; readonly liquidity: Liquidity },
): StrategyEvent {
  const lots = order.lots;
  const fee = feeOf(bot, { ...at, lots });
  const kind = fillKind(order);
  const fill: SimulatedFill = { at: bot.at, kind, round: order.slot.round, step: order.slot.step, ...at, lots, fee };
  const event: StrategyEvent = {
    kind: 'fill',
    slot: order.slot,
    generation: order.generation,
    price: at.price,
    lots,
    fee,
    liquidity: at.liquidity,
    fillId: '',
    at: bot.at,
  };
  bot.onFill(fill, bot.state);
  return event;
}

function liquidate(bot: WalkedBot): void {
  // The current price equals the level, or is beyond the level after funding or a fee has moved the level.
  const price = ticks(bot.walked);
  const lots = openSize(bot.state);
  const fee = feeOf(bot, { price, lots, liquidity: 'taker' });
  bot.onFill(
    { at: bot.at, kind: 'liquidation', round: bot.state.roundsOpened, step: 0, price, lots, fee, liquidity: 'taker' },
    bot.state,
  );
  dispatch(bot, { kind: 'liquidated', fills: [{ price, lots, fee }] });
}

function feeOf(
  bot: WalkedBot,
  fill: { readonly price: Ticks; readonly lots: Lots; readonly liquidity: Liquidity },
): Decimal {
  const { instrument } = bot.config.bot;
  const rate = fill.liquidity === 'taker' ? instrument.takerFee : instrument.makerFee;
  return multiply(moneyOf(fill.price * fill.lots, instrument), rate);
}

function fillKind(order: DesiredOrder): FillKind {
  switch (order.slot.kind) {
    case 'entry':
      return 'entry';
    case 'takeProfit':
      return 'cycle';
    case 'baseExit':
      return 'exit';
    case 'stopLoss':
      return 'stop';
    case 'close':
      return 'close';
    default:
      return order.slot.kind satisfies never;
  }
}

/** Returns true when this price reaches the level. */
export function isReached(level: Pick<Level, 'side' | 'trigger'>, price: bigint): boolean {
  return level.side === 'below' ? price <= level.trigger : price >= level.trigger;
}

/** Returns the best price of the opposite side of the order book, which is one tick from the current price. */
function bestPrice({ walked, config }: WalkedBot, side: 'buy' | 'sell'): Ticks {
  const tick = orderTicks(config.bot.instrument);
  return ticks(side === 'buy' ? walked + tick : walked - tick);
}

/** Returns true when an order takes liquidity, because the market had already passed its price when it was placed. */
function takesLiquidity(bot: WalkedBot, order: DesiredOrder, place: Pick<Level, 'side' | 'trigger'>): boolean {
  if (!bot.takesWhenPlaced || order.type === 'trigger') return false;
  const before = bot.levels.find((level) => level.order !== null && isSameOrder(level.order, order));
  return before === undefined ? isReached(place, bot.walked) : before.takes;
}

function isSameOrder(a: DesiredOrder, b: DesiredOrder): boolean {
  const isSameSlot = a.slot.kind === b.slot.kind && a.slot.step === b.slot.step && a.slot.round === b.slot.round;
  return isSameSlot && a.generation === b.generation && a.price === b.price;
}

/** Levels that are reached together act in this sequence: entries and cyclic exits by step, base exit, stop loss, liquidation. */
const rankOf = { entry: 0, takeProfit: 0, baseExit: 1, stopLoss: 2, close: 3 } as const;
const liquidationRank = 4;

function levelsOf(bot: WalkedBot, desired: readonly DesiredOrder[]): readonly Level[] {
  const levels = desired.map((order) => levelOf(bot, order));
  const liquidation = bot.state.status === 'active' ? liquidationPrice(bot.state) : null;
  if (liquidation !== null) {
    const side = bot.config.bot.direction === 'long' ? 'below' : 'above';
    levels.push({ trigger: liquidation, side, rank: liquidationRank, step: 0, order: null, takes: false });
  }
  return levels.sort((a, b) => a.rank - b.rank || a.step - b.step);
}

function levelOf(bot: WalkedBot, order: DesiredOrder): Level {
  // An order without a price fills at market immediately, so a resting order has a price.
  const price = order.price!;
  const common = { rank: rankOf[order.slot.kind], step: order.slot.step, order };
  // A stop that sells acts when the price falls. A limit order that sells fills when the price rises.
  const isStop = order.type === 'trigger';
  const side = (order.side === 'buy') !== isStop ? 'below' : 'above';
  const beyond = isStop || bot.config.fill === 'touch' ? 0n : orderTicks(bot.config.bot.instrument);
  const place = { side, trigger: side === 'below' ? price - beyond : price + beyond } as const;
  return { ...common, ...place, takes: takesLiquidity(bot, order, place) };
}
