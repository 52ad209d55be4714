// The exports of the back-tester, which reads configurations and candles and simulates bots over the candles.
export {
  backtestFields,
  parseBacktestConfig,
  type BacktestConfig,
  type FieldKind,
  type PathRule,
} from './config/config.ts';
export { candlesToCsv, finestTick, parseCandles } from './csv/candle-csv.ts';
export { decodeCandles, encodeCandles } from './candles/candle-codec.ts';
export { changeTick } from './candles/change-tick.ts';
export {
  countMissing,
  joinCandles,
  monthOf,
  monthSpan,
  sliceColumns,
  splitMonths,
  type CandlesInTicks,
} from './candles/months.ts';
export { compareDistance, walkDistanceComparison, type DistanceComparison } from './entry/compare-distance.ts';
export { compareEntry, walkEntryComparison, type EntryComparison } from './entry/compare-entry.ts';
export { entryMoments, type EntryMoments } from './entry/entry-moments.ts';
export type { EntryRules } from './entry/entry-rules.ts';
export { entryProblem } from './entry/signal-candles.ts';
export { findGaps, intervalOf, type CandleGap } from './candles/candle-gaps.ts';
export { parseSignals, type RecordedSignal } from './csv/signal-csv.ts';
export { parseFunding } from './csv/funding-csv.ts';
export { readCandle, type Candle, type FundingRate } from './candles/candles.ts';
export { fillsToCsv, walkCandles, type WalkResult, type WalkSummary } from './walk/walk.ts';
export type { SimulatedFill } from './walk/walked-bot.ts';
export { simulateHistory } from './walk/history.ts';
export { candlesIn, columnsOf, makeColumns, shareColumns, type CandleColumns } from './candles/columns.ts';
export { fillRowsOf } from './walk/fill-columns.ts';
export { indexCandles, type CandleIndex } from './fast/search/candle-index.ts';
export { bracketOf, runBacktest, type BacktestResult } from './run/run-backtest.ts';
export { reportBacktest, type BacktestReport } from './report/report.ts';
export { recordsToCsv, sweepRecords } from './run/sweep-records.ts';
export { runSweep, type SweepResult, type SweepRow } from './run/run-sweep.ts';
export { walkWhatIf, whatIf, type WhatIf, type WhatIfMark, type WhatIfRun } from './what-if/what-if.ts';
export type { Replay } from './replay/replay.ts';
export { replayRound } from './replay/round-replay.ts';
export type { LastRound } from './replay/last-round.ts';
export {
  deepestFall,
  fallReplay,
  latestReplay,
  replaySpan,
  type Fall,
  type ReplayedRound,
  type ReplayedSpan,
} from './replay/replay-choice.ts';
