// Tests the daily purge on two nodes and the hourly limit of attempts with unknown e-mails, with a virtual clock and a real database.
import { createVirtualClock } from '@rondo/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { startRetentionJob } from '../../src/ops/retention-job.ts';
import { until } from '../_world.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const hourMs = 60 * 60_000;
const startAt = 1_767_225_600_000; // 2026-01-01 UTC

test('when two nodes run, old records are purged once a day', async () => {
  const url = await database.createUrl();
  const clock = createVirtualClock(startAt);
  const purges: number[] = [];
  const log = {
    write: (_level: string, event: string) => {
      if (event === 'retention.purged') purges.push(clock.now());
    },
  };
  const sql = database.sql(url);
  const nodes = await Promise.all([1, 2].map(async () => database.openStore({ url })));
  const running = nodes.map((store) => startRetentionJob({ clock, log, store }));
  const rested = () =>
    until(async () => clock.waiting() === running.length, 'both nodes have checked whether a purge is necessary');
  await rested();
  for (let hour = 1; hour <= 49; hour += 1) {
    // The database, whose clock is real, counts the period of the job.
    await sql`update job_runs set started_at = started_at - ${hourMs}::bigint`;
    await clock.runUntil(startAt + hour * hourMs);
    await rested();
  }
  await Promise.all(running.map((upkeep) => upkeep.stop()));
  expect(purges).toEqual([startAt, startAt + 24 * hourMs, startAt + 48 * hourMs]);
});

test('each hour a node removes the attempts with unknown e-mails beyond the newest 10,000', async () => {
  const url = await database.createUrl();
  const clock = createVirtualClock(startAt);
  const sql = database.sql(url);
  const limited: unknown[] = [];
  const log = {
    write: (_level: string, event: string, fields?: object) => {
      if (event === 'retention.limited') limited.push([clock.now() - startAt, fields]);
    },
  };
  const add = (count: number) => sql`
    insert into login_records (address, outcome, at) select '', 'wrong password', ${startAt}::bigint from generate_series(1, ${count}::int)`;
  const job = startRetentionJob({ clock, log, store: await database.openStore({ url }) });
  const rested = () => until(async () => clock.waiting() === 1, 'the node has limited the attempts');
  await rested();
  await add(10_003);
  await clock.runUntil(startAt + hourMs);
  await rested();
  await clock.runUntil(startAt + 2 * hourMs);
  await rested();
  await job.stop();
  expect(limited).toEqual([[hourMs, { unknownLogins: 3 }]]);
});
