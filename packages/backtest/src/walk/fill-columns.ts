// The fills of a run as typed arrays, their fingerprint, and their printed rows.
import { formatDecimal, formatFixed, lots, multiply, priceOf, sizeOf, ticks, type Decimal } from '@rondo/decimal';
import { moneyOf } from '@rondo/strategy';
import { cellAt, type CandleColumns } from '../candles/columns.ts';
import type { BacktestConfig } from '../config/config.ts';
import type { FillRow } from './walk.ts';
import type { FillKind } from './walked-bot.ts';

/** The kinds of fills; the index is the code in `FillColumns.kind`. */
export const fillKinds = [
  'entry',
  'cycle',
  'exit',
  'stop',
  'liquidation',
  'close',
] as const satisfies readonly FillKind[];

/** Fills in the order in which they happened: index of the candle, code of the kind, step, price in ticks, size in lots. */
export type FillColumns = {
  readonly count: number;
  readonly candle: Int32Array;
  readonly kind: Uint8Array;
  readonly step: Uint8Array;
  readonly price: Int32Array;
  readonly lots: Float64Array;
  /** Sizes too large for an exact double, by the index of the fill; only the reducer walks such configurations. */
  readonly wide?: ReadonlyMap<number, bigint>;
};

/** The kind of the fill at an index. */
export function kindAt(fills: FillColumns, place: number): FillKind {
  // A code is an index of `fillKinds`, because the recorder takes it from there.
  return fillKinds[cellAt(fills.kind, place)]!;
}

/** Records fills one by one; `columns` returns the recorded fills. */
export type FillRecorder = {
  readonly take: (candle: number, fill: { kind: number; step: number; price: number; lots: number }) => void;
  readonly columns: () => FillColumns;
};

const firstCapacity = 1_024;

/** A recorder that grows with the number of fills. */
export function recordFills(): FillRecorder {
  let kept = emptyColumns(firstCapacity);
  let count = 0;
  return {
    take(candle, fill) {
      if (count === kept.candle.length) kept = grown(kept);
      kept.candle[count] = candle;
      kept.kind[count] = fill.kind;
      kept.step[count] = fill.step;
      kept.price[count] = fill.price;
      kept.lots[count] = fill.lots;
      count += 1;
    },
    columns: () => ({
      count,
      candle: kept.candle.slice(0, count),
      kind: kept.kind.slice(0, count),
      step: kept.step.slice(0, count),
      price: kept.price.slice(0, count),
      lots: kept.lots.slice(0, count),
    }),
  };
}

/** The start of every fingerprint. */
export const emptyFingerprint = 0x811c9dc5 | 0;

/** A fill's kind and step as one number: code of the kind x `kindStride` + step. */
export const kindStride = 16;

/** Folds the candle and the code of a fill into a fingerprint of 32 bits. */
export function foldPlace(fingerprint: number, candle: number, code: number): number {
  const next = Math.imul(fingerprint ^ candle, 0x01000193);
  return Math.imul(next ^ (next >>> 15) ^ code, 0x85ebca6b);
}

/** Folds a fill's price and size. Equal fingerprints mean the same candles, kinds, steps, prices and sizes. */
export function foldSize(fingerprint: number, price: number, lots: number): number {
  const next = Math.imul(fingerprint ^ (fingerprint >>> 13) ^ price, 0xc2b2ae35);
  return Math.imul(next ^ (next >>> 16) ^ lots, 0x01000193);
}

/** The fingerprint of fills, equal to the one that the engines compute during a walk. */
export function fingerprintOf(fills: FillColumns): number {
  let fingerprint = emptyFingerprint;
  for (let index = 0; index < fills.count; index += 1) {
    const code = cellAt(fills.kind, index) * kindStride + cellAt(fills.step, index);
    fingerprint = foldPlace(fingerprint, cellAt(fills.candle, index), code);
    fingerprint = foldSize(fingerprint, cellAt(fills.price, index), cellAt(fills.lots, index));
  }
  return fingerprint;
}

/** The printed rows of fills: prices and sizes plain, fees with 8 decimals (strategy 7). */
export function fillRowsOf(candles: CandleColumns, config: BacktestConfig, fills: FillColumns): readonly FillRow[] {
  const { tickSz, lotSz } = config.bot.instrument;
  return Array.from({ length: fills.count }, (_, index): FillRow => {
    const price = BigInt(cellAt(fills.price, index));
    const size = fills.wide?.get(index) ?? BigInt(cellAt(fills.lots, index));
    const kind = kindAt(fills, index);
    const step = cellAt(fills.step, index);
    return {
      ts: cellAt(candles.at, cellAt(fills.candle, index)),
      kind,
      step,
      price: formatDecimal(priceOf(ticks(price), tickSz)),
      size: formatDecimal(sizeOf(lots(size), lotSz)),
      fee: formatFixed(multiply(moneyOf(price * size, config.bot.instrument), feeRateOf(config, kind, step)), 8),
    };
  });
}

/** The fee rate of a fill: a resting order is a maker; step 1 and every close at market are a taker (strategy 7). */
export function feeRateOf(config: BacktestConfig, kind: FillKind, step: number): Decimal {
  const { makerFee, takerFee } = config.bot.instrument;
  const isMaker = kind === 'cycle' || kind === 'exit' || (kind === 'entry' && step > 1);
  return isMaker ? makerFee : takerFee;
}

function emptyColumns(capacity: number): Omit<FillColumns, 'count'> {
  return {
    candle: new Int32Array(capacity),
    kind: new Uint8Array(capacity),
    step: new Uint8Array(capacity),
    price: new Int32Array(capacity),
    lots: new Float64Array(capacity),
  };
}

function grown(kept: Omit<FillColumns, 'count'>): Omit<FillColumns, 'count'> {
  const next = emptyColumns(kept.candle.length * 2);
  next.candle.set(kept.candle);
  next.kind.set(kept.kind);
  next.step.set(kept.step);
  next.price.set(kept.price);
  next.lots.set(kept.lots);
  return next;
}
