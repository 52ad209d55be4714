// The scheduled backups of this server: makes them, deletes old ones, and knows how old the newest is.
import path from 'node:path';
import { stat } from 'node:fs/promises';
import { healthReason } from '@rondo/contract';
import type { Clock, Log } from '@rondo/engine/ports';
import { makeBackup, makePhysicalBackup, type DatabaseOptions, type Jobs } from '@rondo/store';
import { schedule, type Schedule } from '../async/scheduler.ts';
import { serverLimits } from '../limits.ts';
import type { Installation } from '../ops/installation.ts';
import type { ComponentState } from '../ops/health-report.ts';
import { causeOf } from '../ops/log.ts';
import type { Metrics } from '../ops/metrics.ts';
import type { BackupSettings } from './backup-settings.ts';
import { backupName, deleteBackups, readBackupFolder } from './backup-folder.ts';
import { namesToDelete } from './kept-backups.ts';

export interface BackupDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: BackupSettings;
  readonly database: DatabaseOptions;
  readonly jobs: Jobs;
}

export interface BackupService {
  /** Returns whether the newest backup is new enough. An old backup degrades the server and stops nothing. */
  state(): ComponentState;
  addGauges(metrics: Metrics): void;
  /** Starts the schedule. A frozen copy makes no backup, because its backups would replace those of the original in a shared folder. */
  start(isFrozen: () => boolean): Schedule;
}

/** What the last reading of the folder has found. The times are null when there is no such backup. */
interface Figures {
  readonly madeAt: number | null;
  readonly verifiedAt: number | null;
  readonly bytes: number;
}

/** Returns the scheduled backups of this server, or null when the settings name no folder. */
export function openBackups(settings: BackupSettings | null, deps: Omit<BackupDeps, 'settings'>): BackupService | null {
  return settings === null ? null : createBackupService({ ...deps, settings });
}

/** Starts the scheduled backups. */
export function startBackups(server: {
  readonly backups: BackupService | null;
  readonly installation: Pick<Installation, 'frozen'>;
}): Schedule {
  const { backups, installation } = server;
  return backups?.start(() => installation.frozen() !== null) ?? { stop: async () => undefined };
}

/** Returns the scheduled backups. When several servers share the database, each period is claimed by one of them. */
export function createBackupService({ clock, log, settings, database, jobs }: BackupDeps): BackupService {
  const { folder, recipients, way, everyMs } = settings;
  let figures: Figures | null = null;
  let tookMs = 0;
  const look = async (): Promise<Figures> => {
    const backups = await readBackupFolder(folder);
    const newest = backups.toSorted((one, other) => other.madeAt - one.madeAt)[0];
    const verified = backups.flatMap(({ verifiedAt }) => verifiedAt ?? []);
    return {
      madeAt: newest?.madeAt ?? null,
      verifiedAt: verified.length === 0 ? null : Math.max(...verified),
      bytes: newest === undefined ? 0 : (await stat(path.join(folder, newest.name))).size,
    };
  };
  const make = async (signal: AbortSignal): Promise<void> => {
    const startedAt = clock.now();
    const name = backupName(startedAt);
    const write = way === 'physical' ? makePhysicalBackup : makeBackup;
    const bytes = await write(database, { file: path.join(folder, name), recipients, now: startedAt, signal });
    tookMs = clock.now() - startedAt;
    const old = namesToDelete(await readBackupFolder(folder));
    await deleteBackups(folder, old);
    log.write('info', 'backup.made', { name, bytes, tookMs, deleted: old.length });
  };
  const work = async (signal: AbortSignal): Promise<void> => {
    figures = await look();
    if (figures.madeAt !== null && clock.now() - figures.madeAt < everyMs) return;
    // A failed backup is repeated after this time, by this server or by another one.
    if (!(await jobs.claim('backup', Math.min(everyMs, serverLimits.backupRetryMs)))) return;
    await make(signal);
    figures = await look();
  };
  return {
    state: () => stateOf(figures, { now: clock.now(), everyMs }),
    addGauges(metrics) {
      const seconds = (at: number | null | undefined): number => (at ?? 0) / 1_000;
      metrics.gauge('rondo_backup_interval_seconds', () => everyMs / 1_000);
      metrics.gauge('rondo_backup_made_timestamp_seconds', () => seconds(figures?.madeAt));
      metrics.gauge('rondo_backup_verified_timestamp_seconds', () => seconds(figures?.verifiedAt));
      metrics.gauge('rondo_backup_bytes', () => figures?.bytes ?? 0);
      metrics.gauge('rondo_backup_seconds', () => tookMs / 1_000);
    },
    start(isFrozen) {
      const end = new AbortController();
      const job = schedule(clock, {
        everyMs: serverLimits.backupCheckMs,
        work: async () => {
          if (!isFrozen()) await work(end.signal);
        },
        onError: (error) => log.write('error', 'backup.failed', { cause: causeOf(error) }),
      });
      return {
        stop() {
          end.abort(new Error('the server ends'));
          return job.stop();
        },
      };
    },
  };
}

function stateOf(
  figures: Figures | null,
  { now, everyMs }: { readonly now: number; readonly everyMs: number },
): ComponentState {
  if (figures === null) return { problem: null };
  const { madeAt } = figures;
  if (madeAt === null) return { problem: null, degraded: [healthReason('no_backup')] };
  const isOld = now - madeAt > 2 * everyMs;
  const hours = Math.floor((now - madeAt) / (60 * 60_000));
  return { problem: null, degraded: isOld ? [healthReason('old_backup', { hours })] : [] };
}
