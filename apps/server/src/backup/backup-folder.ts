// The folder of the scheduled backups: the names of its files, and the marks of verified backups.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { StoredBackup } from './kept-backups.ts';

/** The ending of the file that `rondo verify --mark` writes beside a backup. */
const markEnding = '.verified';
const namePattern = /^rondo-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.age$/;

/** A backup in the folder. `verifiedAt` is null until the backup was verified, in epoch ms. */
export interface FolderBackup extends StoredBackup {
  readonly verifiedAt: number | null;
}

/** Returns the name of a backup that is made at an instant. */
export function backupName(at: number): string {
  return `rondo-${new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')}.age`;
}

/** Returns the scheduled backups of a folder. The folder is created when it does not exist. Other files are ignored. */
export async function readBackupFolder(folder: string): Promise<readonly FolderBackup[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  return Promise.all(
    names.flatMap((name) => {
      const [whole, ...parts] = namePattern.exec(name) ?? [];
      if (whole === undefined) return [];
      const [year = 0, month = 1, ...rest] = parts.map(Number);
      const mark = names.find((other) => other === `${name}${markEnding}`);
      return [describe(name, Date.UTC(year, month - 1, ...rest), mark === undefined ? null : path.join(folder, mark))];
    }),
  );
}

/** Deletes backups and their marks. */
export async function deleteBackups(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await rm(path.join(folder, name), { force: true });
    await rm(path.join(folder, `${name}${markEnding}`), { force: true });
  }
}

async function describe(name: string, madeAt: number, mark: string | null): Promise<FolderBackup> {
  const verifiedAt = mark === null ? null : readMark(await readFile(mark, 'utf8'));
  return { name, madeAt, verifiedAt, isVerified: verifiedAt !== null };
}

/** The mark is the time of the verification as text. Another text is no mark. */
function readMark(text: string): number | null {
  const at = Date.parse(text.trim());
  return Number.isNaN(at) ? null : at;
}
