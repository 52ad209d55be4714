// Makes a physical backup: a copy of all files of the PostgreSQL cluster, while it runs, with the WAL that makes them consistent.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import type { DatabasePlace } from '../../database/connection.ts';
import { findDatabase, type DatabaseOptions } from '../../database/find-database.ts';
import { baseBackupBeginMs } from '../../limits.ts';
import { checkRecipients } from '../age-keys.ts';
import { writeSealedFile, type NewBackup } from '../write-backup.ts';
import { baseArchive } from './base-archive.ts';
import { copiedMessages, withTimeout } from './copy-stream.ts';
import { physicalFormat } from './physical-header.ts';
import { readServer, readSystem, replicate, startCopy, withReplication } from './replication.ts';

/** The WAL of the copy is a part of it, so the copy does not wait until the archive of the server has the WAL too. */
const baseBackup =
  "BASE_BACKUP (LABEL 'rondo', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')";

/**
 * Writes a physical backup of a database to a new file, encrypted for each of the recipients, and returns the size of the file in bytes. The database may be in use. `signal`
 * ends the backup. Throws BackupError with a sentence for a person; no file remains then.
 */
export async function makePhysicalBackup(database: DatabaseOptions, options: NewBackup): Promise<number> {
  const { file, recipients } = options;
  checkRecipients(recipients);
  const { place, server } = await findDatabase({ ...database, isGuest: true });
  try {
    const isEmbedded = !('databaseUrl' in database);
    return await withReplication(place, (sql) =>
      writeSealedFile(file, recipients, copyCluster(sql, { ...options, place, isEmbedded })),
    );
  } finally {
    await server?.stop();
  }
}

async function* copyCluster(
  sql: Sql,
  {
    place,
    isEmbedded,
    now,
    signal,
  }: Pick<NewBackup, 'now' | 'signal'> & { readonly place: DatabasePlace; readonly isEmbedded: boolean },
): AsyncGenerator<Buffer> {
  const facts = await readServer(place);
  const system = await readSystem(sql);
  // The slot keeps the WAL of the copy. It ends with the connection.
  const slot = `rondo_backup_${randomUUID().replaceAll('-', '')}`;
  await replicate(sql, `CREATE_REPLICATION_SLOT "${slot}" TEMPORARY PHYSICAL (RESERVE_WAL true)`);
  const stream = await withTimeout(startCopy(sql, baseBackup), baseBackupBeginMs);
  const { server, major, mark, venue, migrations } = facts;
  yield* baseArchive(copiedMessages(stream, signal === undefined ? {} : { signal }), (start) => ({
    format: physicalFormat,
    madeAt: now,
    server,
    mark,
    venue,
    migrations,
    isEmbedded,
    major,
    ...system,
    ...start,
  }));
}
