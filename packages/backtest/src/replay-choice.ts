// Which rounds are replayed for visitors: chosen by rule from recent candles, never by hand (decision 33).
import type { Candle } from './candles.ts';
import { simulateHistory } from './history.ts';
import { finishReplay, recordRound, type Replay, type ReplayInput } from './replay.ts';

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
    const highest = candles[top]?.high ?? candle.high;
    // Which of a candle's own prices came first is not known, so its low is held against the highs before it.
    const part = 1 - Number(candle.low) / Number(highest);
    if (index > top && part > deepest.part) deepest = { part, from: top, to: index };
    if (candle.high > highest) top = index;
  }
  return deepest;
}

/** A bot that opens where a fall begins: the round in which the fall ends it, or in which the lowest price finds it. */
export function fallReplay({ config, candles }: ReplayInput, fall: Fall): Replay | null {
  let start = fall.from;
  for (;;) {
    const input = { config, candles: candles.slice(start, fall.to + 1) };
    const made = recordRound(input);
    if (made === null) return null;
    // The next round opens with the candle after the one that ended this.
    const next = indexAt(candles, made.at) + 1;
    if (made.end !== 'exit' || next > fall.to) return finishReplay(input, made);
    start = next;
  }
}

/** The candle in which an instant lies. */
function indexAt(candles: readonly Candle[], at: number): number {
  const after = candles.findIndex((candle) => candle.at > at);
  return (after === -1 ? candles.length : after) - 1;
}
