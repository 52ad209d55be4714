// One round of a simulated bot as data for a picture: the price path, the fills, the base exit, the estimated
// liquidation price and the sums.
import {
  add,
  formatDecimal,
  formatFixed,
  maxDecimal,
  minDecimal,
  priceOf,
  subtract,
  ticks,
  type Decimal,
  type Ticks,
  zero,
} from '@rondo/decimal';
import { feesPaid, netRealised, unrealised, type BotState, type ExitStep, type Fact, type Plan } from '@rondo/strategy';
import type { Candle } from '../candles/candles.ts';
import { pathRules, type BacktestConfig } from '../config/config.ts';
import { maxReplayMarks, maxReplayPoints } from '../limits.ts';
import { pathOf, walkTo } from '../walk/walk.ts';
import {
  hasEnded,
  makeWalkedBot,
  startBot,
  type FillKind,
  type SimulatedFill,
  type WalkedBot,
} from '../walk/walked-bot.ts';

/** A price at an instant (epoch ms), as plain decimal text. The price is null when no price exists. */
export type ReplayPoint<Price = string> = { readonly at: number; readonly price: Price };

/** A fill in a replay. `net` is the gain of a cycle after fees. */
export type ReplayFill = ReplayPoint & { readonly kind: FillKind; readonly step: number; readonly net: string | null };

/** How a replayed round ended: with its exit, with its stop loss, or with a liquidation. `open`: the round has not ended. */
export type ReplayEnd = 'exit' | 'stop' | 'liquidation' | 'open';

/** The better and the worse result of the round under the different path rules (decision 30). */
export type ReplayBracket = { readonly better: string; readonly worse: string };

/**
 * The replay of one round. Money is USDT with two decimal places. `lowest` is the worst result during the round.
 * `nearest` is the smallest distance to the liquidation price in percent.
 */
export type Replay = {
  readonly end: ReplayEnd;
  readonly net: string;
  readonly lowest: string;
  readonly fees: string;
  readonly cycles: number;
  readonly nearest: number | null;
  readonly bracket: ReplayBracket;
  readonly from: number;
  readonly to: number;
  readonly levels: readonly { readonly step: number; readonly price: string; readonly cyclic: boolean }[];
  readonly prices: readonly ReplayPoint[];
  readonly fills: readonly ReplayFill[];
  readonly exits: readonly ReplayPoint[];
  readonly liquidations: readonly ReplayPoint<string | null>[];
};

/** The input of a replay: a configuration, and candles of equal length with the oldest first. */
export type ReplayInput = { readonly config: BacktestConfig; readonly candles: readonly Candle[] };

/** A round that opens at the open of the candle `from`. This candle must exist. */
export type RoundInput = ReplayInput & { readonly from: number };

/** A simulated round: its input and its recording. */
export type Recorded = { readonly input: RoundInput; readonly made: Recording };

/** Simulates one round until it ends or no candle is left. Returns null when no order of the round can be placed. */
export function recordRound(input: RoundInput): Recording | null {
  const made = record(input);
  return made.fills.length === 0 ? null : made;
}

/** Converts a recorded round to a replay, and adds the results under the other path rules. */
export function finishReplay(input: RoundInput, made: Recording): Replay {
  // `RoundInput` guarantees that the candle exists.
  const { at } = input.candles[input.from]!;
  const bracket = replayBracketOf(made.net, input.config, (config) => record({ ...input, config }).net);
  return { ...drawnRound(input.config, made, at), bracket };
}

/** Converts a recorded round that begins at the instant `from` (epoch ms). */
export function drawnRound(config: BacktestConfig, made: Recording, from: number): Omit<Replay, 'bracket'> {
  const text = priceText(config);
  return {
    end: made.end,
    net: money(made.net),
    lowest: money(made.lowest),
    fees: money(made.fees),
    cycles: made.cycles,
    nearest: made.nearest,
    from,
    to: made.at,
    // A recording contains a fill, so its ladder was planned.
    levels: levelsOf(made.plan!, text),
    prices: thin(made.prices).map(({ at, price }) => ({ at, price: text(price) })),
    fills: made.fills.slice(-maxReplayMarks).map(({ fill, net }) => ({
      at: fill.at,
      kind: fill.kind,
      step: fill.step,
      price: text(fill.price),
      net: net === null ? null : money(net),
    })),
    exits: made.exits.slice(-maxReplayMarks).map(({ at, price }) => ({ at, price: text(price) })),
    liquidations: made.liquidations
      .slice(-maxReplayMarks)
      .map(({ at, price }) => ({ at, price: price === null ? null : text(price) })),
  };
}

