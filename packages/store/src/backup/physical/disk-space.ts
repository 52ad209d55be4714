// The errors of a disk on which a restore writes.
import { dirname } from 'node:path';
import { systemCode } from '../../embedded/start-error.ts';
import { minFreeBytes } from '../../limits.ts';
import { BackupError } from '../backup-error.ts';

const megabyte = 2 ** 20;

/** Throws BackupError when a restore of `bytes` into the folder would fill the disk, which has `free` bytes. */
export function refuseFullDisk(
  folder: string,
  { free, bytes }: { readonly free: number; readonly bytes: number },
): void {
  const needed = bytes + minFreeBytes;
  if (free >= needed) return;
  throw new BackupError(
    'file',
    `The disk of ${dirname(folder)} has ${Math.floor(free / megabyte)} MB of free space, and the restore needs ${Math.ceil(needed / megabyte)} MB. Nothing was changed.`,
  );
}

/** Returns the error with a sentence for a person, when a system error says why the folder cannot be written. */
export function folderError(folder: string, error: unknown): unknown {
  const code = systemCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupError('file', `The disk of ${dirname(folder)} is full. Free some space and start again.`, error);
  if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'EIO'].includes(code))
    return new BackupError('file', `${folder} cannot be written (${code}).`, error);
  return error;
}
