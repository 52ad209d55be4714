// The folder of a WAL receiver: encrypted segments, encrypted parts of the unfinished segment, and a file that names the cluster.
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../embedded/start-error.ts';
import { BackupError } from '../backup-error.ts';
import { documentOf, parseDocument, reading } from '../document.ts';
import { systemOf, type SystemFacts } from '../physical/system-facts.ts';
import { flushFolder } from '../write-backup.ts';
import { parseSegmentName, segmentName, type Lsn, type Segment } from './wal-position.ts';

/** The file that names the cluster whose WAL is in the folder. It is not encrypted, because the receiver reads it. */
const sourceName = 'wal-source.json';
const sourceDraft = `.${sourceName}.part`;

/** A file with the bytes from `from` to `to` of an unfinished segment. */
export interface SegmentPart {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** A segment in the folder: complete, or in parts. */
export interface StoredSegment extends Segment {
  readonly isComplete: boolean;
  readonly parts: readonly SegmentPart[];
}

/** Returns the name of the file with a complete segment. */
export function segmentFile(segment: Segment, segmentBytes: number): string {
  return `${segmentName(segment, segmentBytes)}.age`;
}

/** Returns the name of the file with a part of a segment. */
export function partFile(
  segment: Segment,
  segmentBytes: number,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  return `${segmentName(segment, segmentBytes)}.${hex(from)}-${hex(to)}.age`;
}

/** Returns the cluster whose WAL is in the folder, or null for an empty folder. Throws BackupError for a folder with other files. */
export async function readSource(folder: string): Promise<SystemFacts | null> {
  const text = await readFile(join(folder, sourceName)).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (text === null) {
    if ((await listOrEmpty(folder)).length === 0) return null;
    throw new BackupError(
      'file',
      `${folder} has other files than WAL of "rondo wal". Give the WAL a folder of its own.`,
    );
  }
  const row = parseDocument(text);
  return reading(() => systemOf(row));
}

/** Stores the cluster whose WAL will be in the folder. After a crash, the file is complete or missing. */
export async function writeSource(folder: string, source: SystemFacts): Promise<void> {
  const draft = join(folder, sourceDraft);
  await writeFile(draft, documentOf(source), { mode: 0o600, flush: true });
  await rename(draft, join(folder, sourceName));
  await flushFolder(folder);
}

/** Returns the segments of the folder in the sequence of the WAL. */
export async function listSegments(folder: string, segmentBytes: number): Promise<readonly StoredSegment[]> {
  const segments = new Map<string, { isComplete: boolean; readonly parts: SegmentPart[] }>();
  for (const name of await listOrEmpty(folder)) {
    const [, segment, from, to] = /^([0-9A-F]{24})(?:\.([0-9A-F]{8})-([0-9A-F]{8}))?\.age$/.exec(name) ?? [];
    if (segment === undefined) continue;
    const entry = segments.get(segment) ?? { isComplete: false, parts: [] };
    segments.set(segment, entry);
    if (from === undefined || to === undefined) entry.isComplete = true;
    else entry.parts.push({ name, from: Number.parseInt(from, 16), to: Number.parseInt(to, 16) });
  }
  return [...segments]
    .flatMap(([name, entry]) => {
      const segment = parseSegmentName(name, segmentBytes);
      return segment === null ? [] : [{ ...segment, ...entry }];
    })
    .toSorted((one, other) => Number(one.start - other.start));
}

/** Returns the position at which the WAL of the folder continues, or null for a folder without segments. A started segment is received again from its beginning. */
export async function nextPosition(folder: string, segmentBytes: number): Promise<Lsn | null> {
  const segments = await listSegments(folder, segmentBytes);
  const complete = segments.findLast(({ isComplete }) => isComplete);
  if (complete !== undefined) return complete.start + BigInt(segmentBytes);
  return segments[0]?.start ?? null;
}

/** Returns the position after the newest byte of the folder, or null for a folder without segments. */
export async function storedPosition(folder: string, segmentBytes: number): Promise<Lsn | null> {
  const last = (await listSegments(folder, segmentBytes)).at(-1);
  if (last === undefined) return null;
  const bytes = last.isComplete ? segmentBytes : Math.max(...last.parts.map(({ to }) => to));
  return last.start + BigInt(bytes);
}

/** Deletes the unfinished files of a receiver that was killed. */
export async function deleteDrafts(folder: string): Promise<void> {
  for (const name of await listOrEmpty(folder))
    if (name === sourceDraft || /^\.[0-9A-F]{24}\..*\.part$/.test(name)) await rm(join(folder, name), { force: true });
}

async function listOrEmpty(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
}

function hex(value: number): string {
  return value.toString(16).toUpperCase().padStart(8, '0');
}
