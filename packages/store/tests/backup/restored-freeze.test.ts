// Tests that a cluster that was restored from its files is frozen in its rows, so that every version of the program obeys, and that nobody can change it before.
import { readFile, rename, mkdir, chown } from 'node:fs/promises';
import { join } from 'node:path';
import { getuid } from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  databaseUser,
  givenKey,
  makePhysicalBackup,
  newBackupKeys,
  openStore,
  restoreEmbedded,
  restoreInto,
} from '@rondo/store';
import { silentLog, testMasterKey } from '@rondo/testkit/database';
import { createCluster, namesIn, newFolder, openClusterStore, startCluster, type Cluster } from './_cluster.ts';

const here = { venue: 'okx', place: 'here', machine: 'here', trades: true };
const all = { wal: null, until: null };
let folder: string;
let remove: () => Promise<void>;
let original: Cluster;
let backup: { readonly file: string; readonly identities: string };
beforeAll(async () => {
  ({ folder, remove } = await newFolder());
  const { identity, recipient } = await newBackupKeys();
  original = await createCluster(join(folder, 'original'));
  backup = { file: join(folder, 'made.age'), identities: identity };
  const place = { dataFolder: original.home, log: silentLog };
  await makePhysicalBackup(place, { file: backup.file, recipients: [recipient], now: Date.now() });
});
afterAll(async () => {
  await original.stop();
  await remove();
});

/** What an older version reads at its start: the home of the instance, which is not the one of this cluster, and the open sessions. */
async function rowsOf({ sql }: Cluster): Promise<unknown> {
  const [row] = await sql`
    select (select value->>'home' from settings where key = 'instance') as home,
      (select count(*)::int from sessions where revoked_at is null) as open`;
  return row;
}

async function frozenOf(cluster: Cluster): Promise<string | null> {
  const store = await openClusterStore(cluster);
  try {
    const entered = await store.instances.enter(here);
    return entered.ok ? entered.instance.frozen : entered.refusal;
  } finally {
    await store.close();
  }
}

test('the restore of an embedded cluster freezes the rows before the cluster has its name, and the freeze outlives the setting', async () => {
  const home = join(folder, 'restored');
  await restoreEmbedded(backup, home, all);
  const restored = await startCluster(home);
  try {
    expect(await rowsOf(restored)).toEqual({ home: 'backup', open: 0 });
    await restored.sql`alter system reset all`;
    await restored.sql`select pg_reload_conf()`;
    await expect
      .poll(async () => (await restored.sql`select current_setting('rondo.restored', true) as id`)[0]?.['id'] ?? '')
      .toBe('');
    expect(await frozenOf(restored)).toBe('backup');
  } finally {
    await restored.stop();
  }
  expect(await rowsOf(original)).toMatchObject({ open: 1 });
});

/** Restores into a folder, and starts the files as the cluster of a data folder. */
async function startRestored(name: string): Promise<Cluster> {
  const home = join(folder, name);
  await restoreInto(backup, join(folder, `${name}-files`), all);
  const cluster = join(home, 'postgres', 'cluster');
  await mkdir(join(home, 'postgres'), { recursive: true });
  await rename(join(folder, `${name}-files`), cluster);
  if (getuid?.() === 0) await giveAway(cluster);
  return startCluster(home);
}

/** PostgreSQL refuses to run as root, so root gives the files to the user nobody. */
async function giveAway(path: string): Promise<void> {
  const nobody = 65_534;
  await chown(path, nobody, nobody);
  for (const name of await namesIn(path)) await giveAway(join(path, name));
}

test('files for an external server permit no change before the rows are frozen, and open.sql needs freeze.sql', async () => {
  const restored = await startRestored('external');
  const { server, sql, home } = restored;
  const run = async (name: string): Promise<void> => {
    const text = await readFile(join(home, 'postgres/cluster/rondo_wal', name), 'utf8');
    const session = await sql.reserve();
    // Like psql, one statement after the other until the first error.
    for (const statement of text.split(/;\n/)) await session.unsafe(statement).simple();
    session.release();
  };
  const databaseUrl = `postgres:///postgres?host=${server.socketFolder}&port=${server.port}&user=${databaseUser}`;
  const masterKey = givenKey(testMasterKey, 'the test key');
  try {
    await expect
      .poll(async () => (await sql`select pg_is_in_recovery() as is_recovering`)[0]?.['is_recovering'], {
        timeout: 60_000,
      })
      .toBe(false);
    await expect(openStore({ databaseUrl, masterKey, log: silentLog })).rejects.toThrow('run freeze.sql and open.sql');
    await expect(sql`update settings set value = value || '{"home": "mine"}'`).rejects.toThrow('read-only transaction');
    await expect(run('open.sql')).rejects.toThrow('Run freeze.sql in this database first.');
    await run('freeze.sql');
    expect(await rowsOf(restored)).toEqual({ home: 'backup', open: 0 });
    await run('open.sql');
    await expect
      .poll(async () => (await sql`show default_transaction_read_only`)[0]?.['default_transaction_read_only'])
      .toBe('off');
    expect(await frozenOf(restored)).toBe('backup');
    const settings = await readFile(join(home, 'postgres/cluster/postgresql.auto.conf'), 'utf8');
    const names = [...settings.matchAll(/^([\w.]+) =/gm)].map(([, name]) => name);
    expect(names).toEqual(['archive_mode', 'synchronous_standby_names', 'rondo.restored']);
  } finally {
    await restored.stop();
  }
});
