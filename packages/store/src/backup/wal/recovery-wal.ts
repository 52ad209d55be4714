// Copies the WAL of a receiver's folder into a restored cluster.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { changeOwner, type ServerAccount } from '../../embedded/server-account.ts';
import { BackupError } from '../backup-error.ts';
import { readChunks } from '../read-backup.ts';
import type { PhysicalFacts } from '../physical/base-members.ts';
import { isSameWal } from '../physical/system-facts.ts';
import { createRecordScan } from './record-scan.ts';
import { listSegments, readSource, segmentFile, type SegmentPart, type StoredSegment } from './wal-folder.ts';
import { lsnText, segmentName, segmentStart, type Lsn, type Segment } from './wal-position.ts';

/** The WAL that a restored cluster needs. Only the last segment has less than all of its bytes. */
export interface WalSegments {
  readonly folder: string;
  readonly segments: readonly KeptSegment[];
  readonly segmentBytes: number;
}

/** A segment, the files with its bytes in the sequence of the WAL, and the number of its bytes. */
interface KeptSegment extends Segment {
  readonly parts: readonly SegmentPart[];
  readonly bytes: number;
}

/**
 * Returns the segments of the folder that follow a backup. Throws BackupError when the folder has the WAL of another database or timeline, when it ends before the end of the backup, and
 * when bytes between the backup and the last file are missing.
 */
export async function findWal(folder: string, { header, endLsn }: PhysicalFacts): Promise<WalSegments> {
  const source = await readSource(folder);
  const { segmentBytes, timeline } = header;
  if (source === null) throw new BackupError('file', `${folder} has no WAL of "rondo wal".`);
  if (!isSameWal(source, header))
    throw new BackupError(
      'file',
      `${folder} has the WAL of another database, of another timeline or of another restore than the backup. Use the folder that was filled when the backup was made.`,
    );
  const first = segmentStart(endLsn - 1n, segmentBytes);
  const all = await listSegments(folder, segmentBytes);
  const begin = all[0]?.start ?? first;
  if (begin > first)
    throw new BackupError(
      'file',
      `The WAL in ${folder} begins at ${lsnText(begin)}, and the backup ends at ${lsnText(endLsn)}. Use a backup that was made after the start of "rondo wal".`,
    );
  const stored = all.filter(({ start }) => start >= first);
  const segments = stored.map((segment) => keptSegment(segment, { folder, segmentBytes }));
  for (const [index, { start }] of segments.entries()) {
    const isWhole = index === 0 || segments[index - 1]?.bytes === segmentBytes;
    const expected = first + BigInt((isWhole ? index : index - 1) * segmentBytes);
    if (isWhole && start === expected) continue;
    const name = segmentName({ timeline, start: expected }, segmentBytes);
    throw missing(isWhole ? `The WAL segment ${name} is` : `The end of the WAL segment ${name} is`, folder);
  }
  const last = segments.at(-1);
  if (last !== undefined && last.start + BigInt(last.bytes) >= endLsn) return { folder, segments, segmentBytes };
  throw new BackupError('file', `${folder} has no WAL that was written after the backup.`);
}

/** Returns the files to read. Throws BackupError when bytes between two files are missing. */
function keptSegment(
  { timeline, start, isComplete, parts }: StoredSegment,
  { folder, segmentBytes }: { readonly folder: string; readonly segmentBytes: number },
): KeptSegment {
  const segment = { timeline, start };
  if (isComplete) {
    const whole = { name: segmentFile(segment, segmentBytes), from: 0, to: segmentBytes };
    return { ...segment, parts: [whole], bytes: segmentBytes };
  }
  const used: SegmentPart[] = [];
  let bytes = 0;
  // The parts of an earlier receiver overlap.
  for (const part of parts.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (part.from > bytes)
      throw missing(`A part of the WAL segment ${segmentName(segment, segmentBytes)} before ${part.name} is`, folder);
    if (part.to <= bytes) continue;
    used.push(part);
    bytes = part.to;
  }
  return { ...segment, parts: used, bytes };
}

function missing(what: string, folder: string): BackupError {
  return new BackupError(
    'file',
    `${what} missing in ${folder}. Add it, or move the later files to another folder to restore what was written before it. Nothing was changed.`,
  );
}

/**
 * Writes the decrypted segments into a folder, under the names that PostgreSQL asks for. Returns the position of the last complete record. Throws BackupError when a file cannot be
 * decrypted or is cut, and when the WAL has no complete record.
 */
export async function unpackWal(
  { folder, segments, segmentBytes }: WalSegments,
  identities: string,
  target: { readonly folder: string; readonly account: ServerAccount },
): Promise<Lsn> {
  const scan = createRecordScan();
  for (const segment of segments) {
    const bytes = Buffer.alloc(segmentBytes);
    for (const { name, from, to } of segment.parts)
      await readPart(join(folder, name), identities, bytes.subarray(from, to));
    scan.add(bytes.subarray(0, segment.bytes), segment.start);
    await writeFileOf(join(target.folder, segmentName(segment, segmentBytes)), bytes, target.account);
  }
  const last = scan.last();
  if (last === null) throw new BackupError('damaged', `The WAL in ${folder} is damaged: it has no complete record.`);
  return last;
}

async function readPart(file: string, identities: string, target: Buffer): Promise<void> {
  let at = 0;
  for await (const chunk of readChunks(file, identities)) {
    if (at + chunk.length > target.length) break;
    target.set(chunk, at);
    at += chunk.length;
  }
  if (at !== target.length)
    throw new BackupError('damaged', `${file} is damaged: it does not have the bytes of its name.`);
}

async function writeFileOf(path: string, bytes: Buffer, account: ServerAccount): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
  } finally {
    await handle.close();
  }
  await changeOwner(account, path);
}
