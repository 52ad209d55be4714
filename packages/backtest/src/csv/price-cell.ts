// Reads a price of a recorded file as whole ticks: as doubles where they are exact, otherwise as bigints.
import { formatDecimal, parseDecimal, parseTicks, type Decimal } from '@rondo/decimal';
import { maxColumnTicks } from '../limits.ts';

/** A number of ticks above zero, or the reason why the text is refused. */
export type TickReader = (text: string) => number | string;

/** Numbers of up to fifteen digits are exact in a double, also after multiplication by a power of ten within this length. */
const exactDigits = 15;

/** A reader for one tick grid. The refusal is a sentence for the person whose file it is. */
export function tickReader(tickSz: Decimal): TickReader {
  const grid = Number(tickSz.units);
  return (text) => {
    const places = text.length <= exactDigits ? placesOf(text) : -1;
    if (places < 0) return readExactly(text, tickSz);
    const digits = Number(places === 0 ? text : text.slice(0, -places - 1) + text.slice(-places));
    const scaled = digits * 10 ** Math.max(0, tickSz.scale - places);
    const step = grid * 10 ** Math.max(0, places - tickSz.scale);
    // Both are whole numbers; below 2^53 the remainder and the quotient of doubles are exact.
    const isExact = scaled <= Number.MAX_SAFE_INTEGER && step <= Number.MAX_SAFE_INTEGER;
    const count = scaled / step;
    if (!isExact || scaled % step !== 0 || count < 1 || count > maxColumnTicks) return readExactly(text, tickSz);
    return count;
  };
}

/** Digits behind the point of a plain unsigned number such as 12 or 12.5; -1 for any other text. */
function placesOf(text: string): number {
  const match = /^\d+(?:\.(\d+))?$/.exec(text);
  return match === null ? -1 : (match[1]?.length ?? 0);
}

function readExactly(text: string, tickSz: Decimal): number | string {
  const value = parseDecimal(text);
  if (value === undefined) return `"${text.slice(0, 40)}" is not a plain decimal number`;
  if (value.units <= 0n) return `${text} is not above zero`;
  const count = parseTicks(text, tickSz);
  if (count === undefined) return `${text} is not a multiple of the tick size ${formatDecimal(tickSz)}`;
  if (count > BigInt(maxColumnTicks)) return `${text} is more than ${maxColumnTicks} ticks of ${formatDecimal(tickSz)}`;
  return Number(count);
}
