// Writes candles to a file. The ending of the file name decides the file format.
import { brotliCompressSync, constants } from 'node:zlib';
import { candlesToCsv, encodeCandles, type CandleColumns } from '@rondo/backtest';
import type { Decimal } from '@rondo/decimal';
import { UsageError } from '../command.ts';
import { compactMark } from './compact-mark.ts';
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
  writeWhole(file, file.endsWith('.candles') ? compactBytes(columns, tickSz) : candlesToCsv(columns, tickSz));
}

/** Returns the bytes of a compact file. Brotli compresses them at its highest level, because a file is written once and read often. */
export function compactBytes(columns: CandleColumns, tickSz: Decimal): Uint8Array {
  const compressed = brotliCompressSync(encodeCandles(columns, tickSz), {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    },
  });
  return Buffer.concat([compactMark, compressed]);
}
