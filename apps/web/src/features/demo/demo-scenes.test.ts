// Tests which candles belong to the kinds of markets of the demo.
import type { CandleWire } from '@rondo/contract';
import { expect, test } from 'vitest';
import { demoScenes, sceneCandles, type DemoScene } from './demo-scenes.ts';

/** Four parts of four candles: sideways, a fall, a rebound and a rise. */
const closes = [100, 101, 100, 100, 90, 80, 70, 60, 50, 40, 50, 60, 70, 80, 90, 100];
const candles = closes.map((close, index): CandleWire => {
  const open = closes[index - 1] ?? 100;
  const [low, high] = [Math.min(open, close), Math.max(open, close)];
  return { at: index, open: String(open), high: String(high), low: String(low), close: String(close), volume: '1' };
});

test.each<[DemoScene, number]>([
  ['sideways', 0],
  ['fall', 6],
  ['rebound', 8],
  ['trend', 10],
])('the scene %s begins with the candle that its rule finds', (scene, at) => {
  expect(sceneCandles(candles, scene).map((candle) => candle.at)).toEqual([at, at + 1, at + 2, at + 3]);
});

test('the scene of all candles and a scene of too few candles have every candle', () => {
  expect(sceneCandles(candles, 'all')).toBe(candles);
  for (const scene of demoScenes) expect(sceneCandles(candles.slice(0, 7), scene)).toHaveLength(7);
});
