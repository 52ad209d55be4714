// Reads the instant of a row in a recorded file, in epoch milliseconds. Each instant must be later than the instant of the previous row.
import { maxInstant } from '../limits.ts';

/** Returns the instant, or the reason of the refusal as a text. `previous` is null for the first row. */
export function readInstant(text: string, previous: number | null): number | string {
  const at = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(at <= maxInstant)) return `ts_ms "${text.slice(0, 40)}" is not an instant in whole milliseconds`;
  if (previous === null || at > previous) return at;
  return at === previous
    ? `ts_ms ${text} comes twice`
    : `ts_ms ${text} is before the row above it: rows must be sorted`;
}
