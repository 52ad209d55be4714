// Encodes whole numbers as bytes with seven bits per byte, so that small numbers need few bytes. The compact candle
// format uses this encoding.

/** Collects bytes. Every number that a sink takes is a whole number from 0 to 2^53. */
export type ByteSink = {
  put(value: number): void;
  putSigned(value: number): void;
  bytes(): Uint8Array;
};

/** Reads the bytes that a `ByteSink` collected. Every read throws `DamagedBytes` when no byte is left or a number is too long. */
export type ByteSource = {
  take(): number;
  takeSigned(): number;
  takeBytes(length: number): Uint8Array;
  isAtEnd(): boolean;
};

/** The error for bytes that no `ByteSink` can have written. */
export class DamagedBytes extends Error {
  override readonly name = 'DamagedBytes';
}

const bits = 128;
/** A number up to 2^53 needs eight groups of seven bits. */
const maxGroups = 8;

/** Returns an empty sink. The sink doubles its capacity when it is full. */
export function byteSink(): ByteSink {
  let room = new Uint8Array(1_024);
  let length = 0;
  const push = (byte: number): void => {
    if (length === room.length) {
      const larger = new Uint8Array(room.length * 2);
      larger.set(room);
      room = larger;
    }
    room[length] = byte;
    length += 1;
  };
  const put = (value: number): void => {
    let left = value;
    for (; left >= bits; left = Math.floor(left / bits)) push((left % bits) + bits);
    push(left);
  };
  return {
    put,
    // The zigzag encoding maps 0, -1, 1, -2 to 0, 1, 2, 3, so that small numbers of both signs need few bytes.
    putSigned: (value) => put(value < 0 ? -2 * value - 1 : 2 * value),
    bytes: () => room.subarray(0, length),
  };
}

/** Returns a source that reads the bytes from the start. */
export function byteSource(bytes: Uint8Array): ByteSource {
  let at = 0;
  const take = (): number => {
    let value = 0;
    let weight = 1;
    for (let group = 0; group < maxGroups; group += 1) {
      const byte = bytes[at];
      if (byte === undefined) throw new DamagedBytes('the bytes end too early');
      at += 1;
      value += (byte % bits) * weight;
      if (byte < bits) return value;
      weight *= bits;
    }
    throw new DamagedBytes('a number has too many bytes');
  };
  return {
    take,
    takeSigned: () => {
      const folded = take();
      return folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2;
    },
    takeBytes: (length) => {
      if (at + length > bytes.length) throw new DamagedBytes('the bytes end too early');
      at += length;
      return bytes.subarray(at - length, at);
    },
    isAtEnd: () => at === bytes.length,
  };
}
