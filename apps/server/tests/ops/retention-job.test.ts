// Tests the daily purge on two nodes with a virtual clock and a real database.
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
