// Tests of physical backups and of kept WAL on a real embedded PostgreSQL.
import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  BackupError,
  isPhysical,
  makePhysicalBackup,
  newBackupKeys,
  receiveWal,
  restoreEmbedded,
  restoreInto,
  verifyBackup,
  type BackupKeys,
} from '@rondo/store';
import { silentLog } from '@rondo/testkit/database';
import { copiedMessages } from '../../src/backup/physical/copy-stream.ts';
import { readSystem, startCopy, withReplication } from '../../src/backup/physical/replication.ts';
import { readChunks } from '../../src/backup/read-backup.ts';
import { writeSealedFile } from '../../src/backup/write-backup.ts';
import {
  createCluster,
  lastWritten,
  namesIn,
  newFolder,
  openClusterStore,
  startCluster,
  write,
  type Cluster,
} from './_cluster.ts';

const now = 1_767_225_600_000;
let folder: string;
let remove: () => Promise<void>;
let cluster: Cluster;
let keys: BackupKeys;
let made: string;
beforeAll(async () => {
  ({ folder, remove } = await newFolder());
  keys = await newBackupKeys();
  cluster = await createCluster(join(folder, 'original'));
});
afterAll(async () => {
  await cluster.stop();
  await remove();
});

const pathOf = (name: string): string => join(folder, name);
const backupOf = (file: string, identities = keys.identity) => ({ file, identities });
const all = { wal: null, until: null };

/** Receives WAL of a data folder until `isDone`, which gets the stored position. */
async function receive(
  wal: string,
  isDone: (stored: string) => Promise<boolean>,
  {
    home = cluster.home,
    ...options
  }: { readonly home?: string; readonly stallMs?: number; readonly onLost?: (reason: string) => void } = {},
): Promise<void> {
  const end = new AbortController();
  const onStatus = async ({ stored }: { readonly stored: string }): Promise<void> => {
    if (await isDone(stored)) end.abort();
  };
  await receiveWal(
    { dataFolder: home, log: silentLog },
    {
      folder: wal,
      recipients: [keys.recipient],
      slot: 'rondo_wal',
      signal: end.signal,
      onStatus: (status) => void onStatus(status),
      onBegin: () => Promise.resolve(),
      onLost: () => undefined,
      ...options,
    },
  );
}

/** Returns whether all WAL of the cluster was stored. */
async function hasAll(stored: string): Promise<boolean> {
  const [row] = await cluster.sql`select pg_current_wal_flush_lsn() <= ${stored}::pg_lsn as done`;
  return row?.['done'] === true;
}

test('a backup that was made while transactions were written has no gap, and its installation is frozen and accepts no session', async () => {
  await write(cluster, 200);
  let isDone = false;
  const writing = (async () => {
    while (!isDone) await write(cluster, 1);
  })();
  made = pathOf('made.age');
  const bytes = await makePhysicalBackup(
    { dataFolder: cluster.home, log: silentLog },
    { file: made, recipients: [keys.recipient], now },
  ).finally(() => (isDone = true));
  await writing;
  expect(await stat(made)).toMatchObject({ size: bytes });
  expect((await stat(made)).mode & 0o777).toBe(0o600);
  expect(await isPhysical(backupOf(made))).toBe(true);
  expect(await verifyBackup(backupOf(made))).toMatchObject({
    way: 'physical',
    header: { format: 2, madeAt: now, venue: 'okx', isEmbedded: true, major: 18, timeline: 1 },
  });

  const home = pathOf('restored');
  await restoreEmbedded(backupOf(made), home, all);
  expect(await namesIn(join(home, 'postgres'))).toEqual(['cluster']);
  const restored = await startCluster(home);
  try {
    expect(await lastWritten(restored)).toBeGreaterThanOrEqual(200);
    expect(await restored.sql`select timeline_id from pg_control_checkpoint()`).toEqual([{ timeline_id: 2 }]);
    await receive(pathOf('copies'), () => Promise.resolve(true), { home });
    const store = await openClusterStore(restored);
    const here = { venue: 'okx', place: 'here', machine: 'here', trades: true };
    expect(await store.instances.enter(here)).toMatchObject({ instance: { frozen: 'backup' } });
    expect(await restored.sql`select count(*)::int as open from sessions where revoked_at is null`).toEqual([
      { open: 0 },
    ]);
    expect((await store.instances.confirm({ ...here, now: Date.now() })).frozen).toBeNull();
    expect(await store.instances.enter(here)).toMatchObject({ instance: { frozen: null } });
    await store.close();
  } finally {
    await restored.stop();
  }
  const [open] = await cluster.sql`select count(*)::int as open from sessions where revoked_at is null`;
  expect(open).toEqual({ open: 1 });
});

