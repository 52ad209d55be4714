// Finds bars at which a line is on one side of a level. The line has a table of the lowest and the highest value of each block, so most bars are skipped.
import { at } from '../fast/rounding/round-off.ts';

const blockBits = 6;
const blockBars = 2 ** blockBits;

/** A line with the lowest and the highest value of each block of bars. A bar without a value counts in no block. */
export type IndexedLine = {
  readonly values: Float64Array;
  readonly lowest: Float64Array;
  readonly highest: Float64Array;
};

/** Returns a line with its blocks. */
export function indexedLine(values: Float64Array): IndexedLine {
  const blocks = Math.ceil(values.length / blockBars);
  const lowest = new Float64Array(blocks).fill(Number.POSITIVE_INFINITY);
  const highest = new Float64Array(blocks).fill(Number.NEGATIVE_INFINITY);
  for (let block = 0; block < blocks; block += 1) {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    const end = Math.min(values.length, (block + 1) * blockBars);
    for (let bar = block * blockBars; bar < end; bar += 1) {
      const value = at(values, bar);
      if (value < least) least = value;
      if (value > most) most = value;
    }
    lowest[block] = least;
    highest[block] = most;
  }
  return { values, lowest, highest };
}

/** A level of a line. With the sign -1 the line and the level are negated, so above becomes below. */
export type LineLevel = { readonly sign: 1 | -1; readonly level: number };

/** Returns true when the line has a value below the level at a bar. */
export function isBelow({ values }: IndexedLine, { sign, level }: LineLevel, bar: number): boolean {
  return sign * (values[bar] ?? Number.NaN) < sign * level;
}

/** Returns the first bar from `from` on at which the line is below the level, or the number of bars. */
export function nextBelow({ values, lowest, highest }: IndexedLine, { sign, level }: LineLevel, from: number): number {
  const least = sign === 1 ? lowest : highest;
  const bound = sign * level;
  let bar = from;
  while (bar < values.length) {
    if ((bar & (blockBars - 1)) === 0 && !(sign * at(least, bar >> blockBits) < bound)) bar += blockBars;
    else if (sign * at(values, bar) < bound) return bar;
    else bar += 1;
  }
  return values.length;
}

/** Returns the first bar from `from` on at which the line is at the level or above it, or the number of bars. */
export function nextNotBelow(line: IndexedLine, { sign, level }: LineLevel, from: number): number {
  const { values } = line;
  const most = sign === 1 ? line.highest : line.lowest;
  const bound = sign * level;
  let bar = from;
  while (bar < values.length) {
    if ((bar & (blockBars - 1)) === 0 && !(sign * at(most, bar >> blockBits) >= bound)) bar += blockBars;
    else if (sign * at(values, bar) >= bound) return bar;
    else bar += 1;
  }
  return values.length;
}
