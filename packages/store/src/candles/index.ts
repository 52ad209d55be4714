// Exports the folder of recorded candles and the form of its files. This entry loads no database driver.
export { openCandleFolder, type CandleFolder, type CandleSeries, type CandleSource } from './candle-folder.ts';
export { compressCandles, compactMark, decompressCandles, isCompact } from './compact-file.ts';
export { candleSources, type StoredMonth } from './month-list.ts';
