// Starts the server of a restored cluster once, so that it reads its WAL, and stops it when the recovery has ended.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../database/connection.ts';
import { oneRow, textOf } from '../../database/row.ts';
import { findBinaries } from '../../embedded/binaries.ts';
import { launch, type Launched } from '../../embedded/cluster.ts';
import type { Layout } from '../../embedded/layout.ts';
import { logTail, stopServer } from '../../embedded/postmaster.ts';
import { changeOwner } from '../../embedded/server-account.ts';
import { recoveryMs } from '../../limits.ts';
import { BackupError } from '../backup-error.ts';
import { lsnText, parseLsn, type Lsn } from '../wal/wal-position.ts';
import { freezeDatabases } from './freeze-databases.ts';
import { endRecovery } from './recovery.ts';
import type { RecoveryTarget } from './recovery-settings.ts';

/** Why a time is refused that is before the backup. */
export const earlySentence = 'The time of --until is before the end of the backup. Use an older backup.';

/**
 * Recovers the cluster of a layout, and freezes its installation. Its server accepts no connection before the recovery has ended (`hot_standby`). Throws BackupError with a sentence when the
 * recovery does not reach its target. No server of the cluster runs afterwards.
 */
export async function runRecovery(layout: Layout, target: RecoveryTarget, signal?: AbortSignal): Promise<void> {
  const logPath = join(layout.baseFolder, 'restore.log');
  const socketFolder = await mkdtemp(join(tmpdir(), 'rondo-'));
  try {
    await changeOwner(layout.account, socketFolder);
    const binaries = await findBinaries(layout);
    const started = {
      layout: { ...layout, logPath },
      binaries,
      socketFolder,
      timeoutMs: recoveryMs,
      ...(signal === undefined ? {} : { signal }),
    };
    const server = await launch(started);
    try {
      const reached = await readReached(server);
      if (target.until === null && target.lastRecord !== null && reached <= target.lastRecord)
        throw endedEarly(reached);
      await freezeDatabases(server);
    } finally {
      await stopServer(server.pid);
    }
    await endRecovery({ folder: layout.clusterFolder, account: layout.account });
  } catch (error) {
    signal?.throwIfAborted();
    throw await recoveryError(logPath, target, error);
  } finally {
    await rm(socketFolder, { recursive: true, force: true });
    await rm(logPath, { force: true });
  }
}

/** Returns the position after the last record of the recovery. */
async function readReached(server: Launched): Promise<Lsn> {
  const sql = connect(server, { connections: 1 });
  try {
    return parseLsn(textOf(oneRow(await sql`select pg_last_wal_replay_lsn()::text as reached`), 'reached'));
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function recoveryError(logPath: string, { until, lastRecord }: RecoveryTarget, error: unknown): Promise<unknown> {
  if (error instanceof BackupError) return error;
  const log = await readFile(logPath, 'utf8').catch(() => '');
  if (log.includes('recovery ended before configured recovery target was reached')) {
    // The record that PostgreSQL has read last.
    const [, reached = '0/0'] = /redo done at ([0-9A-F]+\/[0-9A-F]+)/.exec(log) ?? [];
    if (lastRecord === null || until === null || parseLsn(reached) < lastRecord)
      return endedEarly(parseLsn(reached), error);
    return new BackupError(
      'file',
      'The WAL ends before the time of --until. Give an earlier time, or leave out --until to restore everything.',
      error,
    );
  }
  if (log.includes('requested recovery stop point is before consistent recovery point'))
    return new BackupError('file', earlySentence, error);
  const tail = await logTail(logPath);
  return tail === '' ? error : new BackupError('damaged', `PostgreSQL could not recover the backup:\n${tail}`, error);
}

/** The WAL has later records, which would be lost. */
function endedEarly(reached: Lsn, cause?: unknown): BackupError {
  return new BackupError(
    'damaged',
    `PostgreSQL cannot read the kept WAL after ${lsnText(reached)}: a file is damaged, or the disk was full. Give a time of --until that is before the damage, or restore without --wal.`,
    cause,
  );
}
