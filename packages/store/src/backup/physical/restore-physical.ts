// Restores a physical backup: as the embedded cluster of a new data folder, or into a folder for an external PostgreSQL.
import { lstat, mkdir, mkdtemp, readdir, rename, rm, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { defaultMigrationsFolder, refuseOtherMigrations } from '../../database/migrations.ts';
import { majorVersion } from '../../embedded/cluster.ts';
import { lookAtLayout, prepareLayout, type Layout } from '../../embedded/layout.ts';
import { readPidFile, servesCluster, stopServer } from '../../embedded/postmaster.ts';
import { changeOwner, type ServerAccount } from '../../embedded/server-account.ts';
import { systemCode, withFolderErrors } from '../../embedded/start-error.ts';
import { lockFolder } from '../../process/folder-lock.ts';
import { BackupError } from '../backup-error.ts';
import type { BackupFile } from '../read-backup.ts';
import { flushFolder } from '../write-backup.ts';
import type { PhysicalFacts } from './base-members.ts';
import { folderError, refuseFullDisk } from './disk-space.ts';
import { flushTree } from './flush-tree.ts';
import { limitAccess, takeNewSettings } from './new-settings.ts';
import { makeWalFolder, prepareRecovery } from './recovery.ts';
import type { RecoveryTarget } from './recovery-settings.ts';
import { findWal, unpackWal, type WalSegments } from '../wal/recovery-wal.ts';
import { unpackFiles, verifyPhysical } from './restore-files.ts';
import { earlySentence, runRecovery } from './run-recovery.ts';

/** What is restored: the folder of a WAL receiver or null, and the time in epoch ms up to which its WAL is used, or null for all of it. */
export interface PhysicalRestore {
  readonly wal: string | null;
  readonly until: number | null;
  readonly migrationsFolder?: string;
  /** Ends the restore. */
  readonly signal?: AbortSignal;
}

/**
 * Restores a backup of the embedded PostgreSQL as the cluster of a data folder without one, and recovers it. The installation is frozen at its first start. The whole backup is verified
 * before a file is written. Throws BackupError with a sentence for a person; no file and no new folder remains then.
 */
export async function restoreEmbedded(
  backup: BackupFile,
  dataFolder: string,
  options: PhysicalRestore,
): Promise<PhysicalFacts> {
  const before = await lookAtLayout(dataFolder);
  if (before.hasCluster)
    throw new BackupError(
      'occupied',
      `The data folder ${dataFolder} has a database already. Restore into a new data folder (RONDO_HOME). Nothing was changed.`,
    );
  const { facts, wal } = await check(backup, options);
  refuseOtherServer(facts);
  try {
    const layout = await withFolderErrors(dataFolder, () => prepareLayout(dataFolder));
    const lock = await withFolderErrors(dataFolder, () => lockFolder(dataFolder, 'database.lock'));
    const draft = { ...layout, clusterFolder: `${layout.clusterFolder}.restored` };
    try {
      await stopLeftServer(draft.clusterFolder);
      const target = await fill(
        backup,
        { folder: draft.clusterFolder, account: layout.account },
        { facts, wal, options, layout: draft },
      );
      await runRecovery(draft, target, options.signal);
      options.signal?.throwIfAborted();
      await rename(draft.clusterFolder, layout.clusterFolder);
      await flushFolder(layout.baseFolder);
    } finally {
      await stopLeftServer(draft.clusterFolder); // A server that did not start in time can still run.
      await rm(draft.clusterFolder, { recursive: true, force: true });
      await lock.release();
    }
  } catch (error) {
    await before.removeNew();
    throw error;
  }
  return facts;
}

/**
 * Restores a backup into a new or empty folder. An external PostgreSQL of the same major version recovers it when a person starts it there. Throws BackupError like
 * `restoreEmbedded`.
 */
export async function restoreInto(
  backup: BackupFile,
  folder: string,
  options: PhysicalRestore,
): Promise<PhysicalFacts> {
  await refuseMountPoint(folder);
  if (!(await isEmptyOrMissing(folder)))
    throw new BackupError('occupied', `${folder} is not an empty folder. Choose a new folder. Nothing was changed.`);
  const { facts, wal } = await check(backup, options);
  const draft = await mkdtemp(`${folder}.`).catch((error: unknown) => {
    throw folderError(folder, error);
  });
  try {
    await fill(backup, { folder: draft, account: null }, { facts, wal, options, layout: null });
    await flushTree(draft);
    options.signal?.throwIfAborted();
    await rmdir(folder).catch((error: unknown) => {
      if (systemCode(error) !== 'ENOENT') throw error;
    });
    await rename(draft, folder);
    await flushFolder(dirname(folder));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return facts;
}

/** A restore that was killed can have left the server of its recovery. */
async function stopLeftServer(folder: string): Promise<void> {
  const file = await readPidFile(folder);
  if (file !== null && (await servesCluster(file.pid, folder))) await stopServer(file.pid);
}

async function check(
  backup: BackupFile,
  { wal, until, signal, migrationsFolder = defaultMigrationsFolder }: PhysicalRestore,
): Promise<{ readonly facts: PhysicalFacts; readonly wal: WalSegments | null }> {
  const facts = await verifyPhysical(backup, signal);
  // Without a transaction between the backup and its end, PostgreSQL would restore the end of the backup.
  if (until !== null && until < facts.header.madeAt) throw new BackupError('file', earlySentence);
  await refuseOtherMigrations(facts.header.migrations, migrationsFolder);
  return { facts, wal: wal === null ? null : await findWal(wal, facts) };
}

function refuseOtherServer({ header }: PhysicalFacts): void {
  if (header.major !== Number(majorVersion))
    throw new BackupError(
      'newer',
      `The backup is of PostgreSQL ${header.major}, and this program contains PostgreSQL ${majorVersion}. Restore it with --into FOLDER for a PostgreSQL ${header.major}, or restore a logical backup.`,
    );
  if (!header.isEmbedded)
    throw new BackupError(
      'newer',
      'The backup is of an external PostgreSQL, whose settings the embedded one cannot use. Restore it with --into FOLDER for a PostgreSQL of the same major version, or restore a logical backup.',
    );
}

async function fill(
  backup: BackupFile,
  target: { readonly folder: string; readonly account: ServerAccount },
  {
    facts,
    wal,
    options: { until, signal },
    layout,
  }: {
    readonly facts: PhysicalFacts;
    readonly wal: WalSegments | null;
    readonly options: PhysicalRestore;
    /** The layout of the embedded server, or null for an external one. */
    readonly layout: Layout | null;
  },
): Promise<RecoveryTarget> {
  const { folder, account } = target;
  try {
    await rm(folder, { recursive: true, force: true }); // A restore that was killed has left it.
    await mkdir(folder, { mode: 0o700 });
    await changeOwner(account, folder);
    const walBytes = (wal?.segments.length ?? 0) * facts.header.segmentBytes;
    const disk = await statfs(folder);
    refuseFullDisk(folder, { free: disk.bavail * disk.bsize, bytes: facts.bytes + walBytes });
    await unpackFiles(backup, target, signal);
    if (layout !== null) await takeNewSettings(layout);
    else if (facts.header.isEmbedded) await limitAccess(folder);
    const walFolder = await makeWalFolder(target);
    const lastRecord = wal === null ? null : await unpackWal(wal, backup.identities, { folder: walFolder, account });
    await prepareRecovery(target, { until, lastRecord }, { isExternal: layout === null });
    return { until, lastRecord };
  } catch (error) {
    throw folderError(folder, error);
  }
}

/** A mount point cannot be replaced by another folder, and a folder beside it is on another disk. */
async function refuseMountPoint(folder: string): Promise<void> {
  const [found, parent] = await Promise.all([folder, dirname(folder)].map((path) => stat(path).catch(() => null)));
  if (found === null || parent === null || found?.dev === parent?.dev) return;
  throw new BackupError('occupied', `${folder} is a mount point. Name a new folder inside it. Nothing was changed.`);
}

async function isEmptyOrMissing(folder: string): Promise<boolean> {
  try {
    return (await lstat(folder)).isDirectory() && (await readdir(folder)).length === 0;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return true;
    throw error;
  }
}
