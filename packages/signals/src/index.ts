// The exports of the signals: bars of closed candles, and the rules that are computed on them.
export { createBarFeed, type Bar, type BarColumns } from './bars.ts';
export { priceOf, pricesIn, priceText } from './price.ts';
export { firingsOf, linesOf, readingColumns, readingsOf, type Reading } from './readings.ts';
export { readRule, signalBars, signalRules, type SignalBar, type SignalDirection, type SignalRule } from './rules.ts';
export type { SignalSource } from './source.ts';
