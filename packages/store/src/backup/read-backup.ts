// Reads a backup file: decrypts it, checks its documents, and yields its rows.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { systemCode } from '../embedded/start-error.ts';
import { backupEntryMaxBytes } from '../limits.ts';
import { decrypt } from './age-keys.ts';
import { BackupError } from './backup-error.ts';
import {
  headerName,
  manifestName,
  readHeader,
  readManifest,
  type BackupHeader,
  type BackupManifest,
} from './manifest.ts';
import { bodyOf, readArchive, readTar, type ArchiveEntry } from './tar.ts';

/** The file of a backup and the text of the identity file that decrypts it. */
export interface BackupFile {
  readonly file: string;
  readonly identities: string;
}

/** Rows of a table in the text format of COPY. */
export interface TableRows {
  readonly table: string;
  readonly body: Buffer;
}

/** An open backup. */
export interface BackupContent {
  readonly header: BackupHeader;
  /** Yields all rows in the sequence of the file. At the end, compares the rows with the manifest, and throws BackupError `damaged` when they differ. */
  rows(): AsyncGenerator<TableRows, BackupManifest>;
}

/** The first bytes of each file of age. */
const magic = 'age-encryption.org/v1\n';

/**
 * Reads the first document of a backup. `identities` is the text of an identity file. Throws BackupError when the file cannot be read, is no backup, was encrypted for another
 * key, is cut or changed.
 */
export async function readFirstDocument(file: string, identities: string): Promise<Buffer> {
  for await (const member of readArchive(readChunks(file, identities)))
    if (member.name === headerName) return bodyOf(member, backupEntryMaxBytes);
    else break;
  throw new BackupError('damaged', 'The backup is damaged: it does not begin with its header.');
}

/** Opens a logical backup and reads its header. Throws BackupError like `readFirstDocument`. */
export async function openBackup(file: string, identities: string): Promise<BackupContent> {
  const entries = readTar(readChunks(file, identities), backupEntryMaxBytes);
  const first = await entries.next();
  if (first.done === true || first.value.name !== headerName)
    throw new BackupError('damaged', 'The backup is damaged: it does not begin with its header.');
  return { header: readHeader(first.value.body), rows: () => checkedRows(entries) };
}

async function refuseOtherFile(file: string): Promise<void> {
  try {
    const handle = await open(file, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0);
      if (buffer.toString('latin1', 0, bytesRead) === magic) return;
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new BackupError('file', `${file} cannot be read (${systemCode(error)}).`, error);
  }
  throw new BackupError('file', `${file} is not a backup: it does not have the format of age.`);
}

/** Yields the decrypted and unpacked bytes of a file. Throws BackupError like `readFirstDocument`. */
export async function* readChunks(file: string, identities: string): AsyncGenerator<Uint8Array> {
  await refuseOtherFile(file);
  const gunzip = createGunzip();
  const source = createReadStream(file);
  try {
    const unpacked = pipeline(await decrypt(identities, source), gunzip);
    // The reader gets the same error, because the pipeline destroys its last stream with the error.
    unpacked.catch(() => undefined);
    yield* gunzip;
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError('damaged', 'The backup is damaged: the file was cut or changed.', error);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

async function* checkedRows(entries: AsyncGenerator<ArchiveEntry>): AsyncGenerator<TableRows, BackupManifest> {
  const sums = new Map<string, { readonly hash: Hash; rows: number }>();
  let manifest: BackupManifest | null = null;
  for await (const { name, body } of entries) {
    if (name === manifestName) {
      manifest = readManifest(body);
      continue;
    }
    const [, table] = /^tables\/([^/]+)\/\d+\.copy$/.exec(name) ?? [];
    if (table === undefined || manifest !== null)
      throw new BackupError('damaged', `The backup is damaged: the entry ${name} is unknown.`);
    const sum = sums.get(table) ?? { hash: createHash('sha256'), rows: 0 };
    sum.hash.update(body);
    sum.rows += countLines(body);
    sums.set(table, sum);
    yield { table, body };
  }
  if (manifest === null) throw new BackupError('damaged', 'The backup is damaged: it has no manifest.');
  for (const { name, rows, sha256 } of manifest.tables) {
    const sum = sums.get(name) ?? { hash: createHash('sha256'), rows: 0 };
    if (sum.rows !== rows || sum.hash.digest('hex') !== sha256)
      throw new BackupError('damaged', `The backup is damaged: the rows of ${name} differ from the manifest.`);
  }
  return manifest;
}

function countLines(body: Buffer): number {
  let lines = 0;
  for (let at = body.indexOf(10); at !== -1; at = body.indexOf(10, at + 1)) lines += 1;
  return lines;
}
