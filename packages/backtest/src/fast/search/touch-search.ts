// Finds the next candle that touches a level. The search uses vector instructions of WebAssembly (seek.wat), or a plain loop where WebAssembly is not allowed.
import type { CandleColumns } from '../../candles/columns.ts';
import { ticksAt } from '../rounding/round-off.ts';
import { seekCode } from './seek-code.ts';

/**
 * `prices` contains the low of a candle at the index `lowOf(candle)`. The high, open and close of the candle are 8, 16
 * and 24 elements later.
 */
export type TouchSearch = { readonly prices: Int32Array; readonly search: Search };

/**
 * Returns the first candle at or after `from`, before `end`, with a low of at most `below` or a high of at least
 * `above`. Returns `end` when no candle touches.
 */
// oxlint-disable-next-line max-params -- WebAssembly takes numbers, no record
type Search = (from: number, below: number, above: number, end: number) => number;

/** The types are declared here, because every runtime has WebAssembly and this package loads no types of a runtime. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (code: object, imports: object) => { readonly exports: { readonly seek: Search } };
};

const pageBytes = 65_536;
/**
 * The index has four levels: candles, and blocks of 8, 64 and 512 candles. A block contains `fan` entries of the
 * previous index level.
 */
const fan = 8;
const levelCount = 4;
/**
 * The prices of an empty entry: a low above every price level of a bot, and a high below every price level, so that no
 * search finds the entry.
 */
const untouchedLow = 2 ** 30 - 1;
const untouchedHigh = -1;

/** Returns the index of the low of a candle in `prices`. */
export function lowOf(candle: number): number {
  return ((candle >> 3) << 5) + (candle & 7);
}
/** Offset in `prices` from the low of a candle to its high. */
export const highOn = fan;
/** Offset in `prices` from the low of a candle to its open. */
export const openOn = 2 * fan;
/** Offset in `prices` from the low of a candle to its close. */
export const closeOn = 3 * fan;

/**
 * One index level. Its cells are groups of eight lows and their eight highs. In the index level of candles, the opens
 * and closes of the group follow.
 */
type Level = { readonly cells: Int32Array; readonly group: number };

/** The code of the search. `vector` needs WebAssembly, which a page without `wasm-unsafe-eval` in its content security policy may not run. */
export type SearchCode = 'vector' | 'plain';

/** Copies a series to the memory layout of the search. The copy needs the memory of the prices plus one fourteenth. */
export function makeTouchSearch(candles: CandleColumns, code: SearchCode = 'vector'): TouchSearch {
  const count = candles.low.length;
  const sizes = Array.from({ length: levelCount }, (_, level) => ({
    // The number of groups includes one empty group after the last group, because the search may read it.
    groups: Math.ceil(count / fan ** (level + 1)) + 1,
    group: level === 0 ? 4 * fan : 2 * fan,
  }));
  const bytes = sizes.reduce((sum, { groups, group }) => sum + groups * group * Int32Array.BYTES_PER_ELEMENT, 0);
  const memory = code === 'vector' ? new WebAssembly.Memory({ initial: Math.ceil(bytes / pageBytes) }) : null;
  const buffer = memory?.buffer ?? new ArrayBuffer(bytes);
  let start = 0;
  const levels = sizes.map(({ groups, group }): Level => {
    const cells = new Int32Array(buffer, start, groups * group);
    start += cells.byteLength;
    for (let place = 0; place < groups * fan; place += 1) put({ cells, group }, place, [untouchedLow, untouchedHigh]);
    return { cells, group };
  });
  for (const [order, level] of levels.entries()) {
    const below = levels[order - 1];
    if (below === undefined) fill(level, candles);
    else raise(below, level);
  }
  // The list contains the four index levels.
  const prices = levels[0]!.cells;
  if (memory === null) return { prices, search: plainSearch(levels.map(({ cells }) => cells)) };
  const starts = Object.fromEntries(levels.map(({ cells }, order) => [`level${order}`, cells.byteOffset]));
  const module = new WebAssembly.Module(bytesOf(seekCode));
  const { seek } = new WebAssembly.Instance(module, { series: { memory, ...starts } }).exports;
  return { prices, search: seek };
}

/** Returns the search as a loop. It skips blocks of 512, 64 and 8 candles that no price of which touches. */
function plainSearch(cells: readonly Int32Array[]): Search {
  // The list contains the four index levels.
  const [prices, eights, blocks, parts] = [cells[0]!, cells[1]!, cells[2]!, cells[3]!];
  // oxlint-disable-next-line max-params -- the signature of the search in WebAssembly
  return (from, below, above, end) => {
    let candle = from;
    while (candle < end) {
      if ((candle & 7) === 0) {
        if ((candle & 511) === 0 && isUntouched(parts, candle >> 9, below, above)) {
          candle += 512;
          continue;
        }
        if ((candle & 63) === 0 && isUntouched(blocks, candle >> 6, below, above)) {
          candle += 64;
          continue;
        }
        if (isUntouched(eights, candle >> 3, below, above)) {
          candle += 8;
          continue;
        }
      }
      const place = lowOf(candle);
      if (ticksAt(prices, place) <= below || ticksAt(prices, place + highOn) >= above) return candle;
      candle += 1;
    }
    return end;
  };
}

/** Returns true when no candle of a block touches. */
// oxlint-disable-next-line max-params -- numbers in a hot loop, a record would be allocated
function isUntouched(cells: Int32Array, block: number, below: number, above: number): boolean {
  const place = ((block >> 3) << 4) + (block & 7);
  return ticksAt(cells, place) > below && ticksAt(cells, place + highOn) < above;
}

function fill({ cells, group }: Level, { low, high, open, close }: CandleColumns): void {
  for (let candle = 0; candle < low.length; candle += 1) {
    put({ cells, group }, candle, [ticksAt(low, candle), ticksAt(high, candle)]);
    cells[lowOf(candle) + openOn] = ticksAt(open, candle);
    cells[lowOf(candle) + closeOn] = ticksAt(close, candle);
  }
}

/** Returns the index of the low of an entry. In a group the lows come before the highs. */
function placeOf({ group }: Level, place: number): number {
  return Math.floor(place / fan) * group + (place % fan);
}

function put(level: Level, place: number, [low, high]: readonly [number, number]): void {
  level.cells[placeOf(level, place)] = low;
  level.cells[placeOf(level, place) + highOn] = high;
}

/** Computes the blocks of an index level from the entries of the previous index level. */
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
