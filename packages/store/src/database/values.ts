// Values that the driver returns: int8 and numeric are strings, int4 is a number, and bytea is a Buffer. Each reader throws for a wrong type.

/** Reads a text, uuid or numeric value as text. */
export function readText(value: unknown): string {
  if (typeof value !== 'string') throw wrong('text', value);
  return value;
}

/** Reads a boolean. */
export function readBoolean(value: unknown): boolean {
  if (typeof value !== 'boolean') throw wrong('boolean', value);
  return value;
}

/** Reads a whole number that a double represents exactly. The driver returns int4 as a number and int8 as text. */
export function readInteger(value: unknown): number {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw wrong('integer', value);
  return number;
}

/** Reads an int8 or a whole numeric of any size. */
export function readBigint(value: unknown): bigint {
  const digits = readText(value);
  if (!/^-?\d+$/.test(digits)) throw wrong('bigint', digits);
  return BigInt(digits);
}

/** Reads a bytea. */
export function readBytes(value: unknown): Buffer {
  if (!Buffer.isBuffer(value)) throw wrong('bytes', value);
  return value;
}

/** Reads a word of a fixed list. */
export function readWord<Word extends string>(value: unknown, words: readonly Word[]): Word {
  const found = words.find((candidate) => candidate === value);
  if (found === undefined) throw wrong(words.join(' | '), value);
  return found;
}

function wrong(expected: string, value: unknown): Error {
  return new TypeError(`is not ${expected}: its type is ${value === null ? 'null' : typeof value}`);
}
