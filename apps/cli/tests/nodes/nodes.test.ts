// Tests of `rondo nodes` and `rondo drain` on a real database with nodes of each role.
import type { NodeIdentity, Store } from '@rondo/store';
import { createAccount, createUser, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drainCommand, nodesCommand } from '../../src/commands/nodes.ts';
import { runCommand } from '../../src/run-command.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const ttlMs = 15_000;

/** Opens one store for each node, and lets each node write that it runs. */
async function openNodes(roles: Readonly<Record<string, NodeIdentity['role']>>) {
  const url = await database.createUrl();
  const stores: Record<string, Store> = {};
  for (const [name, role] of Object.entries(roles)) {
    const identity: NodeIdentity = { name, role, version: '1', addresses: [], weight: 1, capacity: 10 };
    const store = await database.openStore({ url, nodeId: name, identity });
    await store.nodes.beat({ load: 0, isDraining: false, ttlMs });
    stores[name] = store;
  }
  return { stores, reader: await database.openStore({ url }), sql: database.sql(url) };
}

async function type({ nodes, audit }: Store, ...args: readonly string[]) {
  const seen = { out: '', err: '' };
  const terminal = { out: (text: string) => void (seen.out += text), err: (text: string) => void (seen.err += text) };
  const open = async () => ({ nodes, audit, close: async (): Promise<void> => undefined });
  const context = { terminal, folder: '/', stopped: new Promise<void>(() => undefined) };
  return { code: await runCommand([nodesCommand(open), drainCommand(open, 'nobody')], args, context), ...seen };
}

test('the last node that serves people is not drained, and nothing changes', async () => {
  const { reader } = await openNodes({ 'api-1': 'api', 'api-2': 'api', 'engine-1': 'engine' });
  expect(await type(reader, 'drain', '--node', 'api-1')).toEqual({
    code: 0,
    out: 'api-1: 0 accounts left\napi-1 can be stopped now. After its next start it serves people again.\n',
    err: '',
  });
  expect(await type(reader, 'drain', '--node', 'api-2')).toEqual({
    code: 1,
    out: '',
    err: 'rondo drain: no other node serves people; start another node with the role api or all first\n',
  });
  const draining = (await reader.nodes.list()).filter(({ isDraining }) => isDraining).map(({ name }) => name);
  expect(draining).toEqual(['api-1']);
});

test('the only node with accounts is not drained, and an engine beside it can be', async () => {
  const { stores, reader } = await openNodes({ all: 'all', engine: 'engine' });
  const accountId = await createAccount(reader, await createUser(reader, 'a@rondo.test'), 'one');
  await stores['all']?.journal.acquire(accountId, ttlMs);
  expect(await type(reader, 'drain', '--node', 'engine')).toMatchObject({
    code: 0,
    out: expect.stringContaining('After its next start it takes accounts again.'),
  });
  expect(await type(reader, 'drain', '--node', 'all')).toMatchObject({
    code: 1,
    err: 'rondo drain: no other node can take the accounts\n',
  });
});

test('a lost node stays in the list, and each account is listed with its person and its node', async () => {
  const { stores, reader, sql } = await openNodes({ one: 'all', two: 'engine' });
  const accountId = await createAccount(reader, await createUser(reader, 'a@rondo.test'), 'one');
  await stores['one']?.journal.acquire(accountId, ttlMs);
  expect((await type(reader, 'nodes', '--accounts')).out).toMatch(
    new RegExp(`^account +person +node\\n${accountId} +a@rondo\\.test +one\\n$`),
  );
  await sql`update nodes set seen_until = clock_timestamp() where name = 'two'`;
  await stores['one']?.nodes.beat({ load: 1, isDraining: false, ttlMs });
  const { out } = await type(reader, 'nodes');
  expect(out).toMatch(/^one +all +1 +1 +0 min +running$/m);
  expect(out).toMatch(/^two +engine +1 +- +- +lost 0 min ago$/m);
});

test('without a node and without an account the commands name the setting of the database', async () => {
  const { reader } = await openNodes({});
  expect((await type(reader, 'nodes')).out).toContain('No node uses this database. Check DATABASE_URL.');
  expect((await type(reader, 'nodes', '--accounts')).out).toContain('No account is linked in this database.');
});
