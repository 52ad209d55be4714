// Chooses the candles of the chart of a running bot so that the chart shows the running round.
import type { CandlesQuery, CandleWire } from '@rondo/contract';
import { candleCount } from '../../../api/queries/queries.ts';
import type { Translate } from '../../../i18n/translate.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const bars = [
  { bar: '1m', ms: minuteMs },
  { bar: '5m', ms: 5 * minuteMs },
  { bar: '15m', ms: 15 * minuteMs },
  { bar: '1H', ms: hourMs },
  { bar: '4H', ms: 4 * hourMs },
] as const satisfies readonly { readonly bar: NonNullable<CandlesQuery['bar']>; readonly ms: number }[];

/** The length of the candles of the chart. */
export type ChartBar = (typeof bars)[number]['bar'];

/** A chart has at least this number of candles, so a round of one minute has a past too. */
const fewestCandles = 24;
/** The part of the chart before the first fill of the round. */
const pastShare = 0.2;

/** Returns the shortest bar with which the round and its past fit into the chart. The age of the round is in ms. */
export const barOf = (ageMs: number): ChartBar =>
  (bars.find(({ ms }) => ageMs <= (1 - pastShare) * candleCount * ms) ?? bars[bars.length - 1])?.bar ?? '15m';

/** Returns the candles of the round and of its past. Without a start of the round (epoch ms), returns all candles. */
export const roundCandles = (candles: readonly CandleWire[], startedAt: number | undefined): readonly CandleWire[] => {
  const last = candles.at(-1);
  if (startedAt === undefined || last === undefined) return candles;
  const inRound = candles.filter(({ at }) => at >= startedAt).length;
  const wanted = Math.max(fewestCandles, Math.ceil(inRound / (1 - pastShare)));
  return candles.slice(-wanted);
};

/** Returns the title of the chart with the length of its candles. */
export const barTitle = (bar: ChartBar, t: Translate): string => {
  const minutes = (bars.find((each) => each.bar === bar)?.ms ?? 0) / minuteMs;
  return minutes < 60
    ? t('bots.chart.title', { count: String(minutes) })
    : t('bots.chart.titleHours', { count: String(minutes / 60) });
};
