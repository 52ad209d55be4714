// The compact candle format: columns of small differences in whole ticks. The caller compresses the bytes with brotli.
// The bytes contain "RNDC", the version, the decimal places and the units of the tick size, the number of candles, the
// first instant and the interval. Five columns follow, each after its length: instants, opens (minus the previous
// close), closes (minus the open), upper wicks and lower wicks.
import { decimalOf } from '@rondo/decimal';
import { byteSink, byteSource, DamagedBytes, type ByteSource } from './byte-stream.ts';
import type { Decimal } from '@rondo/decimal';
import { intervalOf } from './candle-gaps.ts';
import { cellAt, makeColumns, type CandleColumns } from './columns.ts';
import { maxCandles, maxInstant, maxColumnTicks, maxTickPlaces } from '../limits.ts';

/** The result of `decodeCandles`: the candles with their tick size, or the reason why the bytes are damaged. */
export type DecodedCandles =
  | { readonly ok: true; readonly columns: CandleColumns; readonly tickSz: Decimal }
  | { readonly ok: false; readonly reason: string };

const magic = [0x52, 0x4e, 0x44, 0x43] as const; // "RNDC"
const version = 1;

/** Returns true when the bytes begin with the letters "RNDC" of a compact candle file. */
export function isCandleBytes(bytes: Uint8Array): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

/** Returns the compact form. It has about 5 bytes per one-minute candle, and at most 4 bytes after compression. */
export function encodeCandles(candles: CandleColumns, tickSz: Decimal): Uint8Array {
  const interval = intervalOf(candles);
  const sinks = [byteSink(), byteSink(), byteSink(), byteSink(), byteSink()] as const;
  const [instants, opens, closes, uppers, lowers] = sinks;
  let [previousAt, previousClose] = [cellAt(candles.at, 0) - interval, 0];
  for (let row = 0; row < candles.at.length; row += 1) {
    const [at, open, close] = [cellAt(candles.at, row), cellAt(candles.open, row), cellAt(candles.close, row)];
    instants.putSigned(at - previousAt - interval);
    opens.putSigned(open - previousClose);
    closes.putSigned(close - open);
    uppers.put(cellAt(candles.high, row) - Math.max(open, close));
    lowers.put(Math.min(open, close) - cellAt(candles.low, row));
    [previousAt, previousClose] = [at, close];
  }
  const head = byteSink();
  for (const value of [version, tickSz.scale, Number(tickSz.units), candles.at.length]) head.put(value);
  head.put(cellAt(candles.at, 0));
  head.put(interval);
  return joined([Uint8Array.from(magic), head.bytes(), ...sinks.flatMap((sink) => withLength(sink.bytes()))]);
}

/** Reads the compact form. Returns a reason when the bytes are damaged. For a damaged candle, the reason contains the number of the candle. */
export function decodeCandles(bytes: Uint8Array): DecodedCandles {
  try {
    return { ok: true, ...readCandles(bytes) };
  } catch (error) {
    if (error instanceof DamagedBytes) return { ok: false, reason: error.message };
    throw error;
  }
}

function readCandles(bytes: Uint8Array): { readonly columns: CandleColumns; readonly tickSz: Decimal } {
  if (!isCandleBytes(bytes)) throw new DamagedBytes('the bytes do not begin with RNDC');
  const source = byteSource(bytes.subarray(magic.length));
  const found = source.take();
  if (found !== version)
    throw new DamagedBytes(`the format version is ${found}, and only version ${version} can be read`);
  const scale = inside('the number of decimal places of the tick size', source.take(), maxTickPlaces);
  const units = inside('the tick size', source.take(), maxColumnTicks);
  const length = inside('the number of candles', source.take(), maxCandles);
  const first = source.take();
  const interval = source.take();
  const column = (): ByteSource => byteSource(source.takeBytes(source.take()));
  const streams = { instants: column(), opens: column(), closes: column(), uppers: column(), lowers: column() };
  const series: Series = { ...streams, first, interval };
  if (units === 0 || length === 0) throw new DamagedBytes('the tick size or the number of candles is zero');
  const columns = makeColumns(length);
  for (let row = 0; row < length; row += 1) readCandle(columns, series, row);
  if (![source, ...Object.values(streams)].every((each) => each.isAtEnd()))
    throw new DamagedBytes('the file contains more bytes than its candles need');
  return { columns, tickSz: decimalOf(BigInt(units), scale) };
}

type Series = {
  readonly instants: ByteSource;
  readonly opens: ByteSource;
  readonly closes: ByteSource;
  readonly uppers: ByteSource;
  readonly lowers: ByteSource;
  readonly first: number;
  readonly interval: number;
};

function readCandle(candles: CandleColumns, series: Series, row: number): void {
  const { first, interval } = series;
  const before = row === 0 ? first - interval : cellAt(candles.at, row - 1);
  const at = before + interval + series.instants.takeSigned();
  const open = (row === 0 ? 0 : cellAt(candles.close, row - 1)) + series.opens.takeSigned();
  const close = open + series.closes.takeSigned();
  const high = Math.max(open, close) + series.uppers.take();
  const low = Math.min(open, close) - series.lowers.take();
  if (at < 0 || at > maxInstant || (row > 0 && at <= before)) throw damaged(row, 'its instant is out of order');
  if (low < 1 || high > maxColumnTicks) throw damaged(row, 'its prices are out of bounds');
  candles.at[row] = at;
  candles.open[row] = open;
  candles.high[row] = high;
  candles.low[row] = low;
  candles.close[row] = close;
}

function damaged(row: number, what: string): DamagedBytes {
  return new DamagedBytes(`candle ${row + 1}: ${what}`);
}

function inside(name: string, value: number, most: number): number {
  if (value > most) throw new DamagedBytes(`${name} is ${value}, which is more than ${most}`);
  return value;
}

function withLength(bytes: Uint8Array): readonly Uint8Array[] {
  const head = byteSink();
  head.put(bytes.length);
  return [head.bytes(), bytes];
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
