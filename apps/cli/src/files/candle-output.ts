// Writes candles to a file. The ending of the file name decides the file format.
import { candlesToCsv, encodeCandles, type CandleColumns } from '@rondo/backtest';
import type { Decimal } from '@rondo/decimal';
import { compressCandles } from '@rondo/store/candles';
import { UsageError } from '../command.ts';
import { writeWhole } from './output-file.ts';

/** The allowed endings of a file name: CSV, gzipped CSV, and the compact format. */
const endings = ['.csv', '.csv.gz', '.candles'] as const;

/** Throws `UsageError` for a file name with another ending. */
export function requireCandleName(file: string): void {
  if (!endings.some((ending) => file.endsWith(ending)))
    throw new UsageError(`${file}: the name must end in ${endings.join(', ')}`);
}

/** Writes the candles to the file. No file format contains the volume. */
export function writeCandles(file: string, columns: CandleColumns, tickSz: Decimal): void {
  writeWhole(
    file,
    file.endsWith('.candles') ? compressCandles(encodeCandles(columns, tickSz)) : candlesToCsv(columns, tickSz),
  );
}
