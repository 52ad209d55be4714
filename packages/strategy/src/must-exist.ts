// Checks for a value that other code guarantees. A missing value is a bug.

/** Returns the value. Throws RangeError when the value is null or undefined. */
export function mustExist<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new RangeError(`${what} is missing.`);
  return value;
}
