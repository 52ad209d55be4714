// The search for the next candle that touches a level, in vectors of WebAssembly (seek.wat).
import type { CandleColumns } from '../../candles/columns.ts';
import { ticksAt } from '../rounding/round-off.ts';
import { seekCode } from './seek-code.ts';

/** `prices` holds low, high, open and close of a candle at `lowOf` it, 8, 16 and 24 places on: near each other in memory. */
export type TouchSearch = { readonly prices: Int32Array; readonly search: Search };

/** The first candle from one on, below `end`, with a low at most `below` or a high at least `above`; `end` for none. */
// oxlint-disable-next-line max-params -- WebAssembly takes numbers, no record
type Search = (from: number, below: number, above: number, end: number) => number;

/** What the language of every runtime has and a package without their types does not know. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (code: object, imports: object) => { readonly exports: { readonly seek: Search } };
};

const pageBytes = 65_536;
/** What a block holds of the level below, and how many levels there are: candles, blocks of 8, of 64 and of 512. */
const fan = 8;
const levelCount = 4;
/** A low above and a high below every level. */
const untouchedLow = 2 ** 30 - 1;
const untouchedHigh = -1;

/** Where a candle's low stands in `prices`. */
export function lowOf(candle: number): number {
  return ((candle >> 3) << 5) + (candle & 7);
}
/** Offset in `prices` from a candle's low to its high. */
export const highOn = fan;
/** Offset in `prices` from a candle's low to its open. */
export const openOn = 2 * fan;
/** Offset in `prices` from a candle's low to its close. */
export const closeOn = 3 * fan;

/** Groups of eight lows and their eight highs; those of candles have their opens and closes behind them. */
type Level = { readonly cells: Int32Array; readonly group: number };

/** Lays a series out for the search: a fourteenth more than the memory of its prices. */
export function makeTouchSearch(candles: CandleColumns): TouchSearch {
  const count = candles.low.length;
  const sizes = Array.from({ length: levelCount }, (_, level) => ({
    // Whole groups, and one group more to look at behind the last.
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

/** Where the low of a place is: a group's lows come before its highs. */
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
