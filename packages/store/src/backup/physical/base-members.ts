// Reads the files of a physical backup, and compares each of them with the manifest of PostgreSQL.
import { createHash } from 'node:crypto';
import { baseManifestMaxBytes } from '../../limits.ts';
import { BackupError } from '../backup-error.ts';
import { headerName } from '../manifest.ts';
import { bodyOf, type ArchiveItem } from '../tar.ts';
import { baseManifestName, readBaseManifest, type BaseFile, type BaseManifest } from './base-manifest.ts';
import { readPhysicalHeader, type PhysicalHeader } from './physical-header.ts';
import { segmentName, segmentStart, type Lsn } from '../wal/wal-position.ts';

/** What a physical backup contains. */
export interface PhysicalFacts {
  readonly way: 'physical';
  readonly header: PhysicalHeader;
  readonly files: number;
  readonly bytes: number;
  /** The position at which the restored cluster is consistent. Later WAL is needed for a later time only. */
  readonly endLsn: Lsn;
}

const walFolder = 'pg_wal/';

/**
 * Yields the files and folders of the cluster, and returns what the backup contains after the last one. Throws BackupError `damaged` when a file differs from the manifest, is missing
 * or is unknown, when a name leaves the folder, and when a segment of the WAL is missing.
 */
export async function* baseMembers(members: AsyncGenerator<ArchiveItem>): AsyncGenerator<ArchiveItem, PhysicalFacts> {
  const found = new Map<string, BaseFile>();
  let header: PhysicalHeader | null = null;
  let manifest: BaseManifest | null = null;
  for await (const member of members) {
    const { name } = member;
    if (manifest !== null) throw damaged(`the entry ${name} follows its manifest`);
    if (header === null) {
      if (name !== headerName) throw damaged('it does not begin with its header');
      header = readPhysicalHeader(await bodyOf(member, baseManifestMaxBytes));
    } else if (name === baseManifestName) {
      manifest = readBaseManifest(await bodyOf(member, baseManifestMaxBytes));
    } else {
      if (name.split('/').includes('..') || name.startsWith('/')) throw damaged(`the name ${name} is not allowed`);
      yield member.kind === 'folder' ? member : { ...member, body: summed(member, found) };
    }
  }
  if (header === null || manifest === null) throw damaged('it has no manifest');
  compare(found, manifest);
  const endLsn = compareWal(found, header, manifest);
  const bytes = [...found.values()].reduce((sum, { size }) => sum + size, 0);
  return { way: 'physical', header, files: found.size, bytes, endLsn };
}

/** Yields the bytes of a file, and adds its size and digest to `found` at their end. */
async function* summed({ name, body }: ArchiveItem, found: Map<string, BaseFile>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of body) {
    hash.update(part);
    size += part.length;
    yield part;
  }
  found.set(name, { size, sha256: hash.digest('hex') });
}

function compare(found: ReadonlyMap<string, BaseFile>, { files }: BaseManifest): void {
  for (const [name, { size, sha256 }] of files) {
    const file = found.get(name);
    if (file === undefined) throw damaged(`the file ${name} is missing`);
    if (file.size !== size || file.sha256 !== sha256) throw damaged(`the file ${name} differs from the manifest`);
  }
  for (const name of found.keys())
    if (!files.has(name) && !name.startsWith(walFolder)) throw damaged(`the file ${name} is not in the manifest`);
}

function compareWal(
  found: ReadonlyMap<string, BaseFile>,
  { segmentBytes }: PhysicalHeader,
  { wal }: BaseManifest,
): Lsn {
  let end = 0n;
  for (const { timeline, from, to } of wal) {
    if (to > end) end = to;
    for (let start = segmentStart(from, segmentBytes); start < to; start += BigInt(segmentBytes)) {
      const name = segmentName({ timeline, start }, segmentBytes);
      if (found.get(`${walFolder}${name}`)?.size !== segmentBytes) throw damaged(`the WAL segment ${name} is missing`);
    }
  }
  return end;
}

function damaged(reason: string): BackupError {
  return new BackupError('damaged', `The backup is damaged: ${reason}.`);
}
