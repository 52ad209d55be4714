// Chooses a part of the candles by a rule, so that a visitor can compare kinds of markets. Nobody chooses the part by hand.
import type { CandleWire } from '@rondo/contract';

export const demoScenes = ['all', 'sideways', 'fall', 'rebound', 'trend'] as const;
/** A kind of market. `all` has every candle. */
export type DemoScene = (typeof demoScenes)[number];

/** A scene has this share of the candles. */
const sceneShare = 0.25;

type Part = { readonly first: number; readonly last: number; readonly low: number };

const partOf = (candles: readonly CandleWire[]): Part => ({
  first: Number(candles[0]?.open ?? 1),
  last: Number(candles.at(-1)?.close ?? 1),
  low: Math.min(...candles.map(({ low }) => Number(low))),
});

/** The measure of each scene. The part with the largest measure is the scene. */
const measures: Readonly<Record<Exclude<DemoScene, 'all'>, (part: Part) => number>> = {
  sideways: ({ first, last }) => -Math.abs(Math.log(last / first)),
  fall: ({ first, last }) => first / last,
  rebound: ({ first, last, low }) => Math.min(first / low, last / low),
  trend: ({ first, last }) => last / first,
};

/** Returns the candles of a scene. With fewer than eight candles, returns all candles. */
export const sceneCandles = (candles: readonly CandleWire[], scene: DemoScene): readonly CandleWire[] => {
  const length = Math.floor(candles.length * sceneShare);
  if (scene === 'all' || length < 2) return candles;
  let best = candles.slice(0, length);
  for (let from = 1; from + length <= candles.length; from += 1) {
    const part = candles.slice(from, from + length);
    if (measures[scene](partOf(part)) > measures[scene](partOf(best))) best = part;
  }
  return best;
};
