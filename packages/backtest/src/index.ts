// The public face of the back-tester: reads configurations and candles, and walks bots over them.
export {
  backtestFields,
  parseBacktestConfig,
  type BacktestConfig,
  type BacktestConfigResult,
  type PathRule,
} from './config.ts';
export { candlesToCsv, finestTick, parseCandles, type CandlesResult } from './candle-csv.ts';
export { decodeCandles, encodeCandles, isCandleBytes, type DecodedCandles } from './candle-codec.ts';
export { changeTick, type ChangedTick } from './change-tick.ts';
export { findGaps, intervalOf, type CandleGap } from './candle-gaps.ts';
export { parseFunding, type FundingResult } from './funding-csv.ts';
export type { LineRefusal } from './csv-rows.ts';
export { readCandle, type Candle, type FundingRate } from './candles.ts';
export { fillsToCsv, walkCandles, type FillRow, type WalkInput, type WalkResult, type WalkSummary } from './walk.ts';
export type { FillKind, SimulatedFill } from './walked-bot.ts';
export { simulateHistory, type FinishedRound, type SimulatedHistory } from './history.ts';
export { candleAt, candlesIn, columnsOf, makeColumns, shareColumns, type CandleColumns } from './columns.ts';
export { feeRateOf, fillKinds, fillRowsOf, fingerprintOf, type FillColumns } from './fill-columns.ts';
export { indexCandles, type CandleIndex } from './fast/candle-index.ts';
export {
  bracketOf,
  runBacktest,
  type BacktestEngine,
  type BacktestOptions,
  type BacktestResult,
  type MoneyTotals,
} from './run-backtest.ts';
export { reportBacktest, type BacktestReport, type CurvePoint, type ReportInput } from './report.ts';
export { recordsToCsv, sweepRecords, type SweepRecord } from './sweep-records.ts';
export { runSweep, type SweepOptions, type SweepResult, type SweepRow } from './run-sweep.ts';
export type { Replay } from './replay.ts';
export { deepestFall, fallReplay, latestReplay, replaySpan, type Fall, type ReplayedSpan } from './replay-choice.ts';
