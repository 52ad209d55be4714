// Backups of a whole installation: makes them, verifies them, and restores them. The master key is not a part of a backup.
import { connect } from '../database/connection.ts';
import { findDatabase, type DatabaseOptions } from '../database/find-database.ts';
import { defaultMigrationsFolder } from '../database/migrations.ts';
import { checkRecipients } from './age-keys.ts';
import { dumpDatabase } from './dump.ts';
import { loadDatabase } from './load.ts';
import type { BackupHeader, TableSum } from './manifest.ts';
import { openBackup } from './read-backup.ts';
import { writeBackupFile } from './write-backup.ts';

/** What a backup contains. */
export interface BackupFacts {
  readonly header: BackupHeader;
  readonly tables: readonly TableSum[];
}

/** The file of a backup and the text of the identity file that decrypts it. */
export interface BackupFile {
  readonly file: string;
  readonly identities: string;
}

/**
 * Writes a backup of a database to a new file, encrypted for each of the recipients, and returns the size of the file in bytes. The database may be in use. `signal`
 * ends the backup. Throws BackupError with a sentence for a person; no file remains then.
 */
export async function makeBackup(
  database: DatabaseOptions,
  options: {
    readonly file: string;
    readonly recipients: readonly string[];
    readonly now: number;
    readonly signal?: AbortSignal;
  },
): Promise<number> {
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

/** Reads a whole backup and compares its rows with its digests. Throws BackupError with a sentence for a person. */
export async function verifyBackup({ file, identities }: BackupFile): Promise<BackupFacts> {
  const content = await openBackup(file, identities);
  const rows = content.rows();
  for (;;) {
    const next = await rows.next();
    if (next.done === true) return { header: content.header, tables: next.value.tables };
  }
}

/**
 * Restores a backup into an empty database and returns what it contains. The restored installation is frozen until it is confirmed. The whole file is verified before the
 * database is opened, and the rows are written in one transaction, so a refused restore changes nothing. Throws BackupError with a sentence for a person.
 */
export async function restoreBackup(
  { file, identities }: BackupFile,
  database: DatabaseOptions,
  options: { readonly now: number; readonly migrationsFolder?: string },
): Promise<BackupFacts> {
  const { migrationsFolder = defaultMigrationsFolder, now } = options;
  const facts = await verifyBackup({ file, identities });
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
