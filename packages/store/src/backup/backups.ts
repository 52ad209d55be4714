// Logical backups of a whole installation: makes them, verifies them, and restores them. The master key is not a part of a backup.
import { connect } from '../database/connection.ts';
import { findDatabase, type DatabaseOptions } from '../database/find-database.ts';
import { defaultMigrationsFolder } from '../database/migrations.ts';
import { checkRecipients } from './age-keys.ts';
import { dumpDatabase } from './dump.ts';
import { loadDatabase } from './load.ts';
import type { BackupHeader, TableSum } from './manifest.ts';
import type { PhysicalFacts } from './physical/base-members.ts';
import { formatOf, physicalFormat } from './physical/physical-header.ts';
import { verifyPhysical } from './physical/restore-files.ts';
import { openBackup, readFirstDocument, type BackupFile } from './read-backup.ts';
import { writeBackupFile, type NewBackup } from './write-backup.ts';

/** What a logical backup contains. */
export interface LogicalFacts {
  readonly way: 'logical';
  readonly header: BackupHeader;
  readonly tables: readonly TableSum[];
}

/**
 * Writes a backup of a database to a new file, encrypted for each of the recipients, and returns the size of the file in bytes. The database may be in use. `signal`
 * ends the backup. Throws BackupError with a sentence for a person; no file remains then.
 */
export async function makeBackup(database: DatabaseOptions, options: NewBackup): Promise<number> {
  checkRecipients(options.recipients);
  const { place, server } = await findDatabase({ ...database, isGuest: true });
  const sql = connect(place, { connections: 1 });
  try {
    return await writeBackupFile(options.file, options.recipients, dumpDatabase(sql, options));
  } finally {
    await sql.end({ timeout: 1 });
    await server?.stop();
  }
}

/** Reads a whole backup of either way, and compares its rows or its files with its digests. Throws BackupError with a sentence for a person. */
export async function verifyBackup(backup: BackupFile): Promise<LogicalFacts | PhysicalFacts> {
  return (await isPhysical(backup)) ? verifyPhysical(backup) : verifyLogical(backup);
}

/** Returns whether a backup has the files of a cluster. Throws BackupError when the file is no backup, or when this program does not know its format. */
export async function isPhysical({ file, identities }: BackupFile): Promise<boolean> {
  return formatOf(await readFirstDocument(file, identities)) === physicalFormat;
}

async function verifyLogical({ file, identities }: BackupFile): Promise<LogicalFacts> {
  const content = await openBackup(file, identities);
  const rows = content.rows();
  for (;;) {
    const next = await rows.next();
    if (next.done === true) return { way: 'logical', header: content.header, tables: next.value.tables };
  }
}

/**
 * Restores a logical backup into an empty database and returns what it contains. The restored installation is frozen until it is confirmed. The whole file is verified before the
 * database is opened, and the rows are written in one transaction, so a refused restore changes nothing. Throws BackupError with a sentence for a person.
 */
export async function restoreBackup(
  { file, identities }: BackupFile,
  database: DatabaseOptions,
  options: { readonly now: number; readonly migrationsFolder?: string },
): Promise<LogicalFacts> {
  const { migrationsFolder = defaultMigrationsFolder, now } = options;
  const facts = await verifyLogical({ file, identities });
  const { place, server } = await findDatabase({ ...database, isGuest: true });
  const sql = connect(place, { connections: 1 });
  try {
    await loadDatabase(sql, await openBackup(file, identities), { migrationsFolder, now });
    return facts;
  } finally {
    await sql.end({ timeout: 1 });
    await server?.stop();
  }
}
