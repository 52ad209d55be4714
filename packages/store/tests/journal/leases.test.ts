// Tests of leases of several nodes on one PostgreSQL: the death of a node, a cut connection, a paused node, and nodes of an older program.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '@rondo/store';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { createAccount, createBot, createUser, intent } from '@rondo/testkit/database';
import { createLeases } from '../../src/journal/leases.ts';
import type { Node } from '../../src/journal/node.ts';
import { createNodes } from '../../src/journal/nodes.ts';
import { confirmationMs } from '../../src/limits.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const longMs = 60_000;
const nodeLockSpace = 0x726f6e65;

/** Creates a bot on a new account of a new person. */
async function createOwnBot(store: Store, name: string) {
  const userId = await createUser(store, `${name}@rondo.test`);
  return createBot(store, { userId, accountId: await createAccount(store, userId, name) });
}

async function twoNodes() {
  const url = await database.createUrl();
  const [first, second] = await Promise.all(['a', 'b'].map((nodeId) => database.openStore({ url, nodeId })));
  if (first === undefined || second === undefined) throw new Error('The two stores were not opened.');
  return { url, sql: database.sql(url), first, second };
}

test('a lost death signal frees the leases of a node after several looks and long before their end, and a node whose connection was only cut keeps its leases', async () => {
  const { sql, first, second } = await twoNodes();
  const [kept, dead] = [await createOwnBot(first, 'kept'), await createOwnBot(first, 'dead')];
  const keptEpoch = (await first.journal.acquire(kept.accountId, longMs))?.epoch ?? 0n;
  // The owner of the second account has ended: no session holds the lock of its row.
  await sql`insert into nodes values ('dead', 7, clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '1 hour', null)`;
  await sql`insert into leases values (${dead.accountId}, 'dead', 7, 3, '2200-01-01')`;
  // The first connection of the signal ends, and a half-open session still holds its lock.
  const [held] = await sql<{ key: number }[]>`select signal_key as key from nodes where incarnation = 'a'`;
  const [session] = await sql<{ pid: number }[]>`
    select pid from pg_locks where locktype = 'advisory' and classid::bigint = ${nodeLockSpace} and objid::bigint = ${held?.key ?? 0}
      and database = (select oid from pg_database where datname = current_database())`;
  await sql`select pg_terminate_backend(${session?.pid ?? 0})`;
  const beganAt = Date.now();
  let takenMs = 0;
  let taken = null;
  while (taken === null && takenMs < 20_000) {
    const [ofKept, ofDead] = await Promise.all(
      [kept, dead].map(({ accountId }) => second.journal.acquire(accountId, longMs)),
    );
    expect(ofKept).toBeNull();
    taken = ofDead ?? null;
    takenMs = Date.now() - beganAt;
  }
  expect(taken).toMatchObject({ epoch: 4n });
  expect(takenMs).toBeGreaterThan(1_700);
  // The looks take three seconds on an idle machine. The lease ends in the year 2200.
  expect(takenMs).toBeLessThan(20_000);
  const [node] = await sql<{ key: number; isDead: boolean }[]>`
    select signal_key as key, dead_at is not null as "isDead" from nodes where incarnation = 'a'`;
  expect(node).toMatchObject({ isDead: false });
  expect(node?.key).not.toBe(held?.key);
  expect(await first.journal.commitIntents(kept.accountId, keptEpoch, [intent(kept, keptEpoch)])).toBe('committed');
  const history = await sql`select account_id, epoch::int, owner from lease_history order by taken_at`;
  expect(history).toEqual([
    { account_id: kept.accountId, epoch: 2, owner: 'a' },
    { account_id: dead.accountId, epoch: 4, owner: 'b' },
  ]);
});

test('a node that was paused until its time ended is declared dead: its commits are fenced, its renewals fail, and it acquires leases under a new name', async () => {
  const { sql, first, second } = await twoNodes();
  const bot = await createBot(first);
  const epoch = (await first.journal.acquire(bot.accountId, longMs))?.epoch ?? 0n;
  await sql`update nodes set seen_until = clock_timestamp() where incarnation = 'a'`;
  expect(await second.journal.acquire(bot.accountId, longMs)).toMatchObject({ epoch: epoch + 1n });
  expect(await first.journal.commitIntents(bot.accountId, epoch, [intent(bot, epoch)])).toBe('fenced');
  expect(await first.journal.renew([{ accountId: bot.accountId, epoch }], longMs)).toEqual(new Set());
  expect(await first.journal.acquire(bot.accountId, longMs)).toBeNull();
  await second.journal.release(bot.accountId, epoch + 1n);
  const again = await first.journal.acquire(bot.accountId, longMs);
  expect(again).toMatchObject({ epoch: epoch + 2n });
  expect(await sql`select count(*)::int as count from nodes where dead_at is null`).toEqual([{ count: 2 }]);
  const [row] = await sql<{ owner: string }[]>`select node_id as owner from leases`;
  expect(['a', 'b']).not.toContain(row?.owner);
});

