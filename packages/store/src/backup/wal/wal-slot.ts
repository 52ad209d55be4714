// The replication slot of a receiver: PostgreSQL keeps the WAL that the receiver has not stored.
import type { Sql } from 'postgres';
import { oneRow, textOf } from '../../database/row.ts';
import { BackupError } from '../backup-error.ts';
import { readSetting, replicate } from '../physical/replication.ts';
import { parseLsn, type Lsn } from './wal-position.ts';

/** What to do when the WAL of a folder has no continuation. A new slot keeps WAL from the last checkpoint on, so a backup that was made before it can lack WAL. */
export const newBaseSentence = 'Start "rondo wal" with a new folder, and then make a new physical backup.';

/** Throws BackupError for a name that PostgreSQL refuses. The name is a part of the text of a command. */
export function refuseSlotName(slot: string): void {
  if (/^[a-z0-9_]{1,63}$/.test(slot)) return;
  throw new BackupError('server', 'The name of a slot has 1 to 63 small letters, digits and underscores.');
}

/** A slot without a limit keeps the WAL of a stopped receiver until the disk of the database is full. */
export async function refuseUnlimitedSlot(sql: Sql): Promise<void> {
  if ((await readSetting(sql, 'max_slot_wal_keep_size')) !== '-1') return;
  throw new BackupError(
    'server',
    'The setting max_slot_wal_keep_size of PostgreSQL has no limit, so the WAL of a stopped receiver would fill the disk. Set it, for example with "alter system set max_slot_wal_keep_size = \'8GB\'" and "select pg_reload_conf()". The embedded PostgreSQL has a limit from the next start of the server on.',
  );
}

/**
 * Returns the position from which the slot keeps the WAL. Creates the slot for a new folder. Throws BackupError when the slot has lost WAL, and when it does not exist although the folder
 * has WAL: the slot was dropped, or the database was replaced by another copy of itself.
 */
export async function prepareSlot(
  sql: Sql,
  { slot, folder, isNew }: { readonly slot: string; readonly folder: string; readonly isNew: boolean },
): Promise<Lsn> {
  const read = async () => oneRow(await replicate(sql, `READ_REPLICATION_SLOT "${slot}"`));
  if ((await read())['slot_type'] === null) {
    if (!isNew)
      throw new BackupError(
        'server',
        `PostgreSQL has no slot ${slot}, so it can have removed the WAL that follows the WAL in ${folder}. ${newBaseSentence}`,
      );
    await replicate(sql, `CREATE_REPLICATION_SLOT "${slot}" PHYSICAL (RESERVE_WAL true)`);
  }
  const row = await read();
  if (row['restart_lsn'] !== null) return parseLsn(textOf(row, 'restart_lsn'));
  throw new BackupError(
    'server',
    `The slot ${slot} has lost its WAL, because the receiver was stopped for too long. Type "rondo wal --drop --slot ${slot}". ${newBaseSentence}`,
  );
}
