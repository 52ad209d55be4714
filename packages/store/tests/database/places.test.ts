// Tests of the places of an installation whose servers share one database.
import { createUser, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../src/index.ts';

let database: TestDatabase;
let url: string;
beforeAll(async () => {
  database = await startTestDatabase();
});
beforeEach(async () => {
  url = await database.createUrl();
});
afterAll(() => database.stop());

interface Started {
  readonly store: Store;
  readonly frozen: string | null;
  readonly mark: string;
}

/** Starts a server in a folder of a machine. The machine is the same for all containers of one image. */
async function start(place: string, { machine = 'image', trades = true } = {}): Promise<Started> {
  const role = trades ? ('engine' as const) : ('api' as const);
  const identity = { name: place, role, version: '1', addresses: [], weight: 1, capacity: 1 };
  const store = await database.openStore({ url, identity });
  const entered = await store.instances.enter({ venue: 'okx', place: trades ? place : machine, machine, trades });
  if (!entered.ok) throw new Error(entered.refusal);
  const { frozen, mark } = entered.instance;
  return { store, frozen, mark };
}

async function reasonOf(...server: Parameters<typeof start>): Promise<string | null> {
  const { store, frozen } = await start(...server);
  await store.close();
  return frozen;
}

/** Makes the database that of an older version, which stored the digests of machines only. */
async function age(): Promise<void> {
  await database.sql(url)`
    update settings set value = value - 'formerUntil' - 'signals' || '{"places": ["image"]}' where key = 'instance'`;
}

test('the servers of one database have places of their own, and each starts alone later', async () => {
  const first = await start('engine-1');
  expect(await reasonOf('engine-2')).toBeNull();
  await first.store.close();
  expect([await reasonOf('engine-2'), await reasonOf('engine-1'), await reasonOf('engine-3')]).toEqual([
    null,
    null,
    'place',
  ]);
});

test('a server in another folder of the same machine is frozen, also when a server that does not trade runs', async () => {
  expect(await reasonOf('engine-1')).toBeNull();
  const api = await start('api-1', { trades: false });
  expect(api.frozen).toBeNull();
  await api.store.nodes.beat({ load: 0, isDraining: false, ttlMs: 60_000 });
  expect(await reasonOf('other')).toBe('place');
  expect(await reasonOf('engine-1')).toBeNull();
  await api.store.close();
});

test('several servers that start together on an empty database trade, with one mark', async () => {
  const servers = await Promise.all([start('engine-1'), start('engine-2'), start('api-1', { trades: false })]);
  expect(servers.map(({ frozen }) => frozen)).toEqual([null, null, null]);
  const [one, two] = servers;
  expect(one?.mark).toBe(two?.mark);
  for (const { store } of servers) await store.close();
});

test('a server that does not trade and starts first on an empty database does not freeze the others', async () => {
  expect(await reasonOf('api-1', { trades: false, machine: 'another machine' })).toBeNull();
  const api = await start('api-1', { trades: false, machine: 'another machine' });
  await api.store.nodes.beat({ load: 0, isDraining: false, ttlMs: 60_000 });
  expect(await reasonOf('engine-1')).toBeNull();
  await api.store.close();
});

test('an installation of an older version is not frozen by the update, and a day later its machine alone is not enough', async () => {
  expect(await reasonOf('engine-1')).toBeNull();
  await age();
  expect([await reasonOf('engine-1'), await reasonOf('engine-2')]).toEqual([null, null]);
  await database.sql(url)`update settings set value = jsonb_set(value, '{formerUntil}', '1') where key = 'instance'`;
  expect([await reasonOf('engine-1'), await reasonOf('engine-2'), await reasonOf('engine-3')]).toEqual([
    null,
    null,
    'place',
  ]);
  expect(
    await database.sql(url)`select value->'places' ? 'image' as is_known from settings where key = 'instance'`,
  ).toEqual([{ is_known: true }]);
});

test('an older version on another machine is frozen by the update as before', async () => {
  expect(await reasonOf('engine-1')).toBeNull();
  await age();
  expect(await reasonOf('engine-1', { machine: 'another machine' })).toBe('place');
});

test('a confirmation makes its place the only one', async () => {
  expect(await reasonOf('engine-1')).toBeNull();
  const { store } = await start('other');
  await store.instances.confirm({ place: 'other', machine: 'image', now: Date.now() });
  await store.close();
  expect([await reasonOf('engine-1'), await reasonOf('other')]).toEqual(['place', null]);
});

/** Gives the database the setting of a physical restore. */
async function restore(id: string): Promise<void> {
  const sql = database.sql(url);
  await sql.unsafe(`alter database ${new URL(url).pathname.slice(1)} set rondo.restored = '${id}'`);
}

test('the first start on files of a physical restore stores the freeze, so it outlives the setting until a confirmation', async () => {
  expect(await reasonOf('engine-1')).toBeNull();
  await restore('one');
  expect(await reasonOf('engine-1')).toBe('backup');
  const [row] = await database.sql(url)`select value->>'home' as home from settings where key = 'instance'`;
  expect(row).toEqual({ home: 'backup' });
  await restore('');
  expect(await reasonOf('engine-1')).toBe('backup');
  const { store } = await start('engine-1');
  await store.instances.confirm({ place: 'engine-1', machine: 'image', now: 1 });
  await store.close();
  expect(await reasonOf('engine-1')).toBeNull();
  await restore('two');
  expect(await reasonOf('engine-1')).toBe('backup');
});

test('a server that runs while its database is replaced by a restored one ends the credentials of the backup', async () => {
  const { store } = await start('engine-1');
  const userId = await createUser(store);
  await store.sessions.create({ userId, remember: true, now: Date.now() });
  const openSessions = async () =>
    (await database.sql(url)`select count(*)::int as open from sessions where revoked_at is null`)[0];
  await store.instances.endRestored();
  expect(await openSessions()).toEqual({ open: 1 });
  await restore('three');
  // The connections of the server are those of the restored database.
  const again = await database.openStore({ url });
  await again.instances.endRestored();
  expect(await openSessions()).toEqual({ open: 0 });
  expect((await again.instances.find())?.frozen).toBe('backup');
  await store.close();
  await again.close();
});

test('within the time of a claim one server of the database gets the one command before the proof, also after a restart of one of them', async () => {
  const [first, second] = [await start('engine-1'), await start('engine-2')];
  const claims = await Promise.all([first, second].map(({ store }) => store.instances.claimCommand(60_000)));
  expect(claims.filter((isClaimed) => isClaimed)).toHaveLength(1);
  expect(await second.store.instances.claimCommand(60_000)).toBe(false);
  expect(await second.store.instances.claimCommand(0)).toBe(true);
  await first.store.close();
  await second.store.close();
  const later = await start('engine-1');
  expect(later.mark).not.toBe(first.mark);
  expect(await later.store.instances.claimCommand(60_000)).toBe(true);
});