test('a node that receives no response to its extensions extends its time only to the end of a lease after the last response', async () => {
  const { sql, url, first } = await twoNodes();
  const bot = await createBot(first);
  const deaf: Node = { incarnation: 'deaf', signalKey: 5, identity: null, beginning: null, confirmedAt: null };
  const leases = createLeases(database.sql(url), deaf);
  const epoch = (await leases.acquire(bot.accountId, longMs))?.epoch ?? 0n;
  const validMs = async (): Promise<number> => {
    const [row] = await sql<{ ms: number }[]>`
      select (extract(epoch from seen_until - clock_timestamp()) * 1000)::float8 as ms from nodes where incarnation = 'deaf'`;
    return row?.ms ?? 0;
  };
  for (const extend of [
    () => leases.renew([{ accountId: bot.accountId, epoch }], longMs),
    () => leases.acquire(bot.accountId, longMs),
    () => createNodes(database.sql(url), deaf, first.honey.ids).beat({ load: 1, isDraining: false, ttlMs: longMs }),
  ]) {
    // The last response came when half of the lease had passed.
    const lastResponseAt = Date.now() - longMs / 2;
    await sql`update nodes set seen_until = clock_timestamp() + interval '1 s' where incarnation = 'deaf'`;
    deaf.confirmedAt = lastResponseAt;
    await extend();
    expect(await validMs()).toBeLessThan(longMs / 2 + confirmationMs);
    expect(await validMs()).toBeGreaterThan(longMs / 4);
    expect(deaf.confirmedAt).toBeGreaterThan(lastResponseAt);
    await extend();
    expect(await validMs()).toBeGreaterThan(longMs - 10_000);
  }
});

test('many leases are taken in one statement, and one renewal writes one row', async () => {
  const { sql, first } = await twoNodes();
  const bots = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) bots.push(await createOwnBot(first, name));
  const taken = await Promise.all(bots.map(({ accountId }) => first.journal.acquire(accountId, longMs)));
  expect(taken.map((each) => each?.epoch)).toEqual(bots.map(() => 2n));
  const before = await sql`select xmin::text, account_id from leases order by account_id`;
  const leases = bots.map(({ accountId }) => ({ accountId, epoch: 2n }));
  expect((await first.journal.renew(leases, longMs)).size).toBe(bots.length);
  expect(await sql`select xmin::text, account_id from leases order by account_id`).toEqual(before);
  expect(new Set(before.map((row) => row['xmin']))).toHaveLength(1);
});

test('a lease of an older program is taken when its time has ended, and an older program does not take a lease of a living node', async () => {
  const { sql, first } = await twoNodes();
  const bot = await createBot(first);
  await sql`select pg_advisory_lock(${nodeLockSpace}::int, -5)`;
  await sql`insert into leases values (${bot.accountId}, 'older', -5, 1, clock_timestamp() + interval '1 hour')`;
  expect(await first.journal.acquire(bot.accountId, longMs)).toBeNull();
  expect(await first.leases.listHeld([bot.accountId])).toEqual(new Set([bot.accountId]));
  await sql`update leases set expires_at = clock_timestamp()`;
  expect(await first.journal.acquire(bot.accountId, longMs)).toMatchObject({ epoch: 2n });
  // The statement with which an older program takes a lease.
  const takeOlder = () => sql`
    update leases set epoch = epoch + 1, node_id = 'older', node_key = -5, expires_at = clock_timestamp() + interval '15 s'
    where account_id = ${bot.accountId} and (node_id is null or node_id = 'older' or expires_at <= clock_timestamp()
      or pg_try_advisory_xact_lock(${nodeLockSpace}::int, node_key::int)) returning epoch`;
  expect(await takeOlder()).toHaveLength(0);
  await first.close();
  await expect.poll(takeOlder).toHaveLength(1);
});
