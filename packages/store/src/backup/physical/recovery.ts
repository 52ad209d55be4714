// The files with which PostgreSQL recovers a restored cluster (https://www.postgresql.org/docs/current/continuous-archiving.html).
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changeOwner, type ServerAccount } from '../../embedded/server-account.ts';
import { systemCode } from '../../embedded/start-error.ts';
import { restoredSetting } from '../../upkeep/restored-setting.ts';
import { freezeText, openText } from './freeze-text.ts';
import {
  embeddedSettings,
  externalSettings,
  recoveryFolder,
  settingsOf,
  type RecoveryTarget,
} from './recovery-settings.ts';

/** PostgreSQL reads this file after its other settings, in every cluster. */
const settingsFile = 'postgresql.auto.conf';

interface RestoredCluster {
  readonly folder: string;
  readonly account: ServerAccount;
}

/** Makes the folder of the decrypted WAL, and returns its name. */
export async function makeWalFolder({ folder, account }: RestoredCluster): Promise<string> {
  const walFolder = join(folder, recoveryFolder);
  await mkdir(walFolder, { mode: 0o700 });
  await changeOwner(account, walFolder);
  return walFolder;
}

/**
 * Prepares the recovery of a cluster. Its server reads the WAL up to the target and then begins a new timeline, so that its WAL never mixes with that of the original. A server that cannot
 * reach the target ends. The setting `rondo.restored` distinguishes the cluster from its original. A cluster for an external server refuses changes until a person has run the two files
 * of statements.
 */
export async function prepareRecovery(
  cluster: RestoredCluster,
  target: RecoveryTarget,
  { isExternal }: { readonly isExternal: boolean },
): Promise<void> {
  const restored = randomUUID();
  const settings = [...settingsOf(target), ...(isExternal ? externalSettings : embeddedSettings)];
  await changeSettings(cluster, [...settings, [restoredSetting, restored]]);
  if (isExternal) {
    await writeOwned(cluster, join(recoveryFolder, 'freeze.sql'), freezeText(restored));
    await writeOwned(cluster, join(recoveryFolder, 'open.sql'), openText(restored));
  }
  await writeOwned(cluster, 'recovery.signal', '');
}

/** Removes what only the recovery of the embedded server needed, after the server was stopped. */
export async function endRecovery(cluster: RestoredCluster): Promise<void> {
  const lines = (await readSettings(cluster)).filter((line) => nameOf(line) === restoredSetting);
  await writeOwned(cluster, settingsFile, [...lines, ''].join('\n'));
  await rm(join(cluster.folder, recoveryFolder), { recursive: true });
}

async function changeSettings(
  cluster: RestoredCluster,
  settings: readonly (readonly [string, string])[],
): Promise<void> {
  const names = new Set(settings.map(([name]) => name));
  const kept = (await readSettings(cluster)).filter((line) => line !== '' && !names.has(nameOf(line)));
  const added = settings.map(([name, value]) => `${name} = '${value}'`);
  await writeOwned(cluster, settingsFile, [...kept, ...added, ''].join('\n'));
}

async function readSettings({ folder }: RestoredCluster): Promise<readonly string[]> {
  const text = await readFile(join(folder, settingsFile), 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n');
}

function nameOf(line: string): string {
  return line.trim().split(/[\s=]/, 1)[0]?.toLowerCase() ?? '';
}

async function writeOwned({ folder, account }: RestoredCluster, name: string, text: string): Promise<void> {
  await writeFile(join(folder, name), text, { mode: 0o600, flush: true });
  await changeOwner(account, join(folder, name));
}
