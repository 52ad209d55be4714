// Tests the lock that shows that a node runs: a node whose lock another session holds acquires the lock as soon as it is free.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBot, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { nodeLockSpace } from '../../src/database/locks.ts';
import { nodeOf } from '../../src/journal/leases.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const longMs = 600_000;

test('a node that starts while a lost session still holds its lock acquires the lock when the session ends, and keeps its leases', async () => {
  const url = await database.createUrl();
  const second = await database.openStore({ url, nodeId: 'b' });
  const lost = await database.sql(url).reserve();
  await lost`select pg_advisory_lock(${nodeLockSpace}::int, ${nodeOf('a').key}::int)`;
  const first = await database.openStore({ url, nodeId: 'a' });
  const bot = await createBot(first);
  expect(await first.journal.acquire(bot.accountId, longMs)).not.toBeNull();
  await lost`select pg_advisory_unlock(${nodeLockSpace}::int, ${nodeOf('a').key}::int)`;
  lost.release();
  await expect
    .poll(() => second.leases.listHeld([bot.accountId]), { timeout: 5_000 })
    .toEqual(new Set([bot.accountId]));
  expect(await second.journal.acquire(bot.accountId, longMs)).toBeNull();
});
