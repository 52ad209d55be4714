// The files with which PostgreSQL recovers a restored cluster (https://www.postgresql.org/docs/current/continuous-archiving.html).
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changeOwner, type ServerAccount } from '../../embedded/server-account.ts';
import { systemCode } from '../../embedded/start-error.ts';
import { restoredSetting } from '../../upkeep/restored-setting.ts';
import { lsnText, type Lsn } from '../wal/wal-position.ts';

/** The folder of the cluster with the decrypted WAL of a receiver. */
const recoveryWalFolder = 'rondo_wal';
/** PostgreSQL reads this file after its other settings, in every cluster. */
const settingsFile = 'postgresql.auto.conf';
const ownSettings = /^\s*(?:restore_command|recovery_target\w*|rondo\.restored)\s*=/;

interface RestoredCluster {
  readonly folder: string;
  readonly account: ServerAccount;
}

/** What a recovery has to reach: a time in epoch ms or null, and the last complete record of the kept WAL or null for a backup without other WAL. */
export interface RecoveryTarget {
  readonly until: number | null;
  readonly lastRecord: Lsn | null;
}

/** Makes the folder of the decrypted WAL, and returns its name. */
export async function makeWalFolder({ folder, account }: RestoredCluster): Promise<string> {
  const walFolder = join(folder, recoveryWalFolder);
  await mkdir(walFolder, { mode: 0o700 });
  await changeOwner(account, walFolder);
  return walFolder;
}

/**
 * Prepares the recovery of a cluster. Its server reads the WAL up to the target and then begins a new timeline, so that its WAL never mixes with that of the original. A server that cannot
 * reach the target ends. The setting `rondo.restored` freezes the installation at its first start.
 */
export async function prepareRecovery(cluster: RestoredCluster, target: RecoveryTarget): Promise<void> {
  await changeSettings(cluster, [
    // PostgreSQL runs the command in the folder of the cluster.
    `restore_command = 'cp ${recoveryWalFolder}/%f "%p"'`,
    ...targetSettings(target),
    "recovery_target_action = 'promote'",
    `${restoredSetting} = '${randomUUID()}'`,
  ]);
  await writeOwned(cluster, 'recovery.signal', '');
}

/** PostgreSQL permits one target. The WAL that follows a time is not needed. */
function targetSettings({ until, lastRecord }: RecoveryTarget): readonly string[] {
  // PostgreSQL reads no name of a zone here, and reads an offset.
  if (until !== null) {
    const time = new Date(until).toISOString().replace('T', ' ').replace('Z', '+00');
    return [`recovery_target_time = '${time}'`, "recovery_target_inclusive = 'on'"];
  }
  if (lastRecord === null) return [];
  return [`recovery_target_lsn = '${lsnText(lastRecord)}'`, "recovery_target_inclusive = 'on'"];
}

/** Removes what only the recovery needed, after the server was stopped. */
export async function endRecovery(cluster: RestoredCluster): Promise<void> {
  const text = await readFile(join(cluster.folder, settingsFile), 'utf8');
  const restored = text.split('\n').filter((line) => line.startsWith(restoredSetting));
  await changeSettings(cluster, restored);
  await rm(join(cluster.folder, recoveryWalFolder), { recursive: true });
}

async function changeSettings(cluster: RestoredCluster, added: readonly string[]): Promise<void> {
  const text = await readFile(join(cluster.folder, settingsFile), 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return '';
    throw error;
  });
  const kept = text.split('\n').filter((line) => line !== '' && !ownSettings.test(line));
  await writeOwned(cluster, settingsFile, [...kept, ...added, ''].join('\n'));
}

async function writeOwned({ folder, account }: RestoredCluster, name: string, text: string): Promise<void> {
  await writeFile(join(folder, name), text, { mode: 0o600, flush: true });
  await changeOwner(account, join(folder, name));
}
