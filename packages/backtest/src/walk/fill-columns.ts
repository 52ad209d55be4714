// The fills of a run as typed arrays, their fingerprint, and their printed rows.
import { formatDecimal, formatFixed, lots, multiply, priceOf, sizeOf, ticks, type Decimal } from '@rondo/decimal';
import { moneyOf } from '@rondo/strategy';
import { cellAt, type CandleColumns } from '../candles/columns.ts';
import type { BacktestConfig } from '../config/config.ts';
import type { FillRow } from './walk.ts';
import type { FillKind } from './walked-bot.ts';

/** The kinds of fills. The index of a kind is its code in `FillColumns.kind`. */
export const fillKinds = [
  'entry',
  'cycle',
  'exit',
  'stop',
  'liquidation',
  'close',
] as const satisfies readonly FillKind[];

/** Fills in the sequence in which they occurred: index of the candle, code of the kind, step, price in ticks, and size in lots. */
export type FillColumns = {
  readonly count: number;
  readonly candle: Int32Array;
  readonly kind: Uint8Array;
  readonly step: Uint8Array;
  readonly price: Int32Array;
  readonly lots: Float64Array;
  /** Sizes that are too large for an exact double. The key is the index of the fill. Only the reducer simulates configurations with these sizes. */
  readonly wide?: ReadonlyMap<number, bigint>;
};

/** Returns the kind of the fill at an index. */
export function kindAt(fills: FillColumns, place: number): FillKind {
  // A code is always an index of `fillKinds`, because every recorder gets the code from this list.
  return fillKinds[cellAt(fills.kind, place)]!;
}

/** Records fills one by one. `columns` returns the recorded fills. */
export type FillRecorder = {
  readonly take: (candle: number, fill: { kind: number; step: number; price: number; lots: number }) => void;
  readonly columns: () => FillColumns;
};

const firstCapacity = 1_024;

/** Returns a recorder whose capacity grows with the number of fills. */
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

/** The start value of every fingerprint. */
export const emptyFingerprint = 0x811c9dc5 | 0;

/** The kind and the step of a fill are stored as one number: the code of the kind times `kindStride`, plus the step. */
export const kindStride = 16;

/** Adds the candle and the code of a fill to a fingerprint of 32 bits. */
export function foldPlace(fingerprint: number, candle: number, code: number): number {
  const next = Math.imul(fingerprint ^ candle, 0x01000193);
  return Math.imul(next ^ (next >>> 15) ^ code, 0x85ebca6b);
}

/** Adds the price and the size of a fill to a fingerprint. Different fills almost certainly have different fingerprints. */
export function foldSize(fingerprint: number, price: number, lots: number): number {
  const next = Math.imul(fingerprint ^ (fingerprint >>> 13) ^ price, 0xc2b2ae35);
  return Math.imul(next ^ (next >>> 16) ^ lots, 0x01000193);
}

/** Returns the fingerprint of fills. It equals the fingerprint that the engines compute during a simulation. */
export function fingerprintOf(fills: FillColumns): number {
  let fingerprint = emptyFingerprint;
  for (let index = 0; index < fills.count; index += 1) {
    const code = cellAt(fills.kind, index) * kindStride + cellAt(fills.step, index);
    fingerprint = foldPlace(fingerprint, cellAt(fills.candle, index), code);
    fingerprint = foldSize(fingerprint, cellAt(fills.price, index), cellAt(fills.lots, index));
  }
  return fingerprint;
}

/** Returns the printed rows of fills. Prices and sizes are plain decimals, and fees have 8 decimal places (strategy 7). */
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

/** Returns the fee rate of a fill. A resting order pays the maker fee. Step 1 and every close at market pay the taker fee (strategy 7). */
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
