// Reads the files that the user names. An error message contains the file name. An error in a line or field also
// contains the line or the field.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  changeTick,
  decodeCandles,
  entryProblem,
  findGaps,
  finestTick,
  parseBacktestConfig,
  parseCandles,
  parseFunding,
  parseSignals,
  type BacktestConfig,
  type CandleColumns,
  type FundingRate,
  type RecordedSignal,
} from '@rondo/backtest';
import type { Decimal } from '@rondo/decimal';
import { decompressCandles, isCompact } from '@rondo/store/candles';
import { BadInput, reasonOf } from '../command.ts';
import { statOf } from './file-facts.ts';
import { readJsonText } from './json-text.ts';
import { maxConfigBytes, maxFileBytes } from '../limits.ts';

/** The content of a candle file: the candles and their tick size. `placeOf` returns the file name and the line of the candle `index`. */
export interface CandleFile {
  readonly name: string;
  readonly columns: CandleColumns;
  readonly tickSz: Decimal;
  readonly placeOf: (index: number) => string;
}

/** Reads a file with the configuration of a back-test. Returns the configuration and the JSON value of the file. `recorded` has the recorded signals of its entry. */
export function readConfigFile(
  file: string,
  recorded: readonly RecordedSignal[] | null = null,
): { readonly json: unknown; readonly config: BacktestConfig } {
  const bytes = readBytes(file, maxConfigBytes);
  const json = parseJson(file, bytes.toString('utf8'));
  const parsed = parseBacktestConfig(json, recorded);
  if (parsed.ok) return { json, config: parsed.config };
  const { field, reason } = parsed.refusal;
  throw new BadInput(`${shown(file)}: ${field === '' ? 'the configuration' : field} ${reason}`);
}

/** Reads candles from CSV, gzipped CSV or the compact format. The default tick size is the tick size that a compact file contains, or the finest tick size of the prices in a CSV file. */
export function readCandleFile(file: string, wantedTick?: Decimal): CandleFile {
  const bytes = readBytes(file, maxFileBytes);
  if (isCompact(bytes)) return readCompact(file, bytes, wantedTick);
  const text = unzipped(file, bytes).toString('utf8');
  const tickSz = wantedTick ?? finestTick(text);
  const parsed = parseCandles(text, tickSz);
  if (!parsed.ok) throw new BadInput(`${shown(file)}:${parsed.refusal.line}: ${parsed.refusal.reason}`);
  return { name: shown(file), columns: parsed.columns, tickSz, placeOf: (index) => `${shown(file)}:${index + 2}` };
}

/** Reads funding rates from CSV or gzipped CSV. */
export function readFundingFile(file: string): readonly FundingRate[] {
  const parsed = parseFunding(unzipped(file, readBytes(file, maxFileBytes)).toString('utf8'));
  if (parsed.ok) return parsed.funding;
  throw new BadInput(`${shown(file)}:${parsed.refusal.line}: ${parsed.refusal.reason}`);
}

/** Reads recorded signals from CSV or gzipped CSV. */
export function readSignalFile(file: string): readonly RecordedSignal[] {
  const parsed = parseSignals(unzipped(file, readBytes(file, maxFileBytes)).toString('utf8'));
  if (parsed.ok) return parsed.signals;
  throw new BadInput(`${shown(file)}:${parsed.refusal.line}: ${parsed.refusal.reason}`);
}

/** Throws `BadInput` when the candles have a gap. */
export function requireNoGap({ columns, placeOf }: CandleFile): void {
  const [gap, ...more] = findGaps(columns);
  if (gap === undefined) return;
  const between = `between ${instant(gap.fromAt)} and ${instant(gap.toAt)}`;
  const what =
    gap.missing > 0 ? `${gap.missing} missing ${gap.missing === 1 ? 'candle' : 'candles'}` : 'a step too short';
  const others = more.length === 0 ? '' : ` (and ${more.length} more such places)`;
  throw new BadInput(
    `${placeOf(gap.index)}: a gap: ${what} ${between}${others}; fetch the span again with "rondo candles fetch", or pass --allow-gaps to take the file as it is`,
  );
}

/** Throws `BadInput` when the signals of the configuration cannot be computed on the candles. */
export function requireBars({ name, columns }: CandleFile, config: BacktestConfig): void {
  const problem = entryProblem(columns, config);
  if (problem !== null) throw new BadInput(`${name}: ${problem}`);
}

/** Formats an instant as date and time in UTC. */
export function instant(at: number): string {
  return new Date(at).toISOString().replace('T', ' ').replace('.000Z', ' UTC');
}

function readCompact(file: string, bytes: Buffer, wantedTick?: Decimal): CandleFile {
  const decoded = decodeCandles(decompressed(file, () => decompressCandles(bytes, maxFileBytes)));
  if (!decoded.ok) throw new BadInput(`${shown(file)}: the candles are damaged: ${decoded.reason}`);
  const tickSz = wantedTick ?? decoded.tickSz;
  const changed = changeTick(decoded.columns, decoded.tickSz, tickSz);
  if (!changed.ok) throw new BadInput(`${shown(file)}: candle ${changed.candle}: ${changed.reason}`);
  return {
    name: shown(file),
    columns: changed.columns,
    tickSz,
    placeOf: (index) => `${shown(file)}: candle ${index + 1}`,
  };
}

function unzipped(file: string, bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    if (file.endsWith('.gz') && bytes.length > 0) throw new BadInput(`${shown(file)}: is named .gz and is not gzip`);
    return bytes;
  }
  return decompressed(file, () => gunzipSync(bytes, { maxOutputLength: maxFileBytes }));
}

function decompressed(file: string, open: () => Buffer): Buffer {
  try {
    return open();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'Z_BUF_ERROR' || /unexpected end/i.test(String(error)))
      throw new BadInput(`${shown(file)}: the compressed bytes end too early: the file is truncated`);
    if (code === 'ERR_BUFFER_TOO_LARGE')
      throw new BadInput(`${shown(file)}: is larger than ${maxFileBytes} bytes unpacked`);
    throw new BadInput(`${shown(file)}: the compressed bytes are damaged: ${reasonOf(error)}`);
  }
}

function readBytes(file: string, most: number): Buffer {
  const stat = statOf(file);
  if (stat === undefined) throw new BadInput(`${shown(file)}: there is no such file`);
  if (stat.isDirectory()) throw new BadInput(`${shown(file)}: is a folder, not a file`);
  if (stat.size > most) throw new BadInput(`${shown(file)}: is larger than ${most} bytes`);
  try {
    return readFileSync(file);
  } catch (error) {
    throw new BadInput(`${shown(file)}: cannot be read: ${reasonOf(error)}`);
  }
}

function parseJson(file: string, text: string): unknown {
  const read = readJsonText(text);
  if (read.ok) return read.value;
  throw new BadInput(`${shown(file)}${read.line === null ? '' : `:${read.line}`}: ${read.reason}`);
}

function shown(file: string): string {
  const relative = path.relative('.', file);
  return relative.startsWith('..') || relative === '' ? file : relative;
}
