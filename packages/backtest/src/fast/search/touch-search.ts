// The search for the next candle that touches a level, with vector instructions of WebAssembly (seek.wat).
import type { CandleColumns } from '../../candles/columns.ts';
import { ticksAt } from '../rounding/round-off.ts';
import { seekCode } from './seek-code.ts';

/** `prices` has the low of a candle at index `lowOf(candle)`, and its high, open and close 8, 16 and 24 places later. */
export type TouchSearch = { readonly prices: Int32Array; readonly search: Search };

/** The first candle at or after `from`, before `end`, with a low at most `below` or a high at least `above`; `end` when there is none. */
// oxlint-disable-next-line max-params -- WebAssembly takes numbers, no record
type Search = (from: number, below: number, above: number, end: number) => number;

/** Declared here because every runtime has WebAssembly, but this package does not load the types of a runtime. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (code: object, imports: object) => { readonly exports: { readonly seek: Search } };
};

const pageBytes = 65_536;
/** A block covers `fan` places of the level below. The four levels are candles and blocks of 8, 64 and 512 candles. */
const fan = 8;
const levelCount = 4;
/** The prices of an empty place: a low above every level and a high below every level. */
const untouchedLow = 2 ** 30 - 1;
const untouchedHigh = -1;

/** The index of a candle's low in `prices`. */
export function lowOf(candle: number): number {
  return ((candle >> 3) << 5) + (candle & 7);
}
/** Offset in `prices` from a candle's low to its high. */
export const highOn = fan;
/** Offset in `prices` from a candle's low to its open. */
export const openOn = 2 * fan;
/** Offset in `prices` from a candle's low to its close. */
export const closeOn = 3 * fan;

/** Groups of eight lows and then their eight highs. In the level of candles their opens and closes follow. */
type Level = { readonly cells: Int32Array; readonly group: number };

/** Copies a series to the layout of the search. It needs the memory of the prices and a fourteenth more. */
export function makeTouchSearch(candles: CandleColumns): TouchSearch {
  const count = candles.low.length;
  const sizes = Array.from({ length: levelCount }, (_, level) => ({
    // Whole groups, and one empty group after the last, because the search may read it.
    groups: Math.ceil(count / fan ** (level + 1)) + 1,
    group: level === 0 ? 4 * fan : 2 * fan,
  }));
  const bytes = sizes.reduce((sum, { groups, group }) => sum + groups * group * Int32Array.BYTES_PER_ELEMENT, 0);
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / pageBytes) });
  let start = 0;
  const levels = sizes.map(({ groups, group }): Level => {
    const cells = new Int32Array(memory.buffer, start, groups * group);
    start += cells.byteLength;
    for (let place = 0; place < groups * fan; place += 1) put({ cells, group }, place, [untouchedLow, untouchedHigh]);
    return { cells, group };
  });
  for (const [order, level] of levels.entries()) {
    const below = levels[order - 1];
    if (below === undefined) fill(level, candles);
    else raise(below, level);
  }
  const starts = Object.fromEntries(levels.map(({ cells }, order) => [`level${order}`, cells.byteOffset]));
  const code = new WebAssembly.Module(bytesOf(seekCode));
  const { seek } = new WebAssembly.Instance(code, { series: { memory, ...starts } }).exports;
  // There are four levels.
  return { prices: levels[0]!.cells, search: seek };
}

function fill({ cells, group }: Level, { low, high, open, close }: CandleColumns): void {
  for (let candle = 0; candle < low.length; candle += 1) {
    put({ cells, group }, candle, [ticksAt(low, candle), ticksAt(high, candle)]);
    cells[lowOf(candle) + openOn] = ticksAt(open, candle);
    cells[lowOf(candle) + closeOn] = ticksAt(close, candle);
  }
}

/** The index of the low of a place. In a group the lows come before the highs. */
function placeOf({ group }: Level, place: number): number {
  return Math.floor(place / fan) * group + (place % fan);
}

function put(level: Level, place: number, [low, high]: readonly [number, number]): void {
  level.cells[placeOf(level, place)] = low;
  level.cells[placeOf(level, place) + highOn] = high;
}

/** Fills a level from the one below it. */
function raise(below: Level, level: Level): void {
  for (let part = 0; part < (below.cells.length / below.group) * fan; part += 1) {
    const [from, to] = [placeOf(below, part), placeOf(level, Math.floor(part / fan))];
    level.cells[to] = Math.min(ticksAt(level.cells, to), ticksAt(below.cells, from));
    level.cells[to + highOn] = Math.max(ticksAt(level.cells, to + highOn), ticksAt(below.cells, from + highOn));
  }
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, place) =>
    Number.parseInt(hex.slice(2 * place, 2 * place + 2), 16),
  );
}
