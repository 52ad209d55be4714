// Finds the last complete record of WAL (src/include/access/xlog_internal.h and xlogrecord.h of PostgreSQL). A recovery has to reach this record.
import type { Lsn } from './wal-position.ts';

/** Reads segments in the sequence of the WAL. */
export interface RecordScan {
  /** Takes the bytes of a segment from its beginning on. Only the last segment may be shorter than a whole one. */
  add(bytes: Buffer, start: Lsn): void;
  /** Returns the position of the last record whose bytes are all there, or null when there is none. */
  last(): Lsn | null;
}

/** A record whose bytes are not all read. */
interface OpenRecord {
  readonly start: Lsn;
  /** The first bytes, up to `headerBytes`. */
  readonly header: Buffer;
  readonly total: number;
  read: number;
}

const pageHeaderBytes = 24;
/** The header of the first page of a segment. */
const longHeaderBytes = 40;
const headerBytes = 24;
/** The bit of a page that begins with the rest of a record. */
const continues = 1;

/** Returns a scan. It does not compute the checksums of the records: PostgreSQL does, when it reads them. */
export function createRecordScan(): RecordScan {
  let last: Lsn | null = null;
  let open: OpenRecord | null = null;

  /** Returns the number of bytes of the open record in `bytes`, and whether the rest of the segment is unused. */
  function read(record: OpenRecord, bytes: Buffer): { readonly count: number; readonly isSwitch: boolean } {
    const count = Math.min(record.total - record.read, bytes.length);
    bytes.copy(record.header, record.read, 0, count);
    record.read += count;
    if (record.read < record.total) return { count, isSwitch: false };
    last = record.start;
    open = null;
    return { count, isSwitch: isSwitch(record.header) };
  }

  /** Returns whether the rest of the segment is unused. */
  function addPage(page: Buffer, start: Lsn, isFirst: boolean): boolean {
    let at = isFirst ? longHeaderBytes : pageHeaderBytes;
    if (page.length < at) return false;
    // A record that a crash has cut has no rest: the page begins with other records.
    const rest = (page.readUInt16LE(2) & continues) === 0 ? 0 : page.readUInt32LE(16);
    if (open !== null && open.total - open.read !== rest) open = null;
    if (open === null) at += aligned(rest);
    while (at + 4 <= page.length) {
      open ??= openRecord(page.readUInt32LE(at), start + BigInt(at));
      if (open === null) return false;
      const { count, isSwitch: isEnd } = read(open, page.subarray(at));
      if (isEnd) return true;
      at += aligned(count);
    }
    return false;
  }

  return {
    add(bytes, start) {
      if (bytes.length < longHeaderBytes) return;
      const pageBytes = bytes.readUInt32LE(36);
      if (pageBytes < longHeaderBytes) return;
      for (let at = 0; at < bytes.length; at += pageBytes)
        if (addPage(bytes.subarray(at, at + pageBytes), start + BigInt(at), at === 0)) return;
    },
    last: () => last,
  };
}

/** Returns null when no record begins at the position. */
function openRecord(total: number, start: Lsn): OpenRecord | null {
  return total < headerBytes ? null : { start, header: Buffer.alloc(headerBytes), total, read: 0 };
}

/** Records begin at multiples of 8 bytes. */
function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/** The record with which PostgreSQL ends a segment early: kind 0x40 of the resource manager 0. */
function isSwitch(header: Buffer): boolean {
  return (header.readUInt8(16) & 0xf0) === 0x40 && header.readUInt8(17) === 0;
}
