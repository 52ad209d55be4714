// The search for the next candle that touches a level, in vectors of WebAssembly (seek.wat).
import type { CandleColumns } from '../columns.ts';
import { ticksAt } from './round-off.ts';
import { seekCode } from './seek-code.ts';

/** The first candle from one on, below `end`, with a low at most `below` or a high at least `above`; `end` for none. */
// oxlint-disable-next-line max-params -- WebAssembly takes numbers, no record
export type TouchSearch = (from: number, below: number, above: number, end: number) => number;

/** What the language of every runtime has and a package without their types does not know. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (code: object, imports: object) => { readonly exports: { readonly seek: TouchSearch } };
};

const pageBytes = 65_536;
/** What a block holds of the level below, and how many levels there are: candles, blocks of 8, of 64 and of 512. */
const fan = 8;
const levelCount = 4;
/** A low above and a high below every level. */
const untouchedLow = 2 ** 30 - 1;
const untouchedHigh = -1;

/** Lays the lows and highs of a series out for the search: a seventh more than their own memory. */
export function makeTouchSearch({ low, high }: CandleColumns): TouchSearch {
  const counts = Array.from({ length: levelCount }, (_, level) => placesOf(low.length / fan ** level));
  const bytes = counts.reduce((sum, count) => sum + 2 * count * Int32Array.BYTES_PER_ELEMENT, 0);
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / pageBytes) });
  const starts: Record<string, number> = {};
  let below: Int32Array | null = null;
  let start = 0;
  for (const [level, count] of counts.entries()) {
    const extremes = new Int32Array(memory.buffer, start, 2 * count);
    for (let place = 0; place < count; place += 1) put(extremes, place, [untouchedLow, untouchedHigh]);
    if (below === null) low.forEach((each, candle) => put(extremes, candle, [each, ticksAt(high, candle)]));
    else raise(below, extremes);
    starts[`level${level}`] = start;
    start += extremes.byteLength;
    below = extremes;
  }
  return new WebAssembly.Instance(new WebAssembly.Module(bytesOf(seekCode)), { series: { memory, ...starts } }).exports
    .seek;
}

/** Places of a level: whole groups, and one group more to look at behind the last. */
function placesOf(count: number): number {
  return fan * (Math.ceil(count / fan) + 1);
}

/** Where the low of a place is: a group's lows come before its highs. */
function lowAt(place: number): number {
  return place + fan * Math.floor(place / fan);
}

function put(extremes: Int32Array, place: number, [low, high]: readonly [number, number]): void {
  extremes[lowAt(place)] = low;
  extremes[lowAt(place) + fan] = high;
}

/** Fills a level from the one below it. */
function raise(below: Int32Array, extremes: Int32Array): void {
  for (let place = 0; place < below.length / 2; place += 1) {
    const block = lowAt(Math.floor(place / fan));
    extremes[block] = Math.min(ticksAt(extremes, block), ticksAt(below, lowAt(place)));
    extremes[block + fan] = Math.max(ticksAt(extremes, block + fan), ticksAt(below, lowAt(place) + fan));
  }
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, place) =>
    Number.parseInt(hex.slice(2 * place, 2 * place + 2), 16),
  );
}
