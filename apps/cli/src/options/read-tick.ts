// Reads a tick size from the command line.
import { parseDecimal, signOf, type Decimal } from '@rondo/decimal';
import { UsageError } from '../command.ts';

/** Returns a tick size above zero with at most 18 decimals, or undefined when `text` is undefined. Throws `UsageError`. */
export function readTick(text: string | undefined): Decimal | undefined {
  if (text === undefined) return undefined;
  const tick = parseDecimal(text);
  if (tick === undefined || signOf(tick) <= 0 || tick.units > 2_000_000_000n || tick.scale > 18)
    throw new UsageError(`--tick must be a price step such as 0.01, not "${text}"`);
  return tick;
}
