// Positions in the WAL of PostgreSQL, and the names of its segments.

/** A position in the WAL: the number of bytes before it. */
export type Lsn = bigint;

/** A segment of the WAL: the file in which PostgreSQL keeps the bytes from `start` on. */
export interface Segment {
  readonly timeline: number;
  readonly start: Lsn;
}

/** The part of a position that the name of a segment and the text of a position show separately. */
const logBytes = 1n << 32n;

/** Returns the position of a text such as `0/39000028`. Throws when the text is no position. */
export function parseLsn(text: string): Lsn {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  if (high === undefined || low === undefined) throw new Error(`"${text}" is not a position of the WAL`);
  return BigInt(`0x${high}`) * logBytes + BigInt(`0x${low}`);
}

/** Returns the text of a position. */
export function lsnText(lsn: Lsn): string {
  return `${hex(lsn / logBytes)}/${hex(lsn % logBytes)}`;
}

/** Returns the beginning of the segment that has the position. */
export function segmentStart(lsn: Lsn, segmentBytes: number): Lsn {
  return lsn - (lsn % BigInt(segmentBytes));
}

/** Returns the name that PostgreSQL gives to a segment. */
export function segmentName({ timeline, start }: Segment, segmentBytes: number): string {
  const parts = [BigInt(timeline), start / logBytes, (start % logBytes) / BigInt(segmentBytes)];
  return parts.map((part) => hex(part).padStart(8, '0')).join('');
}

/** Returns the segment of a name, or null for another name. */
export function parseSegmentName(name: string, segmentBytes: number): Segment | null {
  const [, timeline, log, number] = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/.exec(name) ?? [];
  if (timeline === undefined) return null;
  return {
    timeline: Number.parseInt(timeline, 16),
    start: BigInt(`0x${log}`) * logBytes + BigInt(`0x${number}`) * BigInt(segmentBytes),
  };
}

function hex(value: bigint): string {
  return value.toString(16).toUpperCase();
}
