// What the rest of the code guarantees, said where it is used: a breach is a bug and throws.

/** The value; throws RangeError when there is none, which only a bug can cause. */
export function mustExist<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new RangeError(`${what} must exist here`);
  return value;
}