/** Returns the best and the worst result of a round: its own result and its results under the other path rules are compared. */
export function replayBracketOf(
  own: Decimal,
  config: BacktestConfig,
  netOf: (config: BacktestConfig) => Decimal,
): ReplayBracket {
  const others = pathRules.filter((path) => path !== config.path).map((path) => netOf({ ...config, path }));
  return { better: money(others.reduce(maxDecimal, own)), worse: money(others.reduce(minDecimal, own)) };
}

/** The recording of a round during its simulation, with exact sums. Only one simulation changes the recording. */
export type Recording = {
  end: ReplayEnd;
  net: Decimal;
  lowest: Decimal;
  fees: Decimal;
  cycles: number;
  nearest: number | null;
  at: number;
  plan: Plan | null;
  /** The result and the fees of the rounds before this round. */
  before: { readonly net: Decimal; readonly fees: Decimal };
  /** The bot after the last price, and the last price. Null during the simulation. */
  last: { readonly state: BotState; readonly price: Ticks } | null;
  /** `price` is the worst price of the market since the bot got the state `of`. */
  worst: { readonly of: BotState | null; readonly price: bigint };
  readonly prices: ReplayPoint<bigint>[];
  readonly fills: { readonly fill: SimulatedFill; net: Decimal | null }[];
  readonly exits: ExitStep[];
  readonly liquidations: ReplayPoint<bigint | null>[];
};

function record({ config, candles, from }: RoundInput): Recording {
  const { entry: _signals, ...atOnce } = config;
  const once = { ...atOnce, bot: { ...config.bot, autoReentry: false } };
  // `RoundInput` guarantees that the candle exists.
  const { at, open } = candles[from]!;
  const made = startRecording(at);
  // The length of a single candle is not known, so the length counts as zero.
  const quarterMs = ((candles[from + 1]?.at ?? at) - at) / 4;
  let leg: Leg = { at, price: open, target: open, lastsMs: 0 };
  const bot = makeWalkedBot(once, {
    onFill: (fill) => made.fills.push({ fill: { ...fill, at: instantOn(leg, bot.walked) }, net: null }),
    onFact: (fact) => note(made, fact),
    onLevels: (walked) => noteLevels(made, walked, instantOn(leg, walked.walked)),
  });
  bot.at = at;
  bot.walked = open;
  startBot(bot);
  for (let index = from; index < candles.length && !hasEnded(bot); index += 1) {
    // The bounds of the loop guarantee that the candle exists.
    const candle = candles[index]!;
    bot.at = candle.at;
    // The four prices of a candle are drawn at its quarters, because their real instants are not known.
    for (const [corner, target] of pathOf(candle, bot).entries()) {
      if (hasEnded(bot)) break;
      leg = { at: candle.at + corner * quarterMs, price: bot.walked, target, lastsMs: quarterMs };
      walkTo(bot, target);
      notePrice(made, bot, instantOn(leg, bot.walked));
    }
  }
  return finish(made, bot);
}

/** The part of the path of the price from one corner of a candle to the next corner. */
export type Leg = ReplayPoint<bigint> & { readonly target: bigint; readonly lastsMs: number };

/** Returns the instant of a price on a leg, as if the price had moved with constant speed. */
export function instantOn({ at, price, target, lastsMs }: Leg, met: bigint): number {
  return target === price ? at + lastsMs : at + Math.round((Number(met - price) / Number(target - price)) * lastsMs);
}

/** Returns a recording without a fill that begins at an instant. */
export function startRecording(at: number): Recording {
  const none = zero;
  return {
    end: 'open',
    net: none,
    lowest: none,
    fees: none,
    cycles: 0,
    nearest: null,
    at,
    plan: null,
    before: { net: none, fees: none },
    last: null,
    worst: { of: null, price: 0n },
    prices: [],
    fills: [],
    exits: [],
    liquidations: [],
  };
}

