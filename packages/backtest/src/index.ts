// The public face of the back-tester: reads configurations and candles, and walks bots over them.
export {
  parseBacktestConfig,
  type BacktestConfig,
  type BacktestConfigResult,
  type FillRule,
  type PathRule,
} from './config.ts';
export { parseCandles, type Candle, type CandlesResult, type FundingRate } from './candles.ts';
export { fillsToCsv, walkCandles, type FillRow, type WalkInput, type WalkResult, type WalkSummary } from './walk.ts';
export type { FillKind, SimulatedFill } from './walked-bot.ts';
export { simulateHistory, type FinishedRound, type SimulatedHistory } from './history.ts';
export { bracketPaths, type PathBracket } from './bracket.ts';
