// Which rounds are replayed for visitors: chosen by rule from recent candles, never by hand (decision 33).
import { compareDecimals, formatFixed, sumDecimals, type Decimal } from '@rondo/decimal';
import type { Candle } from './candles.ts';
import { simulateHistory } from './history.ts';
import { finishReplay, paths, recordRound, type Recording, type Replay, type ReplayInput } from './replay.ts';

/** Decision 33: a finished round shows the way back only when steps of it have cycled. */
const fewestCycles = 2;

/** The latest finished round with two cycles or more; null when the candles have none. Candles are evenly apart, oldest first. */
export function latestReplay({ config, candles }: ReplayInput): Replay | null {
  const { rounds } = simulateHistory({ config, candles });
  for (const round of rounds.toReversed()) {
    if (round.cycles < fewestCycles || round.reason !== 'take_profit') continue;
    // Drawn from the candle's open on, so its own walk may end otherwise than the one it was found in.
    const input = { config, candles: candles.slice(indexAt(candles, round.openedAt)) };
    const made = recordRound(input);
    if (made?.end === 'exit' && made.cycles >= fewestCycles) return finishReplay(input, made);
  }
  return null;
}

/** The deepest fall of the candles as a part, 0..1, with the indexes of its highest and lowest candle. */
export type Fall = { readonly part: number; readonly from: number; readonly to: number };

/** The largest loss from any high to a later low. */
export function deepestFall(candles: readonly Candle[]): Fall {
  let deepest: Fall = { part: 0, from: 0, to: 0 };
  let top = 0;
  for (const [index, candle] of candles.entries()) {
    // `top` is the place of a candle that was seen.
    const highest = candles[top]!.high;
    // Which of a candle's own prices came first is not known, so its low is held against the highs before it.
    const part = 1 - Number(candle.low) / Number(highest);
    if (index > top && part > deepest.part) deepest = { part, from: top, to: index };
    if (candle.high > highest) top = index;
  }
  return deepest;
}

/** A bot that opens where a fall begins: the round in which the fall ends it, or in which the lowest price finds it. */
export function fallReplay({ config, candles }: ReplayInput, fall: Fall): Replay | null {
  const input = { config, candles: candles.slice(fall.from, fall.to + 1) };
  const last = recordRounds(input).at(-1);
  return last === undefined ? null : finishReplay(last.input, last.made);
}

/** What all rounds over some candles came to, and the one that is drawn: the one that was liquidated, else the longest. Money is USDT with two places. */
export type ReplayedSpan = {
  readonly drawn: Replay;
  readonly rounds: number;
  readonly cycles: number;
  readonly net: string;
  /** What the round that is open when the candles end would bring. */
  readonly open: string;
  /** `net` and `open` together, when every candle is walked in the better and in the worse order (decision 30). */
  readonly bracket: { readonly better: string; readonly worse: string };
  readonly isLiquidated: boolean;
};

/** Rounds one after the other, each opened with the next candle and the same budget; null when none can be placed. */
export function replaySpan(input: ReplayInput): ReplayedSpan | null {
  const all = recordRounds(input);
  const first = all[0];
  if (first === undefined) return null;
  // Where there is a first round, there is a last one.
  const last = all.at(-1)!;
  const ended = all.filter(({ made }) => made.end !== 'open');
  const isLiquidated = last.made.end === 'liquidation';
  // What was recorded began with a candle.
  const lasting = ({ input: { candles }, made }: Recorded): number => made.at - candles[0]!.at;
  const drawn = isLiquidated
    ? last
    : all.reduce((found, each) => (lasting(each) > lasting(found) ? each : found), first);
  return {
    drawn: finishReplay(drawn.input, drawn.made),
    rounds: ended.length,
    cycles: all.reduce((sum, { made }) => sum + made.cycles, 0),
    net: formatFixed(sumDecimals(ended.map(({ made }) => made.net)), 2),
    open: formatFixed(sumDecimals(all.filter(({ made }) => made.end === 'open').map(({ made }) => made.net)), 2),
    bracket: bracketOf(input, all),
    isLiquidated,
  };
}

function bracketOf({ config, candles }: ReplayInput, walked: readonly Recorded[]): ReplayedSpan['bracket'] {
  const whole = (all: readonly Recorded[]): Decimal => sumDecimals(all.map(({ made }) => made.net));
  const others = paths
    .filter((path) => path !== config.path)
    .map((path) => whole(recordRounds({ config: { ...config, path }, candles })));
  const results = [whole(walked), ...others].toSorted(compareDecimals);
  // The own result is always among them.
  return { better: formatFixed(results.at(-1)!, 2), worse: formatFixed(results[0]!, 2) };
}

type Recorded = { readonly input: ReplayInput; readonly made: Recording };

/** Until one is liquidated, one is still open, or the candles end. */
function recordRounds({ config, candles }: ReplayInput): readonly Recorded[] {
  const all: Recorded[] = [];
  for (let start = 0; start < candles.length;) {
    const input = { config, candles: candles.slice(start) };
    const made = recordRound(input);
    if (made === null) break;
    all.push({ input, made });
    if (made.end !== 'exit') break;
    start = Math.max(start, indexAt(candles, made.at)) + 1;
  }
  return all;
}

/** The candle in which an instant lies. */
function indexAt(candles: readonly Candle[], at: number): number {
  const after = candles.findIndex((candle) => candle.at > at);
  return (after === -1 ? candles.length : after) - 1;
}
