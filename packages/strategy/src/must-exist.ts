// Asserts a value that other code guarantees. A missing value is a bug.

/** Returns the value. Throws RangeError when it is null or undefined. */
export function mustExist<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new RangeError(`${what} must exist here`);
  return value;
}
