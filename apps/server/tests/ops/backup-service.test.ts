// Tests the scheduled backups on a real database with a virtual clock: two servers share a folder, old backups are deleted, and a failed backup is repeated.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { healthReason } from '@rondo/contract';
import { newBackupKeys, verifyBackup } from '@rondo/store';
import { createVirtualClock } from '@rondo/testkit';
import { silentLog, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createBackupService } from '../../src/backup/backup-service.ts';
import { createMetrics } from '../../src/ops/metrics.ts';
import { until } from '../_world.ts';

const hourMs = 60 * 60_000;
const startAt = Date.UTC(2026, 0, 1);

let database: TestDatabase;
let work: string;
beforeAll(async () => {
  database = await startTestDatabase();
  work = await mkdtemp(path.join(tmpdir(), 'rondo-scheduled-'));
});
afterAll(async () => {
  await database.stop();
  await rm(work, { recursive: true, force: true });
});

test('two servers make one backup each day, delete old ones, and show the times of the newest backup and of the newest verification', async () => {
  const folder = path.join(work, 'shared');
  const url = await database.createUrl();
  const { identity, recipient } = await newBackupKeys();
  const clock = createVirtualClock(startAt);
  await mkdir(folder);
  // The newest backup is one second younger than a day. The others are of 16 months, and the last two files are no scheduled backups.
  const months = Array.from({ length: 16 }, (_none, month) => `rondo-20${10 + month}0101T000000Z.age`);
  for (const name of ['rondo-20251231T000001Z.age', ...months, 'notes.txt', 'rondo-20190101T000000Z.age.verified'])
    await writeFile(path.join(folder, name), '');
  await writeFile(path.join(folder, 'rondo-20251231T000001Z.age.verified'), '2025-12-31T06:00:00.000Z\n');
  const services = await Promise.all(
    [1, 2].map(async () => {
      const { jobs } = await database.openStore({ url });
      const settings = { folder, recipients: [recipient], way: 'logical' as const, everyMs: 24 * hourMs };
      return createBackupService({
        clock,
        log: silentLog,
        settings,
        database: { databaseUrl: url, log: silentLog },
        jobs,
      });
    }),
  );
  const running = services.map((service) => service.start(() => false));
  const rested = () => until(async () => clock.waiting() === running.length, 'both servers wait for the next check');
  await rested();
  expect((await readdir(folder)).filter((name) => name.startsWith('rondo-2026'))).toEqual([]);
  await clock.runUntil(startAt + 10 * 60_000);
  await rested();
  const made = (await readdir(folder)).filter((name) => name.startsWith('rondo-2026'));
  expect(made).toEqual(['rondo-20260101T001000Z.age']);
  const left = await readdir(folder);
  expect(months.filter((name) => left.includes(name))).toEqual(months.slice(6));
  expect(left).toContain('notes.txt');
  expect((await verifyBackup({ file: path.join(folder, made[0] ?? ''), identities: identity })).header.madeAt).toBe(
    startAt + 10 * 60_000,
  );
  await clock.runUntil(startAt + 20 * 60_000);
  await rested();
  await Promise.all(running.map((schedule) => schedule.stop()));
  const metrics = createMetrics({ maxSeries: 10, isProcess: false });
  services[1]?.addGauges(metrics);
  const text = await metrics.text();
  expect(text).toContain(`\nrondo_backup_made_timestamp_seconds ${(startAt + 10 * 60_000) / 1_000}\n`);
  expect(text).toContain(`\nrondo_backup_verified_timestamp_seconds ${Date.UTC(2025, 11, 31, 6) / 1_000}\n`);
  expect(text).toContain('\nrondo_backup_interval_seconds 86400\n');
  expect(services[1]?.state()).toEqual({ problem: null, degraded: [] });
});

test('a frozen copy makes no backup, and a failed backup is written to the log, degrades the server when it is old, and is repeated within an hour', async () => {
  const folder = path.join(work, 'failing');
  const url = await database.createUrl();
  const { recipient } = await newBackupKeys();
  const clock = createVirtualClock(startAt);
  const events: string[] = [];
  const log = { write: (_level: string, event: string) => void events.push(event) };
  const { jobs } = await database.openStore({ url });
  const settings = { folder, recipients: [recipient], way: 'logical' as const, everyMs: hourMs };
  const missing = await database.createBareUrl();
  const service = createBackupService({ clock, log, settings, database: { databaseUrl: missing, log }, jobs });
  let isFrozen = true;
  const running = service.start(() => isFrozen);
  const rested = () => until(async () => clock.waiting() === 1, 'the server waits for the next check');
  await rested();
  expect(events).toEqual([]);
  isFrozen = false;
  await clock.runUntil(startAt + 10 * 60_000);
  await rested();
  expect(events).toEqual(['backup.failed']);
  expect(service.state()).toEqual({ problem: null, degraded: [healthReason('no_backup')] });
  expect(await readdir(folder)).toEqual([]);
  await clock.runUntil(startAt + hourMs / 2);
  await rested();
  expect(events).toEqual(['backup.failed']);
  // The database, whose clock is real, counts the period of the job.
  await database.sql(url)`update job_runs set started_at = started_at - ${hourMs}::bigint`;
  await clock.runUntil(startAt + hourMs);
  await rested();
  expect(events).toEqual(['backup.failed', 'backup.failed']);
  await writeFile(path.join(folder, 'rondo-20251231T210000Z.age'), '');
  await clock.runUntil(startAt + hourMs + 10 * 60_000);
  await rested();
  expect(service.state()).toEqual({ problem: null, degraded: [healthReason('old_backup', { hours: 4 })] });
  await running.stop();
});

test('with the way physical, a scheduled backup has the files of PostgreSQL', async () => {
  // A physical backup has all databases of its server, so this test has a server of its own.
  const own = await startTestDatabase(null);
  onTestFinished(() => own.stop());
  const folder = path.join(work, 'physical');
  const url = await own.createUrl();
  const { identity, recipient } = await newBackupKeys();
  const { jobs } = await own.openStore({ url });
  const settings = { folder, recipients: [recipient], way: 'physical' as const, everyMs: hourMs };
  const clock = createVirtualClock(startAt);
  const place = { databaseUrl: url, log: silentLog };
  const running = createBackupService({ clock, log: silentLog, settings, database: place, jobs }).start(() => false);
  await until(async () => clock.waiting() === 1, 'the server waits for the next check');
  await running.stop();
  const [made = ''] = await readdir(folder);
  const facts = await verifyBackup({ file: path.join(folder, made), identities: identity });
  expect(facts).toMatchObject({ way: 'physical', header: { madeAt: startAt, isEmbedded: false } });
});
