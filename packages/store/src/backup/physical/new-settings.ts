// The settings of a restored cluster that do not come from its backup.
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBinaries } from '../../embedded/binaries.ts';
import { databaseUser, initialise } from '../../embedded/cluster.ts';
import type { Layout } from '../../embedded/layout.ts';
import { changeOwner } from '../../embedded/server-account.ts';

const access = ['pg_hba.conf', 'pg_ident.conf'] as const;
const settingFiles = ['postgresql.conf', 'postgresql.auto.conf', ...access];

/** Gives the cluster of a layout the settings of a new embedded cluster. A setting of PostgreSQL can name a program, and anybody with the public key can write a backup. */
export async function takeNewSettings(layout: Layout): Promise<void> {
  const clusterFolder = `${layout.clusterFolder}.new`;
  const logPath = `${clusterFolder}.log`;
  try {
    await rm(clusterFolder, { recursive: true, force: true });
    await initialise({ ...layout, clusterFolder, logPath }, await findBinaries(layout));
    for (const name of settingFiles) {
      await copyFile(join(clusterFolder, name), join(layout.clusterFolder, name));
      await changeOwner(layout.account, join(layout.clusterFolder, name));
    }
  } finally {
    for (const path of [clusterFolder, logPath]) await rm(path, { recursive: true, force: true });
  }
}

/** The embedded server trusts everybody who reaches it. In an external one, only the system users `postgres` and `rondo` are its superuser, and other roles need a password. */
export async function limitAccess(folder: string): Promise<void> {
  const [hba, ident] = access;
  const lines = ['local all all peer map=rondo', 'host all all all scram-sha-256'];
  const users = ['postgres', databaseUser].map((name) => `rondo ${name} ${databaseUser}`);
  await writeFile(join(folder, hba), `${lines.join('\n')}\n`, { mode: 0o600 });
  await writeFile(join(folder, ident), `${users.join('\n')}\n`, { mode: 0o600 });
}
