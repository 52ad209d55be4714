// Candles as CSV text with the columns `ts_ms,open,high,low,close` and optionally `volume`, which is ignored. A refusal
// contains the line of the bad row.
import { formatDecimal, parseDecimal, priceOf, ticks, type Decimal, decimalOf } from '@rondo/decimal';
import { cellAt, makeColumns, type CandleColumns } from '../candles/columns.ts';
import { countRows, textAt, visitRows, type LineRefusal } from './csv-rows.ts';
import { readInstant } from './instant-cell.ts';
import { maxCandles } from '../limits.ts';
import { tickReader, type TickReader } from './price-cell.ts';

/** The result of `parseCandles`: the candles as columns, or the first bad line. */
export type CandlesResult =
  | { readonly ok: true; readonly columns: CandleColumns }
  | { readonly ok: false; readonly refusal: LineRefusal };

const shortHeader = 'ts_ms,open,high,low,close';
const priceNames = ['open', 'high', 'low', 'close'] as const;
const shape = { headers: [`${shortHeader},volume`, shortHeader], maxRows: maxCandles, noun: 'candle' };

/** Reads candles with a tick size. Refuses the first bad line with its number. Gaps are accepted here, and `findGaps` finds them. */
export function parseCandles(text: string, tickSz: Decimal): CandlesResult {
  const columns = makeColumns(Math.min(countRows(text), maxCandles));
  const read = tickReader(tickSz);
  const refusal = visitRows(text, shape, (cells, row) => readRow(columns, { cells, row, read }));
  return refusal === null ? { ok: true, columns } : { ok: false, refusal };
}

/** Returns the candles as CSV with five columns. `parseCandles` can read this text. */
export function candlesToCsv(columns: CandleColumns, tickSz: Decimal): string {
  const lines = Array.from(columns.at, (at, row) => {
    const prices = priceNames.map((name) => formatDecimal(priceOf(ticks(BigInt(cellAt(columns[name], row))), tickSz)));
    return [at, ...prices].join(',');
  });
  return [shortHeader, ...lines, ''].join('\n');
}

/** Returns the largest power of ten, at most 1, of which every price of the text is a multiple. Cells that are not decimals are ignored. */
export function finestTick(text: string): Decimal {
  let scale = 0;
  visitRows(text, shape, (cells) => {
    for (const cell of cells.slice(1, 5)) scale = Math.max(scale, parseDecimal(cell)?.scale ?? 0);
    return null;
  });
  return decimalOf(1n, scale);
}

type Row = { readonly cells: readonly string[]; readonly row: number; readonly read: TickReader };

/** Writes one row into the columns. Returns the reason of a refusal, or null when the row is accepted. */
function readRow(columns: CandleColumns, { cells, row, read }: Row): string | null {
  const at = readInstant(textAt(cells, 0), row === 0 ? null : cellAt(columns.at, row - 1));
  if (typeof at === 'string') return at;
  columns.at[row] = at;
  for (const [index, name] of priceNames.entries()) {
    const price = read(textAt(cells, index + 1));
    if (typeof price === 'string') return `${name} ${price}`;
    columns[name][row] = price;
  }
  return disorderOf(columns, row);
}

/** Returns the contradiction between the prices of a candle, or null when the prices are consistent. */
function disorderOf({ open, high, low, close }: CandleColumns, row: number): string | null {
  const [top, bottom] = [cellAt(high, row), cellAt(low, row)];
  if (top < bottom) return 'high is below low';
  if (top < cellAt(open, row) || top < cellAt(close, row)) return 'high is below open or close';
  if (bottom > cellAt(open, row) || bottom > cellAt(close, row)) return 'low is above open or close';
  return null;
}
