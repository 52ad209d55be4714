// Reads a price of a recorded file as whole ticks. It computes with doubles when doubles are exact, and otherwise with bigints.
import { formatDecimal, parseDecimal, parseTicks, signOf, type Decimal } from '@rondo/decimal';
import { maxColumnTicks } from '../limits.ts';

/** Returns a number of ticks above zero, or the reason why the text is refused. */
export type TickReader = (text: string) => number | string;

/**
 * Numbers of up to fifteen digits are exact in a double. A product with a power of ten is also exact when it has at most fifteen digits.
 */
const exactDigits = 15;

/** Returns a reader for one tick size. The refusal is a text for the owner of the file. */
export function tickReader(tickSz: Decimal): TickReader {
  const grid = Number(tickSz.units);
  return (text) => {
    const places = text.length <= exactDigits ? placesOf(text) : -1;
    if (places < 0) return readExactly(text, tickSz);
    const digits = Number(places === 0 ? text : text.slice(0, -places - 1) + text.slice(-places));
    const scaled = digits * 10 ** Math.max(0, tickSz.scale - places);
    const step = grid * 10 ** Math.max(0, places - tickSz.scale);
    // Both numbers are whole. Below 2^53 the remainder and the quotient of two doubles are exact.
    const isExact = scaled <= Number.MAX_SAFE_INTEGER && step <= Number.MAX_SAFE_INTEGER;
    const count = scaled / step;
    if (!isExact || scaled % step !== 0 || count < 1 || count > maxColumnTicks) return readExactly(text, tickSz);
    return count;
  };
}

/** Returns the number of decimal places of a plain unsigned number such as 12 or 12.5. Returns -1 for any other text. */
function placesOf(text: string): number {
  const match = /^\d+(?:\.(\d+))?$/.exec(text);
  return match === null ? -1 : (match[1]?.length ?? 0);
}

function readExactly(text: string, tickSz: Decimal): number | string {
  const value = parseDecimal(text);
  if (value === undefined) return `"${text.slice(0, 40)}" is not a plain decimal number`;
  if (signOf(value) <= 0) return `${text} is not above zero`;
  const count = parseTicks(text, tickSz);
  if (count === undefined) return `${text} is not a multiple of the tick size ${formatDecimal(tickSz)}`;
  if (count > BigInt(maxColumnTicks)) return `${text} is more than ${maxColumnTicks} ticks of ${formatDecimal(tickSz)}`;
  return Number(count);
}
