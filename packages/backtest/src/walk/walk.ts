// Simulates a bot over candles with the reducer. The levels of the bot act in the sequence of the price path (strategy 7).
import { formatDecimal, formatFixed, priceOf, sizeOf, ticks, type Decimal } from '@rondo/decimal';
import { netRealised, unrealised, type BotState, type Fact } from '@rondo/strategy';
import type { Candle, FundingRate } from '../candles/candles.ts';
import { candleAt, cellAt, columnsOf, type CandleColumns } from '../candles/columns.ts';
import { signalCandlesOf, signalDistancesOf } from '../entry/signal-candles.ts';
import { intervalOf } from '../candles/candle-gaps.ts';
import type { BacktestConfig } from '../config/config.ts';
import { maxActionsPerLeg } from '../limits.ts';
import {
  actOn,
  bookFunding,
  closeAtMarket,
  drawReentry,
  isAtSignal,
  endWait,
  hasEnded,
  isLocked,
  isReached,
  isWaitEnding,
  isWaitingForDraw,
  makeWalkedBot,
  openOnSignal,
  startBot,
  type Level,
  type SimulatedFill,
  type WalkedBot,
} from './walked-bot.ts';

/**
 * The input of a simulation. `funding` is in time order. With `closesAtEnd` the owner stops the bot at the last close.
 * With `takesWhenPlaced` an order whose price the market has already passed when it is placed fills as taker at the best
 * price, as on a live venue with a spread of one tick on each side (strategy 7). The fill rule must then be `through`.
 */
export type WalkInput = {
  readonly config: BacktestConfig;
  readonly candles: Iterable<Candle>;
  readonly funding?: readonly FundingRate[];
  readonly closesAtEnd?: boolean;
  readonly takesWhenPlaced?: boolean;
};

/** One printed fill. The price and the size are plain decimals, and the fee has 8 decimal places. */
export type FillRow = {
  readonly ts: number;
  readonly kind: SimulatedFill['kind'];
  readonly step: number;
  readonly price: string;
  readonly size: string;
  readonly fee: string;
};

/** The figures of a simulation. Money is rounded half up to 8 decimal places (strategy 7). */
export type WalkSummary = {
  readonly candles: number;
  readonly rounds: number;
  readonly cycles: number;
  readonly fills: number;
  readonly netPnl: string;
  readonly unrealizedPnl: string;
  readonly maxStep: number;
  readonly liquidated: boolean;
  readonly stopped: string | null;
};

/**
 * The result of a simulation: exact fills and facts in time order, printed rows, figures, and the last state of the
 * bot. `netPnl` is the net realised result in USDT.
 */
export type WalkResult = {
  readonly fills: readonly SimulatedFill[];
  readonly rows: readonly FillRow[];
  readonly facts: readonly { readonly at: number; readonly fact: Fact }[];
  readonly summary: WalkSummary;
  readonly state: BotState;
  readonly netPnl: Decimal;
};

/**
 * Simulates a bot over candles. The simulation has no order book. Every order fills completely, and a market order
 * fills at the current price worsened by slippage.
 */
export function walkCandles(input: WalkInput): WalkResult {
  const { config, takesWhenPlaced = false } = input;
  const { candles, intervalMs, ...signals } = prepared(config, input.candles);
  return walkWith(config, {
    ...signals,
    takesWhenPlaced,
    walk: (bot) => walkAll(bot, { ...input, candles }, intervalMs),
  });
}

/** Simulates a bot over columns of candles. The result equals the result of `walkCandles`. The function skips every candle that touches no level. */
export function walkColumns(
  config: BacktestConfig,
  candles: CandleColumns,
  funding: readonly FundingRate[] = [],
): WalkResult {
  const walk = (bot: WalkedBot): number => walkTouched(bot, candles, funding);
  return walkWith(config, { ...signalsOf(candles, config), takesWhenPlaced: false, walk });
}

type Signals = Pick<WalkedBot, 'signals' | 'distances'>;

/** Returns the signals of a configuration on the candles, and the step distances of their rounds. */
export function signalsOf(candles: CandleColumns, config: BacktestConfig): Signals {
  return { signals: signalCandlesOf(candles, config), distances: signalDistancesOf(candles, config) };
}

type Walk = Signals & {
  readonly takesWhenPlaced: boolean;
  readonly walk: (bot: WalkedBot) => number;
};