/** Records a fact of the round. */
export function note(made: Recording, fact: Fact): void {
  if (fact.kind === 'cycleCompleted') {
    made.cycles += 1;
    // The fill that was reported last completes the cycle.
    made.fills.at(-1)!.net = fact.netPnl;
  }
  // A simulated round has no other end: nobody stops the bot, and nothing else closes its position.
  if (fact.kind === 'roundCompleted') made.end = fact.reason === 'take_profit' ? 'exit' : 'stop';
  if (fact.kind === 'liquidated') made.end = 'liquidation';
}

/** Records the base exit and the estimated liquidation price after a change of the levels. */
export function noteLevels(made: Recording, bot: WalkedBot, at: number): void {
  // The state loses the plan when its round ends, so the recording stores the plan.
  made.plan = bot.state.round?.plan ?? made.plan;
  if (hasEnded(bot)) return;
  let exit: Ticks | null = null;
  let liquidation: bigint | null = null;
  for (const { order, trigger } of bot.levels) {
    if (order === null) liquidation = trigger;
    else if (order.slot.kind === 'baseExit') exit = order.price;
  }
  if (exit !== null && made.exits.at(-1)?.price !== exit) made.exits.push({ at, price: exit, cycle: cycleOf(made) });
  if (made.liquidations.at(-1)?.price !== liquidation) made.liquidations.push({ at, price: liquidation });
}

/** Returns the cycle that the last fill has completed, or null. Every change of the levels follows a fill. */
function cycleOf({ fills, cycles }: Recording): ExitStep['cycle'] {
  const last = fills.at(-1);
  return last === undefined || last.net === null ? null : { step: last.fill.step, count: cycles, net: last.net };
}

/** Records the current price, and the result and the distance to the liquidation price at this price. */
export function notePrice(made: Recording, bot: WalkedBot, at: number): void {
  made.at = at;
  made.prices.push({ at, price: bot.walked });
  const { state, walked } = bot;
  // Between two fills the result falls only when the price becomes worse. So the result is computed only for a new
  // state or for a new worst price of the state.
  const isWorse = bot.config.bot.direction === 'long' ? walked < made.worst.price : walked > made.worst.price;
  if (made.worst.of !== state || isWorse) {
    made.worst = { of: state, price: walked };
    made.lowest = minDecimal(made.lowest, worthOf(made, bot));
  }
  const liquidation = made.liquidations.at(-1)?.price ?? null;
  if (liquidation === null || hasEnded(bot)) return;
  const distance = Math.abs(Number(bot.walked - liquidation) / Number(bot.walked)) * 100;
  made.nearest = Math.min(made.nearest ?? distance, distance);
}

/** Returns the net result of the round, which includes the unrealised result of its open lots. */
function worthOf({ before }: Recording, { state, walked }: WalkedBot): Decimal {
  return subtract(add(netRealised(state), unrealised(state, ticks(walked))), before.net);
}

/** Completes the recording. The result of a round that has not ended includes its open lots. */
export function finish(made: Recording, bot: WalkedBot): Recording {
  made.last = { state: bot.state, price: ticks(bot.walked) };
  made.net = worthOf(made, bot);
  if (made.end === 'liquidation') made.nearest = 0;
  if (made.nearest !== null) made.nearest = Math.round(made.nearest * 100) / 100;
  made.fees = subtract(feesPaid(bot.state), made.before.fees);
  return made;
}

function levelsOf({ steps }: Plan, text: (price: bigint) => string): Replay['levels'] {
  return steps.map(({ step, price, cyclic }) => ({ step, price: text(price), cyclic }));
}

/** Returns the lowest and the highest price of every section, in the sequence of time. */
function thin(points: readonly ReplayPoint<bigint>[]): readonly ReplayPoint<bigint>[] {
  if (points.length <= maxReplayPoints) return points;
  const stretch = Math.ceil((points.length * 2) / maxReplayPoints);
  const kept: ReplayPoint<bigint>[] = [];
  for (let start = 0; start < points.length; start += stretch) {
    const part = points.slice(start, start + stretch);
    const low = part.reduce((found, point) => (point.price < found.price ? point : found));
    const high = part.reduce((found, point) => (point.price > found.price ? point : found));
    kept.push(...(low === high ? [low] : low.at < high.at ? [low, high] : [high, low]));
  }
  return kept;
}

function priceText({ bot }: BacktestConfig): (price: bigint) => string {
  return (price) => formatDecimal(priceOf(ticks(price), bot.instrument.tickSz));
}

/** Returns the amount in USDT with two decimal places. */
export function money(value: Decimal): string {
  return formatFixed(value, 2);
}
