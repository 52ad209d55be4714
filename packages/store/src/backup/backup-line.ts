// Writes the line of a backup, or of a receiver of WAL, into the audit, without applying migrations: a backup is made before an update.
import { connect } from '../database/connection.ts';
import { findDatabase, type DatabaseOptions } from '../database/find-database.ts';
import { createAuditWriter } from '../people/audit-writer.ts';
import type { SealSource } from '../secrets/seal-work.ts';
import { openStoreKeys } from '../store-keys.ts';

/** Who makes a backup for which recipients. `seals` has the master key or the people key of the database. */
export interface BackupLine {
  readonly seals: SealSource;
  readonly systemUser: string;
  readonly recipients: readonly string[];
  /** Whether the WAL is received, and not a backup made. */
  readonly isWal: boolean;
  readonly now: number;
}

/** Writes the line. Throws when there is no key, or another one than that of the database, because the key of the audit is sealed with it. */
export async function recordBackup(
  database: DatabaseOptions,
  { seals, systemUser, recipients, isWal, now }: BackupLine,
): Promise<void> {
  if (!(await seals.begin(false))) throw new Error(`there is no key in ${seals.name}`);
  const { place, server } = await findDatabase({ ...database, isGuest: true });
  const sql = connect(place, { connections: 2 });
  try {
    const writer = createAuditWriter((await openStoreKeys(sql, seals)).audit, systemUser);
    const detail = `${isWal ? 'WAL ' : ''}for ${recipients.join(', ')}`;
    const line = { actorId: null, action: 'backup.write', subjectId: null, detail };
    await sql.begin((transaction) => writer.append(transaction, { at: now, ...line }));
  } finally {
    await sql.end({ timeout: 1 });
    await server?.stop();
  }
}