function walkWith(config: BacktestConfig, { walk, ...options }: Walk): WalkResult {
  const fills: SimulatedFill[] = [];
  const facts: { readonly at: number; readonly fact: Fact }[] = [];
  const hooks = {
    onFill: (fill: SimulatedFill) => fills.push(fill),
    onFact: (fact: Fact, at: number) => facts.push({ at, fact }),
  };
  const bot = makeWalkedBot(config, hooks, options);
  const walkedCandles = walk(bot);
  const { instrument } = config.bot;
  const netPnl = netRealised(bot.state);
  const rows = fills.map((fill) => ({
    ts: fill.at,
    kind: fill.kind,
    step: fill.step,
    price: formatDecimal(priceOf(fill.price, instrument.tickSz)),
    size: formatDecimal(sizeOf(fill.lots, instrument.lotSz)),
    fee: formatFixed(fill.fee, 8),
  }));
  const summary: WalkSummary = {
    candles: walkedCandles,
    rounds: bot.state.roundsCompleted,
    cycles: bot.state.cyclesCompleted,
    fills: fills.length,
    netPnl: formatFixed(netPnl, 8),
    unrealizedPnl: formatFixed(unrealised(bot.state, ticks(bot.walked)), 8),
    maxStep: bot.maxStep,
    liquidated: bot.state.status === 'liquidated',
    stopped: endReason(bot.state),
  };
  return { fills, rows, facts, summary, state: bot.state, netPnl };
}

/** Returns the CSV of the fills of a simulation, with the header `ts,kind,step,price,size,fee`. */
export function fillsToCsv(rows: readonly FillRow[]): string {
  const lines = rows.map((row) => [row.ts, row.kind, row.step, row.price, row.size, row.fee].join(','));
  return ['ts,kind,step,price,size,fee', ...lines, ''].join('\n');
}

/** Returns the reason why the bot ended. A budget of zero cannot buy the smallest order, so both refusals have the name below_min_size. */
function endReason(state: BotState): string | null {
  if (state.completion !== null) return state.completion;
  if (isLocked(state)) return 'loss_guard';
  return state.errorKey === 'no_budget' ? 'below_min_size' : state.errorKey;
}

function walkAll(bot: WalkedBot, input: WalkInput, intervalMs: number): number {
  const funding = input.funding ?? [];
  let nextFunding = 0;
  let previous: Candle | null = null;
  let count = 0;
  for (const candle of input.candles) {
    count += 1;
    for (; (funding[nextFunding]?.at ?? Number.POSITIVE_INFINITY) <= candle.at; nextFunding += 1) {
      const rate = funding[nextFunding]?.rate;
      if (previous !== null && rate !== undefined) bookFunding(bot, rate, previous.close);
    }
    bot.at = candle.at;
    walkCandle(bot, candle, { index: count - 1, intervalMs });
    if (hasEnded(bot)) break;
    previous = candle;
  }
  if (input.closesAtEnd === true && previous !== null && !hasEnded(bot)) closeAtMarket(bot);
  return count;
}

/**
 * Returns the candles with their signals and their interval in milliseconds. Only a loss guard and the re-entry jitter need the interval.
 * To compute the interval and the signals, all candles are read before the simulation.
 */
function prepared(
  config: BacktestConfig,
  candles: Iterable<Candle>,
): Signals & { readonly candles: Iterable<Candle>; readonly intervalMs: number } {
  const none = { signals: null, distances: () => null };
  const needsSignals = config.entry !== undefined || config.bot.atrMultiplier !== undefined;
  if (!needsInterval(config) && !needsSignals) return { candles, intervalMs: 0, ...none };
  const list = [...candles];
  const intervalMs = intervalOf({ at: Float64Array.from(list, (candle) => candle.at) });
  return { candles: list, intervalMs, ...(needsSignals ? signalsOf(columnsOf(list), config) : none) };
}

function needsInterval({ bot, reentryJitter }: BacktestConfig): boolean {
  return bot.lossGuard !== undefined || reentryJitter !== undefined;
}

