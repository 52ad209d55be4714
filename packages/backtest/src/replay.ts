// One round of a simulated bot as something to look at: the price's way, fills, base exit and estimated liquidation, and the sums.
import { add, compareDecimals, formatDecimal, formatFixed, priceOf, ticks, type Decimal } from '@rondo/decimal';
import { feesPaid, netRealised, unrealised, type BotState, type Fact, type Plan } from '@rondo/strategy';
import type { Candle } from './candles.ts';
import type { BacktestConfig, PathRule } from './config.ts';
import { maxReplayMarks, maxReplayPoints } from './limits.ts';
import { pathOf, walkTo } from './walk.ts';
import { hasEnded, makeWalkedBot, startBot, type FillKind, type SimulatedFill, type WalkedBot } from './walked-bot.ts';

/** A price at an instant (epoch ms), plain decimal text; null where there is none. */
export type ReplayPoint<Price = string> = { readonly at: number; readonly price: Price };

/** `net` is what a cycle earned after fees. */
export type ReplayFill = ReplayPoint & { readonly kind: FillKind; readonly step: number; readonly net: string | null };

/** How a replayed round ended: at its exit, by liquidation, or not within the candles. */
export type ReplayEnd = 'exit' | 'liquidation' | 'open';

/** A round, drawn from candles. Money is USDT with two places; `lowest` the worst result on the way, `nearest` percent to liquidation. */
export type Replay = {
  readonly end: ReplayEnd;
  readonly net: string;
  readonly lowest: string;
  readonly fees: string;
  readonly cycles: number;
  readonly nearest: number | null;
  /** The result when every candle is walked in the better and in the worse order. */
  readonly bracket: { readonly better: string; readonly worse: string };
  readonly from: number;
  readonly to: number;
  readonly levels: readonly { readonly step: number; readonly price: string; readonly cyclic: boolean }[];
  readonly prices: readonly ReplayPoint[];
  readonly fills: readonly ReplayFill[];
  readonly exits: readonly ReplayPoint[];
  readonly liquidations: readonly ReplayPoint<string | null>[];
};

/** What a replay is made from: candles from the round's first on, evenly apart. */
export type ReplayInput = { readonly config: BacktestConfig; readonly candles: readonly Candle[] };

/** Walks one round, opened at the first candle's open, until it ends or the candles do; null when no order of it can be placed. */
export function recordReplay(input: ReplayInput): Replay | null {
  const made = recordRound(input);
  return made === null ? null : finishReplay(input, made);
}

/** The round alone, before it is written down: for those who look for one. */
export function recordRound(input: ReplayInput): Recording | null {
  const made = record(input, input.config.path);
  return made.fills.length === 0 ? null : made;
}

