// Reads numbers from the command line. A refusal names the option.
import { UsageError } from '../command.ts';

export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** A whole number inside the bounds, both included. */
export function readWhole(option: string, text: string, bounds: Bounds): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= bounds.least && value <= bounds.most) return value;
  throw new UsageError(`${option} is a whole number from ${bounds.least} to ${bounds.most}, not "${text}"`);
}

/** A number inside the bounds, such as a speed factor; never money. */
export function readFactor(option: string, text: string, bounds: Bounds): number {
  const value = /^\d{1,10}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= bounds.least && value <= bounds.most) return value;
  throw new UsageError(`${option} is a number from ${bounds.least} to ${bounds.most}, not "${text}"`);
}