test('with the WAL of a receiver, a restore to a time has exactly the transactions that were acknowledged before it', async () => {
  const wal = pathOf('wal');
  await receive(wal, hasAll);
  const file = pathOf('based.age');
  await makePhysicalBackup({ dataFolder: cluster.home, log: silentLog }, { file, recipients: [keys.recipient], now });
  await receive(wal, hasAll);
  const last = await write(cluster, 50);
  const [at] = await cluster.sql<
    { ms: number }[]
  >`select ceil(extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  const until = at?.ms ?? 0;
  await expect
    .poll(
      async () =>
        (await cluster.sql`select extract(epoch from clock_timestamp()) * 1000 > ${until} as over`)[0]?.['over'],
    )
    .toBe(true);
  await write(cluster, 50);
  await receive(wal, hasAll);
  const home = pathOf('until');
  await restoreEmbedded(backupOf(file), home, { wal, until });
  const restored = await startCluster(home);
  const found = await lastWritten(restored);
  // The cluster of another restore has the same identifier and the same number of the timeline.
  const mixed = receive(pathOf('copies'), () => Promise.resolve(true), { home }).catch(String);
  expect(await mixed).toContain('has the WAL of another copy of the database');
  await restored.stop();
  expect(found).toBe(last);
});

test('a receiver waits for a database that does not run, and keeps its connection to a database that is idle', async () => {
  const home = pathOf('until');
  const started: Promise<Cluster>[] = [];
  const lost: string[] = [];
  let reports = 0;
  const isDone = (): Promise<boolean> => Promise.resolve((reports += 1) === 6);
  const onLost = (reason: string): void => {
    lost.push(reason);
    if (started.length === 0) started.push(startCluster(home));
  };
  await receive(pathOf('waited'), isDone, { home, stallMs: 3_000, onLost });
  for (const running of started) await (await running).stop();
  expect(new Set(lost)).toEqual(new Set([expect.stringContaining('No database runs in')]));
});

test('a receiver refuses a folder whose WAL the database cannot continue', async () => {
  const wal = pathOf('continued');
  await receive(wal, hasAll);
  await writeFile(join(wal, '0000000100000000000000FF.age'), '');
  const refused = () => receive(wal, hasAll).catch(String);
  expect(await refused()).toContain('the database was replaced by an older copy of itself');
  await rm(join(wal, '0000000100000000000000FF.age'));
  const dropped = () =>
    cluster.sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots where not active`;
  await expect.poll(dropped).toHaveLength(1);
  expect(await refused()).toContain('PostgreSQL has no slot rondo_wal');
  await writeFile(join(wal, '.wal-source.json.part'), '{');
  expect(await refused()).toContain('PostgreSQL has no slot rondo_wal');
  expect(await namesIn(wal)).not.toContain('.wal-source.json.part');
  for (let segment = 0; segment < 3; segment += 1) {
    await write(cluster, 1);
    await cluster.sql`select pg_switch_wal()`;
    await cluster.sql`checkpoint`;
  }
  await cluster.sql`select pg_create_physical_replication_slot('rondo_wal', true)`;
  expect(await refused()).toContain('PostgreSQL no longer has the WAL that follows the WAL in');
});

