// Reads an instant from the command line: a day, a minute of a day in UTC, or epoch milliseconds.
import { UsageError } from '../command.ts';

const patterns = [/^\d{4}-\d{2}-\d{2}$/, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/];

/** Returns the instant in epoch milliseconds, or throws `UsageError`. */
export function readInstant(option: string, text: string): number {
  if (/^\d{12,14}$/.test(text)) return Number(text);
  const at = patterns.some((pattern) => pattern.test(text)) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new UsageError(`${option} must be a day such as 2025-01-31 or 2025-01-31T12:00Z, not "${text}"`);
  return at;
}