/** Writes a recorded round down, with the results of the other orders of a candle's prices. */
export function finishReplay(input: ReplayInput, made: Recording): Replay {
  const others = paths.filter((path) => path !== input.config.path).map((path) => record(input, path).net);
  const [worse = made.net, , better = made.net] = [made.net, ...others].toSorted(compareDecimals);
  const text = priceText(input.config);
  return {
    end: made.end,
    net: money(made.net),
    lowest: money(made.lowest),
    fees: money(made.fees),
    cycles: made.cycles,
    nearest: made.nearest,
    bracket: { better: money(better), worse: money(worse) },
    // What was recorded began with a candle.
    from: input.candles[0]!.at,
    to: made.at,
    // A first fill was planned.
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

/** The orders in which a candle's prices may have come. */
export const paths: readonly PathRule[] = ['byClose', 'favourableFirst', 'adverseFirst'];

/** A round while it is walked: exact, changed in place by one walk only. */
export type Recording = {
  end: ReplayEnd;
  net: Decimal;
  lowest: Decimal;
  fees: Decimal;
  cycles: number;
  nearest: number | null;
  at: number;
  plan: Plan | null;
  /** The worst price that was met in a state. */
  worst: { readonly of: BotState | null; readonly price: bigint };
  readonly prices: ReplayPoint<bigint>[];
  readonly fills: { readonly fill: SimulatedFill; net: Decimal | null }[];
  readonly exits: ReplayPoint<bigint>[];
  readonly liquidations: ReplayPoint<bigint | null>[];
};

function record({ config, candles }: ReplayInput, path: PathRule): Recording {
  const once = { ...config, path, bot: { ...config.bot, autoReentry: false } };
  const made = startRecording();
  const [first, second] = candles;
  // A single candle has no known length.
  const quarterMs = first === undefined || second === undefined ? 0 : (second.at - first.at) / 4;
  let leg: Leg = { at: first?.at ?? 0, price: 0n, target: 0n, lastsMs: 0 };
  const bot = makeWalkedBot(once, {
    onFill: (fill) => made.fills.push({ fill: { ...fill, at: instantOn(leg, bot.walked) }, net: null }),
    onFact: (fact) => note(made, fact),
    onLevels: (walked) => noteLevels(made, walked, instantOn(leg, walked.walked)),
  });
  for (const [index, candle] of candles.entries()) {
    bot.at = candle.at;
    if (index === 0) {
      bot.walked = candle.open;
      startBot(bot);
    }
    // The four prices of a candle are drawn at its quarters: when they really were is not known.
    for (const target of pathOf(candle, bot)) {
      if (hasEnded(bot)) break;
      leg = { at: leg.at + leg.lastsMs, price: bot.walked, target, lastsMs: quarterMs };
      walkTo(bot, target);
      notePrice(made, bot, instantOn(leg, bot.walked));
    }
    if (hasEnded(bot)) break;
  }
  return finish(made, bot);
}

/** The way of the price from one corner of a candle to the next. */
type Leg = ReplayPoint<bigint> & { readonly target: bigint; readonly lastsMs: number };

/** When a price was met on the way, as if it had been walked evenly. */
function instantOn({ at, price, target, lastsMs }: Leg, met: bigint): number {
  return target === price ? at + lastsMs : at + Math.round((Number(met - price) / Number(target - price)) * lastsMs);
}

function startRecording(): Recording {
  const none = { units: 0n, scale: 0 };
  return {
    end: 'open',
    net: none,
    lowest: none,
    fees: none,
    cycles: 0,
    nearest: null,
    at: 0,
    plan: null,
    worst: { of: null, price: 0n },
    prices: [],
    fills: [],
    exits: [],
    liquidations: [],
  };
}

function note(made: Recording, fact: Fact): void {
  if (fact.kind === 'cycleCompleted') {
    made.cycles += 1;
    // A cycle is completed by the fill that was told just before.
    made.fills.at(-1)!.net = fact.netPnl;
  }
  if (fact.kind === 'roundCompleted') made.end = fact.reason === 'take_profit' ? 'exit' : 'open';
  if (fact.kind === 'liquidated') made.end = 'liquidation';
}

function noteLevels(made: Recording, bot: WalkedBot, at: number): void {
  // The plan goes with its round, so it is kept here.
  made.plan = bot.state.round?.plan ?? made.plan;
  if (hasEnded(bot)) return;
  let exit: bigint | null = null;
  let liquidation: bigint | null = null;
  for (const { order, trigger } of bot.levels) {
    if (order === null) liquidation = trigger;
    else if (order.slot.kind === 'baseExit') exit = order.price;
  }
  if (exit !== null && made.exits.at(-1)?.price !== exit) made.exits.push({ at, price: exit });
  if (made.liquidations.at(-1)?.price !== liquidation) made.liquidations.push({ at, price: liquidation });
}

function notePrice(made: Recording, bot: WalkedBot, at: number): void {
  made.at = at;
  made.prices.push({ at, price: bot.walked });
  if (isNewWorst(made, bot)) {
    const worth = add(netRealised(bot.state), unrealised(bot.state, ticks(bot.walked)));
    if (compareDecimals(worth, made.lowest) < 0) made.lowest = worth;
  }
  const liquidation = made.liquidations.at(-1)?.price ?? null;
  if (liquidation === null || hasEnded(bot)) return;
  const distance = Math.abs(Number(bot.walked - liquidation) / Number(bot.walked)) * 100;
  made.nearest = Math.min(made.nearest ?? distance, distance);
}

/** Between two fills a result falls only with the price: only a new worst price of the same state can be a new lowest result. */
function isNewWorst(made: Recording, { state, walked, config }: WalkedBot): boolean {
  const isWorse = config.bot.direction === 'long' ? walked < made.worst.price : walked > made.worst.price;
  if (made.worst.of === state && !isWorse) return false;
  made.worst = { of: state, price: walked };
  return true;
}

/** A round that did not end counts with what is still open. */
function finish(made: Recording, bot: WalkedBot): Recording {
  made.net = hasEnded(bot)
    ? netRealised(bot.state)
    : add(netRealised(bot.state), unrealised(bot.state, ticks(bot.walked)));
  if (made.end === 'liquidation') made.nearest = 0;
  if (made.nearest !== null) made.nearest = Math.round(made.nearest * 100) / 100;
  made.fees = feesPaid(bot.state);
  return made;
}

function levelsOf({ steps }: Plan, text: (price: bigint) => string): Replay['levels'] {
  return steps.map(({ step, price, cyclic }) => ({ step, price: text(price), cyclic }));
}

/** Of every stretch its lowest and highest price, in the order in which they came. */
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

function money(value: Decimal): string {
  return formatFixed(value, 2);
}
