// Reads numbers from the command line. An error message contains the name of the option.
import { UsageError } from '../command.ts';

export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Returns a whole number within the bounds, or throws `UsageError`. Both bounds are allowed values. */
export function readWhole(option: string, text: string, bounds: Bounds): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= bounds.least && value <= bounds.most) return value;
  throw new UsageError(`${option} must be a whole number from ${bounds.least} to ${bounds.most}, not "${text}"`);
}

/** Returns a number within the bounds, or throws `UsageError`. The function is for factors such as a speed, and not for amounts of money, because the result is a double. */
export function readFactor(option: string, text: string, bounds: Bounds): number {
  const value = /^\d{1,10}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= bounds.least && value <= bounds.most) return value;
  throw new UsageError(`${option} must be a number from ${bounds.least} to ${bounds.most}, not "${text}"`);
}
