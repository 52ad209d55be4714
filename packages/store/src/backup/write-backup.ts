// Writes a backup file: packs and encrypts the entries, and gives the file its name only when it is complete and on the disk.
import { randomUUID } from 'node:crypto';
import { lstat, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { systemCode } from '../embedded/start-error.ts';
import { encrypt } from './age-keys.ts';
import { BackupError } from './backup-error.ts';
import { writeTar, type ArchiveEntry } from './tar.ts';

/** The gzip level. Level 1 makes the tables of this program ten times smaller, and higher levels cost several times the processor time. */
const gzipLevel = 1;

/** A backup that is to be made: its new file, the public keys that can open it, and the time in epoch ms. `signal` ends it. */
export interface NewBackup {
  readonly file: string;
  readonly recipients: readonly string[];
  readonly now: number;
  readonly signal?: AbortSignal;
}

/** Writes the entries to a new file, like `writeSealedFile`. */
export function writeBackupFile(
  file: string,
  recipients: readonly string[],
  entries: AsyncIterable<ArchiveEntry>,
): Promise<number> {
  return writeSealedFile(file, recipients, writeTar(entries));
}

/**
 * Writes the packed and encrypted bytes to a new file with mode 0600, and returns its size in bytes. Throws BackupError when the file exists or cannot be written. When
 * an error occurs, no file remains.
 */
export async function writeSealedFile(
  file: string,
  recipients: readonly string[],
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  await refuseExisting(file);
  const folder = dirname(file);
  const part = join(folder, `.${basename(file)}.${randomUUID()}.part`);
  try {
    const handle = await open(part, 'wx', 0o600);
    try {
      await writeSealed(handle, recipients, bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await refuseExisting(file);
    await rename(part, file);
    await flushFolder(folder);
    return (await lstat(file)).size;
  } catch (error) {
    await rm(part, { force: true });
    throw fileError(file, error);
  }
}

/** Writes the packed and encrypted bytes to an open file. Throws the error of the file or of the source of the bytes. */
export async function writeSealed(
  handle: FileHandle,
  recipients: readonly string[],
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const gzip = createGzip({ level: gzipLevel });
  const packed = pipeline(Readable.from(bytes, { highWaterMark: 1 }), gzip);
  const written = writeAll(handle, encrypt(recipients, gzip));
  const [source, target] = await Promise.allSettled([packed, written]);
  // When one side fails, the streams between both sides end with an error that does not name the reason.
  if (target.status === 'rejected' && isWriteError(target.reason)) throw target.reason;
  if (source.status === 'rejected') throw source.reason;
  if (target.status === 'rejected') throw target.reason;
}

function isWriteError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'write';
}

async function writeAll(handle: FileHandle, sealed: Promise<AsyncIterable<Uint8Array>>): Promise<void> {
  for await (const chunk of await sealed) {
    for (let at = 0; at < chunk.length;) at += (await handle.write(chunk, at)).bytesWritten;
  }
}

async function refuseExisting(file: string): Promise<void> {
  const found = await lstat(file).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw fileError(file, error);
  });
  if (found !== null)
    throw new BackupError('file', `${file} exists already. A backup never replaces a file: choose another name.`);
}

/** The name of a renamed file is on the disk only when its folder is. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns the error with a sentence for a person, when a system error says why the file cannot be written. */
export function fileError(file: string, error: unknown): unknown {
  const code = systemCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupError(
      'file',
      `The disk is full, so ${file} was not written. Free some space and start the backup again.`,
      error,
    );
  if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'EIO'].includes(code))
    return new BackupError('file', `${file} cannot be written (${code}).`, error);
  return error;
}
