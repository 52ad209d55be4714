// The stored part of a download. It is in a file with the ending .part in the folder of the target file. An interrupted download continues from the stored part.
import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { parseCandles, finestTick, type CandleColumns } from '@rondo/backtest';
import type { Decimal } from '@rondo/decimal';
import { BadInput } from '../command.ts';

/** The request of a download. The first line of the stored part is the request, and only the same request can continue the download. */
export type DownloadRequest = Readonly<Record<'origin' | 'instrument' | 'bar', string>> & { readonly fromAt: number };

export interface PartialDownload {
  readonly file: string;
  /** Returns the start time of the newest stored candle, or null when no candle is stored. */
  newestAt(): number | null;
  /** Stores more candles. Throws when the exchange sent an invalid candle. */
  append(rows: readonly string[], newestAt: number): void;
  /** Returns all stored candles, with the finest tick size of their prices. */
  read(): { readonly columns: CandleColumns; readonly tickSz: Decimal };
  remove(): void;
}

const header = 'ts_ms,open,high,low,close';

/** Opens the stored part of `file`. The last line of the stored part is removed when it is incomplete, because the program was killed while it wrote this line. */
export function openPartial(file: string, request: DownloadRequest): PartialDownload {
  const partial = `${file}.part`;
  const title = JSON.stringify(request);
  let newest: number | null = null;
  if (existsSync(partial)) {
    const text = readFileSync(partial, 'utf8');
    const [first = '', second, ...rows] = text.split('\n');
    if (first !== title || second !== header)
      throw new BadInput(`${partial} is part of another download: delete it, or write to another file`);
    const cut = rows.pop() ?? '';
    if (cut !== '') truncateSync(partial, Buffer.byteLength(text) - Buffer.byteLength(cut));
    newest = rows.length === 0 ? null : Number(rows.at(-1)?.split(',')[0]);
  }
  return {
    file: partial,
    newestAt: () => newest,
    append(rows, newestAt) {
      // The candles are checked before they are stored, because a stored invalid candle would make every later attempt fail.
      parsedRows([header, ...rows].join('\n'), 'the exchange sent an invalid candle');
      // The file is created together with the first candles, so a request whose response has no candles creates no file.
      if (newest === null && !existsSync(partial)) writeFileSync(partial, `${title}\n${header}\n`, { flag: 'wx' });
      appendFileSync(partial, rows.map((row) => `${row}\n`).join(''));
      newest = newestAt;
    },
    read() {
      const text = readFileSync(partial, 'utf8').slice(title.length + 1);
      return parsedRows(text, `${partial} is damaged, delete it`);
    },
    remove: () => rmSync(partial, { force: true }),
  };
}

function parsedRows(text: string, blame: string): { readonly columns: CandleColumns; readonly tickSz: Decimal } {
  const tickSz = finestTick(text);
  const parsed = parseCandles(text, tickSz);
  if (parsed.ok) return { columns: parsed.columns, tickSz };
  const row = text.split('\n')[parsed.refusal.line - 1] ?? '';
  throw new Error(`${blame}: ${row}: ${parsed.refusal.reason}`);
}
