// Tests that a cluster that was restored from its files is frozen in its rows, so that every version of the program obeys, and that nobody can change it before.
import { chmod, chown, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getuid, platform } from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  databaseUser,
  givenKey,
  makePhysicalBackup,
  newBackupKeys,
  openStore,
  restoreEmbedded,
  restoreInto,
  verifyBackup,
} from '@rondo/store';
import { silentLog, testMasterKey } from '@rondo/testkit/database';
import { readPidFile } from '../../src/embedded/postmaster.ts';
import { startMark } from '../../src/process/process-identity.ts';
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
  // Only the system users of PostgreSQL may connect, and the tests run as another one.
  expect(await readFile(join(cluster, 'pg_hba.conf'), 'utf8')).not.toContain('trust');
  await writeFile(join(cluster, 'pg_hba.conf'), 'local all all trust\n');
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

/** Returns the folder of the cluster of the original. */
async function originalFolder(): Promise<string> {
  const [row] = await original.sql`show data_directory`;
  return realpath(String(row?.['data_directory']));
}

/** Makes a backup of the original with further files. */
async function backUpWith(
  files: Readonly<Record<string, string>>,
  name: string,
): Promise<{ readonly file: string; readonly identities: string }> {
  const data = await originalFolder();
  const kept = new Map<string, string>();
  for (const [file, text] of Object.entries(files)) {
    const path = join(data, file);
    kept.set(path, await readFile(path, 'utf8').catch(() => ''));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    await chmod(path, 0o644);
  }
  const { identity, recipient } = await newBackupKeys();
  const made = { file: join(folder, name), identities: identity };
  const place = { dataFolder: original.home, log: silentLog };
  await makePhysicalBackup(place, { file: made.file, recipients: [recipient], now: Date.now() });
  for (const [path, text] of kept) await (text === '' ? rm(path) : writeFile(path, text));
  return made;
}

test('a backup of a standby, and of a cluster that still has the folder of its own recovery, is restored without these files', async () => {
  const made = await backUpWith({ 'standby.signal': '', 'rondo_wal/0001': 'old' }, 'standby.age');
  await rm(join(await originalFolder(), 'rondo_wal'), { recursive: true });
  expect(await verifyBackup(made)).toMatchObject({ way: 'physical' });
  const files = join(folder, 'standby-files');
  await restoreInto(made, files, all);
  expect(await namesIn(files)).not.toContain('standby.signal');
  expect([...(await namesIn(join(files, 'rondo_wal')))].toSorted()).toEqual(['freeze.sql', 'open.sql']);
});

test('the settings of a forged backup start no program in the embedded server', async () => {
  const witness = join(folder, 'witness');
  const forged = `restore_command = 'touch ${witness}'\nrecovery_end_command = 'touch ${witness}'\nshared_preload_libraries = 'none'\n`;
  const made = await backUpWith({ 'postgresql.conf': forged, 'postgresql.auto.conf': forged }, 'forged.age');
  const home = join(folder, 'forged');
  await restoreEmbedded(made, home, all);
  expect(await namesIn(folder)).not.toContain('witness');
  const restored = await startCluster(home);
  expect(await rowsOf(restored)).toEqual({ home: 'backup', open: 0 });
  await restored.stop();
});

test('a restore that is stopped during its recovery leaves no server and no file', async () => {
  const home = join(folder, 'stopped');
  const end = new AbortController();
  const restoring = restoreEmbedded(backup, home, { ...all, signal: end.signal }).catch((error: unknown) => error);
  const draft = join(home, 'postgres/cluster.restored');
  let pid = 0;
  await expect
    .poll(async () => (pid = (await readPidFile(draft))?.pid ?? 0), { timeout: 60_000, interval: 5 })
    .toBeGreaterThan(0);
  end.abort(new Error('stopped'));
  expect(await restoring).toMatchObject({ message: 'stopped' });
  expect(await startMark(pid)).toBeNull();
  expect(await namesIn(folder)).not.toContain('stopped');
});

test.runIf(platform === 'linux')('a mount point is refused before anything is written', async () => {
  await expect(restoreInto(backup, '/proc', all)).rejects.toThrow('is a mount point');
});

test('a restore into a folder leaves a neighbour with a similar name as it is', async () => {
  await mkdir(join(folder, 'next.part'));
  await writeFile(join(folder, 'next.part/file'), '');
  await restoreInto(backup, join(folder, 'next'), all);
  expect(await namesIn(join(folder, 'next.part'))).toEqual(['file']);
  expect((await namesIn(folder)).filter((name) => name.startsWith('next'))).toHaveLength(2);
});
