// Chooses the rounds that visitors see. A rule chooses the rounds from recent candles; nobody chooses them by hand (decision 33).
import { add, maxDecimal, minDecimal, subtract, sumDecimals, zero, type Decimal } from '@rondo/decimal';
import type { Candle } from '../candles/candles.ts';
import { simulateHistory } from '../walk/history.ts';
import {
  replayBracketOf,
  finishReplay,
  money,
  recordRound,
  type Recorded,
  type Replay,
  type ReplayBracket,
  type ReplayEnd,
  type ReplayInput,
  type RoundInput,
} from './replay.ts';
import { lastRoundOf, type LastRound } from './last-round.ts';

/** Decision 33: a finished round is shown only when it has at least this number of cycles. */
const fewestCycles = 2;

/** Returns the latest finished round with at least two cycles. Returns null when the candles contain no such round. */
export function latestReplay({ config, candles }: ReplayInput): Replay | null {
  const { rounds } = simulateHistory({ config, candles });
  for (const round of rounds.toReversed()) {
    if (round.cycles < fewestCycles || round.reason !== 'take_profit') continue;
    // The replay starts at the open of the candle, so it may end differently from the simulation that found the round.
    const from = candles.findIndex(({ at }) => at === round.openedAt);
    const input = { config, candles, from };
    const made = recordRound(input);
    if (made?.end === 'exit' && made.cycles >= fewestCycles) return finishReplay(input, made);
  }
  return null;
}

/** The deepest fall of the candles as a part from 0 to 1, with the indexes of its highest and lowest candle. */
export type Fall = { readonly part: number; readonly from: number; readonly to: number };

/** Returns the largest loss from any high to a later low. */
export function deepestFall(candles: readonly Candle[]): Fall {
  let deepest: Fall = { part: 0, from: 0, to: 0 };
  let top = 0;
  for (const [index, candle] of candles.entries()) {
    // `top` is the index of an earlier candle.
    const highest = candles[top]!.high;
    // The sequence of the prices in one candle is not known, so the low of a candle is compared with the highs of earlier candles.
    const part = 1 - Number(candle.low) / Number(highest);
    if (index > top && part > deepest.part) deepest = { part, from: top, to: index };
    if (candle.high > highest) top = index;
  }
  return deepest;
}

/**
 * Returns the replay of a bot that opens at the start of a fall. The replay shows the last round before the lowest
 * price: a liquidated round, or the round that is open at the lowest price.
 */
export function fallReplay({ config, candles }: ReplayInput, fall: Fall): Replay | null {
  const last = recordRounds({ config, candles: candles.slice(fall.from, fall.to + 1) }).at(-1);
  return last === undefined ? null : finishReplay(last.input, last.made);
}

/** One round of a span that has ended. `net` is USDT with two decimal places, and the instants are epoch ms. */
export type ReplayedRound = {
  readonly from: number;
  readonly to: number;
  readonly cycles: number;
  readonly net: string;
  readonly end: Exclude<ReplayEnd, 'open'>;
};

/**
 * The sums of all rounds over some candles, and the round that is drawn: the liquidated round, or otherwise the longest
 * round. Money is USDT with two decimal places.
 */
export type ReplayedSpan = {
  readonly drawn: Replay;
  readonly rounds: number;
  readonly cycles: number;
  readonly net: string;
  /** The result of the round that is open at the last candle, which includes its unrealised result. */
  readonly open: string;
  /** The sum of `net` and `open` under the better and the worse path rule (decision 30). */
  readonly bracket: ReplayBracket;
  readonly isLiquidated: boolean;
  /** The deepest fall of the result at any time below its highest value at the end of an earlier round. It is not positive. */
  readonly deepestFall: string;
  /** The rounds that have ended, oldest first. */
  readonly list: readonly ReplayedRound[];
  /** The bot after the last price of the span. */
  readonly last: LastRound;
};

/**
 * Returns the sums of successive rounds. Each round opens with the next candle and an equal budget. Returns null when
 * no order can be placed.
 */
export function replaySpan(input: ReplayInput): ReplayedSpan | null {
  const all = recordRounds(input);
  const last = all.at(-1);
  if (last === undefined) return null;
  const isLiquidated = last.made.end === 'liquidation';
  const drawn = isLiquidated
    ? last
    : all.reduce((longest, each) => (lasting(each) > lasting(longest) ? each : longest));
  const ended = all.filter(({ made }) => made.end !== 'open');
  return {
    drawn: finishReplay(drawn.input, drawn.made),
    rounds: ended.length,
    cycles: all.reduce((sum, { made }) => sum + made.cycles, 0),
    net: money(netOf(ended)),
    open: money(netOf(all.filter(({ made }) => made.end === 'open'))),
    bracket: replayBracketOf(netOf(all), input.config, (config) => netOf(recordRounds({ ...input, config }))),
    isLiquidated,
    deepestFall: money(deepestFallOf(all)),
    list: all.flatMap(({ input, made }) => {
      const { at: to, cycles, net, end } = made;
      return end === 'open' ? [] : [{ from: openedAt(input), to, cycles, net: money(net), end }];
    }),
    last: lastRoundOf(all, last),
  };
}

function openedAt({ candles, from }: RoundInput): number {
  // `RoundInput` guarantees that the candle exists.
  return candles[from]!.at;
}

function lasting({ input, made }: Recorded): number {
  return made.at - openedAt(input);
}

function deepestFallOf(all: readonly Recorded[]): Decimal {
  let booked: Decimal = zero;
  let highest: Decimal = zero;
  let deepest: Decimal = zero;
  for (const { made } of all) {
    deepest = minDecimal(deepest, subtract(add(booked, made.lowest), highest));
    booked = add(booked, made.net);
    highest = maxDecimal(highest, booked);
  }
  return deepest;
}

function netOf(all: readonly Recorded[]): Decimal {
  return sumDecimals(all.map(({ made }) => made.net));
}

/** Records rounds until a round is liquidated, is stopped or stays open, or no candle is left. */
function recordRounds({ config, candles }: ReplayInput): readonly Recorded[] {
  const all: Recorded[] = [];
  for (let from = 0; from < candles.length;) {
    const input = { config, candles, from };
    const made = recordRound(input);
    if (made === null) break;
    all.push({ input, made });
    if (made.end !== 'exit') break;
    // A round ends in its first candle or later, so the next round begins after this candle. The bounds of the loop
    // guarantee that the candle exists.
    while (from < candles.length && candles[from]!.at <= made.at) from += 1;
  }
  return all;
}
