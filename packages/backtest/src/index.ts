// The exports of the back-tester: reads configurations and candles, and walks bots over them.
export {
  backtestFields,
  parseBacktestConfig,
  type BacktestConfig,
  type BacktestConfigResult,
  type FieldKind,
  type PathRule,
} from './config/config.ts';
export { candlesToCsv, finestTick, parseCandles, type CandlesResult } from './csv/candle-csv.ts';
export { decodeCandles, encodeCandles, isCandleBytes, type DecodedCandles } from './candles/candle-codec.ts';
export { changeTick, type ChangedTick } from './candles/change-tick.ts';
export { findGaps, intervalOf, type CandleGap } from './candles/candle-gaps.ts';
export { parseFunding, type FundingResult } from './csv/funding-csv.ts';
export type { LineRefusal } from './csv/csv-rows.ts';
export { readCandle, type Candle, type FundingRate } from './candles/candles.ts';
export {
  fillsToCsv,
  walkCandles,
  type FillRow,
  type WalkInput,
  type WalkResult,
  type WalkSummary,
} from './walk/walk.ts';
export type { FillKind, SimulatedFill } from './walk/walked-bot.ts';
export { simulateHistory, type FinishedRound, type SimulatedHistory } from './walk/history.ts';
export { candleAt, candlesIn, columnsOf, makeColumns, shareColumns, type CandleColumns } from './candles/columns.ts';
export { feeRateOf, fillKinds, fillRowsOf, fingerprintOf, type FillColumns } from './walk/fill-columns.ts';
export { indexCandles, type CandleIndex } from './fast/search/candle-index.ts';
export {
  bracketOf,
  runBacktest,
  type BacktestEngine,
  type BacktestOptions,
  type BacktestResult,
  type MoneyTotals,
} from './run/run-backtest.ts';
export { reportBacktest, type BacktestReport, type CurvePoint, type ReportInput } from './report/report.ts';
export { recordsToCsv, sweepRecords, type SweepRecord } from './run/sweep-records.ts';
export { runSweep, type SweepOptions, type SweepResult, type SweepRow } from './run/run-sweep.ts';
export type { Replay } from './replay/replay.ts';
export {
  deepestFall,
  fallReplay,
  latestReplay,
  replaySpan,
  type Fall,
  type ReplayedSpan,
} from './replay/replay-choice.ts';
