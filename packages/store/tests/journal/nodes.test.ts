// Tests of the nodes on one PostgreSQL: what each node sees of the other nodes and of accounts without an owner, the death of a node, its end in order, and a drain.
import type { FleetSight } from '@rondo/engine/ports';
import type { NodeIdentity, Store } from '@rondo/store';
import { createAccount, createUser, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const ttlMs = 15_000;

function identityOf(name: string, changes: Partial<NodeIdentity> = {}): NodeIdentity {
  return { name, role: 'engine', version: '1', addresses: [], weight: 1, capacity: 10, ...changes };
}

const beat = (store: Store, load = 0): Promise<FleetSight> => store.nodes.beat({ load, isDraining: false, ttlMs });

const namesOf = ({ nodes }: FleetSight): readonly string[] => nodes.map(({ name }) => name);

async function openNodes(...identities: readonly NodeIdentity[]) {
  const url = await database.createUrl();
  const stores: Store[] = [];
  for (const identity of identities) stores.push(await database.openStore({ url, nodeId: identity.name, identity }));
  const [first, second, third] = stores;
  if (first === undefined) throw new Error('No store was opened.');
  return { sql: database.sql(url), first, second: second ?? first, third: third ?? first };
}

test('each node sees the nodes that trade, with their weights and loads, and no node of people', async () => {
  const { first, second, third } = await openNodes(
    identityOf('a', { weight: 3, addresses: ['10.0.0.1', '10.0.0.2'] }),
    identityOf('b'),
    identityOf('people', { role: 'api' }),
  );
  await beat(first, 4);
  await beat(second);
  expect(namesOf(await beat(third))).toEqual(['a', 'b']);
  const sight = await beat(second);
  expect(sight.me).toBe('b');
  expect(sight.nodes[0]).toMatchObject({ name: 'a', weight: 3, capacity: 10, load: 4, recentDeaths: 0 });
  expect(await first.nodes.list()).toMatchObject([
    { name: 'a', role: 'engine', addresses: ['10.0.0.1', '10.0.0.2'], accounts: 0, isDraining: false, isSeen: true },
    { name: 'b' },
    { name: 'people', role: 'api' },
  ]);
});

test('nodes with the same source address divide its limits, and a node of people has half of the share of a node that trades', async () => {
  const { first, second, third } = await openNodes(
    identityOf('a', { addresses: ['10.0.0.1', '10.0.0.2'] }),
    identityOf('b', { addresses: ['10.0.0.1'] }),
    identityOf('people', { role: 'api', addresses: ['10.0.0.1'] }),
  );
  expect((await beat(first)).addressShares).toEqual([
    { address: '10.0.0.1', share: 1 },
    { address: '10.0.0.2', share: 1 },
  ]);
  await beat(second);
  expect((await beat(third)).addressShares).toEqual([{ address: '10.0.0.1', share: 0.2 }]);
  expect((await beat(first)).addressShares).toEqual([
    { address: '10.0.0.1', share: 0.4 },
    { address: '10.0.0.2', share: 1 },
  ]);
});

test('nodes without configured source addresses divide the limits of one address', async () => {
  const { first, second } = await openNodes(identityOf('a'), identityOf('b'));
  await beat(first);
  expect((await beat(second)).addressShares).toEqual([{ address: null, share: 0.5 }]);
});

test('a node sees an account without an owner: a new account, and a released account with the name of its next node', async () => {
  const { first, second } = await openNodes(identityOf('a'), identityOf('b'));
  const userId = await createUser(first, 'owner@rondo.test');
  const accountId = await createAccount(first, userId, 'one');
  expect((await beat(second)).unowned).toMatchObject([{ accountId, next: null }]);
  await beat(first);
  const epoch = (await first.journal.acquire(accountId, ttlMs))?.epoch ?? 0n;
  expect((await beat(second)).unowned).toEqual([]);
  await first.journal.release(accountId, epoch, 'b');
  const { now, unowned } = await beat(second);
  expect(unowned).toMatchObject([{ accountId, next: 'b' }]);
  expect(now - (unowned[0]?.unownedSince ?? 0)).toBeLessThan(5_000);
  expect(await second.journal.acquire(accountId, ttlMs)).toMatchObject({ epoch: epoch + 1n });
  await second.journal.release(accountId, epoch + 1n);
  expect((await beat(first)).unowned).toMatchObject([{ accountId, next: null }]);
});

test('a node whose time has ended is declared dead, counts as a death of its name, and begins again with a new incarnation', async () => {
  const { sql, first, second } = await openNodes(identityOf('a'), identityOf('b'));
  const userId = await createUser(first, 'owner@rondo.test');
  const accountId = await createAccount(first, userId, 'one');
  await beat(first);
  await first.journal.acquire(accountId, ttlMs);
  await sql`update nodes set seen_until = clock_timestamp() where incarnation = 'a'`;
  const sight = await beat(second);
  expect([namesOf(sight), sight.unowned.map((each) => each.accountId)]).toEqual([['b'], [accountId]]);
  const [again, both] = await Promise.all([beat(first), beat(first)]);
  expect(again.me).not.toBe('a');
  expect(both.me).toBe(again.me);
  expect(again.nodes).toMatchObject([{ name: 'b' }, { name: 'a', recentDeaths: 1 }]);
});

test('a node whose process has ended is declared dead after several looks, and an end in order is no death', async () => {
  const { sql, first, second } = await openNodes(identityOf('a'), identityOf('b'));
  await beat(second);
  await sql`insert into nodes (incarnation, signal_key, signal_at, joined_at, seen_until, name, role)
    values ('gone', 7, clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '1 hour', 'gone', 'engine')`;
  const beganAt = Date.now();
  expect(namesOf(await beat(second))).toEqual(['b', 'gone']);
  await expect.poll(async () => namesOf(await beat(second)), { timeout: 5_000 }).toEqual(['b']);
  expect(Date.now() - beganAt).toBeGreaterThan(1_700);
  await beat(first);
  await first.close();
  expect(namesOf(await beat(second))).toEqual(['b']);
  const rows = await sql`select name, has_closed as "hasClosed" from nodes where dead_at is not null order by name`;
  expect(rows).toEqual([
    { name: 'a', hasClosed: true },
    { name: 'gone', hasClosed: false },
  ]);
});

test('a node that was asked to drain, or that drains by itself, is draining for all nodes', async () => {
  const { first, second } = await openNodes(identityOf('a'), identityOf('b'));
  await beat(first);
  expect(await second.nodes.drain('a')).toBe(1);
  expect(await second.nodes.drain('nobody')).toBe(0);
  expect((await beat(first)).isDraining).toBe(true);
  await second.nodes.beat({ load: 0, isDraining: true, ttlMs });
  const sight = await beat(second);
  expect([sight.isDraining, sight.nodes.map(({ isDraining }) => isDraining)]).toEqual([true, [true, true]]);
});

test('a node that has ended without a stop is lost until it starts again, and each account has the name of its node', async () => {
  const { sql, first, second } = await openNodes(identityOf('a'), identityOf('b'));
  const userId = await createUser(first, 'owner@rondo.test');
  const [owned, free] = [await createAccount(first, userId, 'one'), await createAccount(first, userId, 'two')];
  await Promise.all([beat(first), beat(second)]);
  await first.journal.acquire(owned, ttlMs);
  const accountsOf = async () => (await second.nodes.listAccounts()).map(({ accountId, node }) => [accountId, node]);
  expect(await second.nodes.listAccounts()).toContainEqual({ accountId: owned, email: 'owner@rondo.test', node: 'a' });
  expect(await accountsOf()).toContainEqual([free, null]);
  expect(await second.nodes.listLost()).toEqual([]);
  await sql`update nodes set seen_until = clock_timestamp() where incarnation = 'a'`;
  await beat(second);
  const [lost, ...further] = await second.nodes.listLost();
  expect(further).toEqual([]);
  expect(lost).toMatchObject({ name: 'a', role: 'engine', version: '1' });
  expect(lost?.lostMs).toBeLessThan(60_000);
  expect(await accountsOf()).toContainEqual([owned, null]);
  await beat(first);
  expect(await second.nodes.listLost()).toEqual([]);
  await first.close();
  await beat(second);
  expect(await second.nodes.listLost()).toEqual([]);
});
