// When an entry rule fired, and when its bot opened rounds, in the last part of a series.
import { priceOf } from '@rondo/signals';
import { intervalOf } from '../candles/candle-gaps.ts';
import { cellAt } from '../candles/columns.ts';
import type { BacktestConfig } from '../config/config.ts';
import type { CandleIndex } from '../fast/search/candle-index.ts';
import { maxWhatIfPoints } from '../limits.ts';
import { runBacktest } from '../run/run-backtest.ts';
import { fillKinds } from '../walk/fill-columns.ts';
import { signalCandlesOf } from './signal-candles.ts';

/** The signals and the openings since `fromAt` (simulated). Times are the closes of candles in epoch ms. `prices` has closes, at most `maxWhatIfPoints`. */
export type EntryMoments = {
  readonly fromAt: number;
  readonly toAt: number;
  readonly prices: readonly { readonly at: number; readonly close: number }[];
  readonly firings: readonly number[];
  readonly opened: readonly number[];
};

/** Returns the moments of the last `spanMs` of the series. The bot begins with the first candle of the series. */
export function entryMoments(index: CandleIndex, config: BacktestConfig, spanMs: number): EntryMoments {
  const { candles } = index;
  const count = candles.at.length;
  const stepMs = intervalOf(candles);
  const closeAt = (place: number): number => cellAt(candles.at, place) + stepMs;
  const toAt = closeAt(count - 1);
  const fromAt = Math.max(cellAt(candles.at, 0), toAt - spanMs);
  const first = candles.at.findIndex((at) => at >= fromAt);
  const points = Math.min(count - first, maxWhatIfPoints);
  const { tickSz } = config.bot.instrument;
  const prices = Array.from({ length: points }, (_, point) => {
    const place = first + Math.round(((point + 1) * (count - first)) / points) - 1;
    return { at: closeAt(place), close: priceOf(cellAt(candles.close, place), tickSz) };
  });
  const since = (places: readonly number[]): readonly number[] => places.filter((place) => place >= first).map(closeAt);
  const firings = since([...(signalCandlesOf(candles, config) ?? [])]);
  const { fills } = runBacktest(candles, config, { index });
  const entry = fillKinds.indexOf('entry');
  const opened: number[] = [];
  for (let fill = 0; fill < fills.count; fill += 1)
    if (fills.kind[fill] === entry && fills.step[fill] === 1) opened.push(cellAt(fills.candle, fill));
  return { fromAt, toAt, prices, firings, opened: since(opened) };
}
