// Values as the driver returns them: int8 and numeric are strings, int4 is a number, bytea is a Buffer. A wrong type throws.

/** A text, uuid or numeric value as text. */
export function readText(value: unknown): string {
  if (typeof value !== 'string') throw wrong('text', value);
  return value;
}

/** A boolean. */
export function readBoolean(value: unknown): boolean {
  if (typeof value !== 'boolean') throw wrong('boolean', value);
  return value;
}

/** A whole number that a double represents exactly: the driver returns int4 as a number and int8 as text. */
export function readInteger(value: unknown): number {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw wrong('integer', value);
  return number;
}

/** An int8 or whole numeric of any size. */
export function readBigint(value: unknown): bigint {
  const digits = readText(value);
  if (!/^-?\d+$/.test(digits)) throw wrong('bigint', digits);
  return BigInt(digits);
}

/** A bytea. */
export function readBytes(value: unknown): Buffer {
  if (!Buffer.isBuffer(value)) throw wrong('bytes', value);
  return value;
}

/** One word of a fixed list. */
export function readWord<Word extends string>(value: unknown, words: readonly Word[]): Word {
  const found = words.find((candidate) => candidate === value);
  if (found === undefined) throw wrong(words.join(' | '), value);
  return found;
}

function wrong(expected: string, value: unknown): Error {
  return new TypeError(`should be ${expected}, but is of type ${value === null ? 'null' : typeof value}`);
}
