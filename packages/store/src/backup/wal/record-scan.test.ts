// Tests of the search for the last complete record. The pages have the layout of PostgreSQL.
import { expect, test } from 'vitest';
import { createRecordScan } from './record-scan.ts';

const [pageBytes, segmentBytes] = [8_192, 4 * 8_192];

/** Writes records of the given sizes as PostgreSQL does, from the beginning of the segments on, and returns the segments and the positions of the records. */
function wal(sizes: readonly number[]): { readonly bytes: Buffer; readonly starts: readonly bigint[] } {
  const bytes = Buffer.alloc(4 * segmentBytes);
  const starts: bigint[] = [];
  let at = 0;
  /** Writes the header of a page at its beginning. `rest` is the number of bytes of the open record. */
  const begin = (rest: number): void => {
    if (at % pageBytes !== 0) return;
    bytes.writeUInt16LE(rest === 0 ? 0 : 1, at + 2);
    bytes.writeUInt32LE(rest, at + 16);
    if (at % segmentBytes === 0) bytes.writeUInt32LE(pageBytes, at + 36);
    at += at % segmentBytes === 0 ? 40 : 24;
  };
  for (const size of sizes) {
    begin(0);
    starts.push(BigInt(at));
    const record = Buffer.alloc(size, 0x11);
    record.writeUInt32LE(size);
    for (let written = 0; written < size;) {
      begin(size - written);
      const count = Math.min(size - written, pageBytes - (at % pageBytes));
      record.copy(bytes, at, written, written + count);
      written += count;
      at += Math.ceil(count / 8) * 8;
    }
  }
  return { bytes: bytes.subarray(0, at), starts };
}

/** Returns the position that the scan finds in the bytes from `from` on. */
function lastOf(bytes: Buffer, from = 0): bigint | null {
  const scan = createRecordScan();
  for (let at = from; at < bytes.length; at += segmentBytes)
    scan.add(bytes.subarray(at, at + segmentBytes), BigInt(at));
  return scan.last();
}

test('a record whose bytes are cut is not complete, also when it crosses pages and segments', () => {
  const { bytes, starts } = wal([24, 51, 9_000, 30, 2 * segmentBytes, 40]);
  const [, second, long, , longest, last] = starts;
  expect(lastOf(bytes)).toBe(last);
  expect(lastOf(bytes.subarray(0, bytes.length - 1))).toBe(longest);
  expect(lastOf(bytes.subarray(0, Number(last) - 8))).toBe(starts[3]);
  expect(lastOf(bytes.subarray(0, Number(long) + 8_500))).toBe(second);
  expect(lastOf(bytes.subarray(0, 40))).toBeNull();
});

test('WAL that begins within a record begins with the next one', () => {
  const { bytes, starts } = wal([24, segmentBytes + 1_000, 40]);
  expect(lastOf(bytes, segmentBytes)).toBe(starts[2]);
  expect(lastOf(bytes.subarray(0, Number(starts[2])), segmentBytes)).toBeNull();
});

test('the bytes after a switch of the segment are no records, and a record without its rest has ended with a crash', () => {
  const { bytes, starts } = wal([24, 32, 100, segmentBytes, 24]);
  bytes.writeUInt16LE(0x00_40, Number(starts[1]) + 16); // A switch.
  expect(lastOf(bytes.subarray(0, segmentBytes))).toBe(starts[1]);
  const crashed = wal([24, 9_000, 24]);
  crashed.bytes.writeUInt16LE(8, pageBytes + 2); // The second page does not continue the record.
  crashed.bytes.writeUInt32LE(0, pageBytes + 16);
  crashed.bytes.writeUInt32LE(48, pageBytes + 24);
  expect(lastOf(crashed.bytes.subarray(0, pageBytes + 80))).toBe(BigInt(pageBytes + 24));
});