/** Copies the folder of received WAL, and changes the bytes of its last file. `change` gets the bytes of the file and returns the bytes that remain. */
async function changedWal(source: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  const target = pathOf('changed-wal');
  await rm(target, { recursive: true, force: true });
  await cp(pathOf(source), target, { recursive: true });
  const name =
    (await namesIn(target))
      .filter((each) => each.endsWith('.age'))
      .toSorted()
      .at(-1) ?? '';
  const [, start = '', from = '', to = ''] = /^(\w+)\.(\w+)-(\w+)\.age$/.exec(name) ?? [];
  expect(to).not.toBe('');
  const chunks: Uint8Array[] = [];
  for await (const chunk of readChunks(join(target, name), keys.identity)) chunks.push(chunk);
  const bytes = change(Buffer.concat(chunks));
  await rm(join(target, name));
  const end = (Number.parseInt(from, 16) + bytes.length).toString(16).toUpperCase().padStart(8, '0');
  await writeSealedFile(join(target, `${start}.${from}-${end}.age`), [keys.recipient], once(bytes));
  return target;
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

test('a restore does not succeed when PostgreSQL cannot read all of the kept WAL', async () => {
  const file = pathOf('early.age');
  await makePhysicalBackup({ dataFolder: cluster.home, log: silentLog }, { file, recipients: [keys.recipient], now });
  await receive(pathOf('whole-wal'), hasAll);
  const before = await write(cluster, 1);
  await receive(pathOf('whole-wal'), hasAll);
  await write(cluster, 20);
  const last = await write(cluster, 1);
  await receive(pathOf('whole-wal'), hasAll);
  const home = pathOf('refused');
  const restore = async (wal: string, until: number | null = null) =>
    restoreEmbedded(backupOf(file), home, { wal, until }).then(
      () => 'restored',
      (error: unknown) => (error instanceof BackupError ? error.message : String(error)),
    );

  // A byte in the middle differs, so PostgreSQL finds a wrong checksum before the end.
  const damaged = await changedWal('whole-wal', (bytes) => {
    const half = Math.floor(bytes.length / 2);
    return Buffer.concat([bytes.subarray(0, half), Buffer.alloc(64, 0xaa), bytes.subarray(half + 64)]);
  });
  expect(await restore(damaged)).toContain('PostgreSQL cannot read the kept WAL after');
  expect(await restore(damaged, Date.now() + 60_000)).toContain('PostgreSQL cannot read the kept WAL after');
  expect(await namesIn(folder)).not.toContain('refused');

  // The machine was lost while a record was sent. Everything before it is restored.
  const cut = await changedWal('whole-wal', (bytes) => bytes.subarray(0, -12));
  expect(await restore(cut)).toBe('restored');
  const restored = await startCluster(home);
  const found = await lastWritten(restored);
  await restored.stop();
  await rm(home, { recursive: true });
  // The cut record is the last transaction, or one that the server has written by itself after it.
  expect([found === last || found === last - 1, before < found]).toEqual([true, true]);
});

test('a reader that is slower than the server gets the whole copy, and the connection can be used afterwards', async () => {
  await withReplication(cluster.server, async (sql) => {
    const stream = await startCopy(sql, "BASE_BACKUP (CHECKPOINT 'fast')");
    let bytes = 0;
    for await (const message of copiedMessages(stream)) {
      bytes += message.length;
      await new Promise(setImmediate);
    }
    expect(bytes).toBeGreaterThan(20_000_000);
    expect(await readSystem(sql)).toMatchObject({ timeline: 1 });
  });
});

/** Restores a changed copy of the backup. */
const changed = (change: (bytes: Buffer) => Buffer) => async () => {
  await writeFile(pathOf('changed.age'), change(await readFile(made)));
  return restoreEmbedded(backupOf(pathOf('changed.age')), pathOf('refused'), all);
};

test.each<[string, () => Promise<unknown>, string]>([
  [
    'another identity',
    async () => restoreEmbedded(backupOf(made, (await newBackupKeys()).identity), pathOf('refused'), all),
    'for another key',
  ],
  ['a cut file', changed((bytes) => bytes.subarray(0, -1)), 'was cut or changed'],
  [
    'a changed byte',
    changed((bytes) =>
      Buffer.concat([bytes.subarray(0, 5_000), Buffer.from([bytes.readUInt8(5_000) ^ 1]), bytes.subarray(5_001)]),
    ),
    'was cut or changed',
  ],
  ['a data folder with a database', () => restoreEmbedded(backupOf(made), cluster.home, all), 'has a database already'],
  [
    'a folder with files',
    async () => {
      await mkdir(pathOf('full'));
      await writeFile(pathOf('full/file'), '');
      return restoreInto(backupOf(made), pathOf('full'), all);
    },
    'is not an empty folder',
  ],
  [
    'a folder without WAL',
    () => restoreEmbedded(backupOf(made), pathOf('refused'), { wal: pathOf('none'), until: null }),
    'has no WAL of "rondo wal"',
  ],
  [
    'a newer schema',
    async () => {
      await cp(join(import.meta.dirname, '../../migrations/0001-init'), pathOf('migrations/0001-init'), {
        recursive: true,
      });
      return restoreEmbedded(backupOf(made), pathOf('refused'), { ...all, migrationsFolder: pathOf('migrations') });
    },
    'this program ends with migration 1',
  ],
])('%s is refused with a sentence, and nothing is written', async (_label, act, sentence) => {
  const before = await namesIn(cluster.home);
  await expect(act()).rejects.toThrow(sentence);
  expect(await namesIn(folder)).not.toContain('refused');
  expect(await namesIn(cluster.home)).toEqual(before);
  for (const name of ['changed.age', 'full', 'migrations']) await rm(pathOf(name), { recursive: true, force: true });
});