/** Simulates the candles that touch a level. The numbers of a column are exact as doubles, so their comparison with a level is also exact. */
export function walkTouched(bot: WalkedBot, candles: CandleColumns, funding: readonly FundingRate[]): number {
  const { at, low, high, close } = candles;
  let nextFunding = 0;
  let touch = { below: 0, above: 0 };
  const intervalMs = needsInterval(bot.config) ? intervalOf(candles) : 0;
  for (let index = 0; index < at.length; index += 1) {
    const instant = cellAt(at, index);
    let isTouched =
      index === 0 ||
      bot.watch?.seesAll() === true ||
      isWaitingForDraw(bot) ||
      isAtSignal(bot, index) ||
      cellAt(low, index) <= touch.below ||
      cellAt(high, index) >= touch.above ||
      isWaitEnding(bot, instant + intervalMs);
    for (; (funding[nextFunding]?.at ?? Number.POSITIVE_INFINITY) <= instant; nextFunding += 1) {
      const rate = funding[nextFunding]?.rate;
      if (index === 0 || rate === undefined) continue;
      bookFunding(bot, rate, ticks(BigInt(cellAt(close, index - 1))));
      isTouched = true;
    }
    if (!isTouched) continue;
    if (index > 0) bot.walked = BigInt(cellAt(close, index - 1));
    bot.at = instant;
    walkCandle(bot, candleAt(candles, index), { index, intervalMs });
    if (hasEnded(bot) || bot.watch?.isDone() === true) return index + 1;
    touch = nearestLevels(bot);
  }
  bot.walked = BigInt(cellAt(close, close.length - 1));
  return at.length;
}

function nearestLevels(bot: WalkedBot): { readonly below: number; readonly above: number } {
  let below = Number.NEGATIVE_INFINITY;
  let above = Number.POSITIVE_INFINITY;
  for (const level of bot.levels) {
    if (level.side === 'below') below = Math.max(below, Number(level.trigger));
    else above = Math.min(above, Number(level.trigger));
  }
  return { below, above };
}

function walkCandle(
  bot: WalkedBot,
  candle: Candle,
  { index, intervalMs }: { readonly index: number; readonly intervalMs: number },
): void {
  if (index === 0) {
    bot.walked = candle.open;
    startBot(bot);
  }
  const isWaiting = index > 0 && isWaitingForDraw(bot);
  for (const [corner, target] of pathOf(candle, bot).entries()) {
    if (hasEnded(bot)) return;
    bot.watch?.onLeg(bot, corner, target);
    walkTo(bot, target);
    bot.watch?.onPrice(bot);
  }
  // When the wait ends inside the candle, the next round opens at the close of the candle. This round may reach its
  // stop loss immediately.
  const endsAt = candle.at + intervalMs;
  while (!hasEnded(bot) && isWaitEnding(bot, endsAt)) {
    endWait(bot, endsAt);
    walkTo(bot, candle.close);
  }
  // A round that ended in this candle waits for the draw of the next candle.
  if (isWaiting) {
    drawReentry(bot, intervalMs);
    walkTo(bot, candle.close);
  }
  if (!isAtSignal(bot, index)) return;
  openOnSignal(bot, index);
  walkTo(bot, candle.close);
}

/** Returns the prices of a candle in the sequence in which the simulated price passes them. */
export function pathOf(candle: Candle, bot: WalkedBot): readonly bigint[] {
  const { open, high, low, close } = candle;
  return lowIsFirst(candle, bot) ? [open, low, high, close] : [open, high, low, close];
}

function lowIsFirst(candle: Candle, bot: WalkedBot): boolean {
  const isLong = bot.config.bot.direction === 'long';
  switch (bot.config.path) {
    case 'byClose':
      return candle.close >= candle.open;
    case 'favourableFirst':
      return !isLong;
    case 'adverseFirst':
      return isLong;
    default:
      return bot.config.path satisfies never;
  }
}

/**
 * Moves the price to a target and acts on every level on the path. The levels are computed again after each action.
 * Throws after too many actions.
 */
export function walkTo(bot: WalkedBot, target: bigint, maxActions = maxActionsPerLeg): void {
  for (let actions = 0; actions < maxActions; actions += 1) {
    if (hasEnded(bot)) return;
    const level = nextLevel(bot, target);
    if (level === null) {
      bot.walked = target;
      return;
    }
    if (!isReached(level, bot.walked)) bot.walked = level.trigger;
    actOn(bot, level);
  }
  throw new RangeError(
    `A leg of the candle at ${bot.at} has more than ${maxActions} fills. Probably the fees of an entry alone reach the stop loss, so that every round ends when it opens.`,
  );
}

/**
 * Returns the next level to act on: the first level that the price has already reached, or otherwise the nearest level
 * on the path. `levels` is sorted by rank, which decides between levels at one price.
 */
function nextLevel(bot: WalkedBot, target: bigint): Level | null {
  const held = bot.levels.find((level) => isReached(level, bot.walked));
  if (held !== undefined) return held;
  let nearest: Level | null = null;
  for (const level of bot.levels) {
    if (!isReached(level, target)) continue;
    const isNearer = nearest === null || distance(level.trigger, bot.walked) < distance(nearest.trigger, bot.walked);
    if (isNearer) nearest = level;
  }
  return nearest;
}

function distance(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a;
}
