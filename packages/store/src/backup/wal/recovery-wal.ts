// Copies the WAL of a receiver's folder into a restored cluster.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { changeOwner, type ServerAccount } from '../../embedded/server-account.ts';
import { BackupError } from '../backup-error.ts';
import { readChunks } from '../read-backup.ts';
import type { PhysicalFacts } from '../physical/base-members.ts';
import { listSegments, readSource, type StoredSegment } from './wal-folder.ts';
import { segmentName, segmentStart } from './wal-position.ts';

/** The WAL that a restored cluster needs. */
export interface WalSegments {
  readonly folder: string;
  readonly segments: readonly StoredSegment[];
  readonly segmentBytes: number;
}

/**
 * Returns the segments of the folder that follow a backup. Throws BackupError when the folder has the WAL of another database or timeline, when it begins after the end of the backup, and
 * when a segment between two others is missing.
 */
export async function findWal(folder: string, { header, endLsn }: PhysicalFacts): Promise<WalSegments> {
  const source = await readSource(folder);
  const { segmentBytes, timeline, system } = header;
  if (source === null) throw new BackupError('file', `${folder} has no WAL of "rondo wal".`);
  if (source.system !== system || source.timeline !== timeline)
    throw new BackupError(
      'file',
      `${folder} has the WAL of another database or of another timeline than the backup. Use the folder that was filled when the backup was made.`,
    );
  const first = segmentStart(endLsn - 1n, segmentBytes);
  const segments = (await listSegments(folder, segmentBytes)).filter(({ start }) => start >= first);
  for (const [index, segment] of segments.entries()) {
    const expected = first + BigInt(index) * BigInt(segmentBytes);
    const isLast = index === segments.length - 1;
    if (segment.start === expected && (segment.isComplete || isLast)) continue;
    const name = segmentName({ timeline, start: expected }, segmentBytes);
    throw new BackupError(
      'file',
      `The WAL segment ${name} is missing in ${folder}. Add it, or restore without --wal to the time of the backup.`,
    );
  }
  if (segments.length > 0) return { folder, segments, segmentBytes };
  throw new BackupError('file', `${folder} has no WAL that was written after the backup.`);
}

/** Writes the decrypted segments into a folder, under the names that PostgreSQL asks for. Throws BackupError when a file cannot be decrypted or is cut. */
export async function unpackWal(
  { folder, segments, segmentBytes }: WalSegments,
  identities: string,
  target: { readonly folder: string; readonly account: ServerAccount },
): Promise<void> {
  for (const segment of segments) {
    const name = segmentName(segment, segmentBytes);
    const bytes = Buffer.alloc(segmentBytes);
    const parts = segment.isComplete ? [{ name: `${name}.age`, from: 0, to: segmentBytes }] : segment.parts;
    let end = 0;
    for (const part of parts.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
      // The parts of an earlier receiver overlap. Bytes after a missing part cannot be used.
      if (part.to <= end || part.from > end) continue;
      await readPart(join(folder, part.name), identities, bytes.subarray(part.from, part.to));
      end = part.to;
    }
    await writeFileOf(join(target.folder, name), bytes, target.account);
  }
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
