// Tests of the hourly check and export of the audit.
import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestLog, createVirtualClock } from '@rondo/testkit';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { startAuditJob } from '../../src/ops/audit-job.ts';
import { serverLimits } from '../../src/limits.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

test('each hour the job exports the newest line to a file and a program, and it reports lines that were deleted', async () => {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const folder = await mkdtemp(path.join(tmpdir(), 'rondo-audit-'));
  const [file, copy] = [path.join(folder, 'marks.jsonl'), path.join(folder, 'copy')];
  const write = (detail: string) =>
    store.audit.write({ at: 1, actorId: null, action: 'test', subjectId: null, detail });
  await write('one');
  const clock = createVirtualClock();
  const { log, events } = createTestLog();
  const start = () =>
    startAuditJob({
      clock,
      log,
      store,
      exported: { file, command: ['/bin/sh', '-c', `cat >> ${copy}`], environment: {} },
    });
  const job = start();
  await vi.waitFor(() => expect(events).toEqual(['audit.firstAnchor', 'audit.marked']));
  expect(await readFile(copy, 'utf8')).toBe(await readFile(file, 'utf8'));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await write('two');
  await clock.pass(serverLimits.auditMarkMs);
  await vi.waitFor(() => expect(events).toHaveLength(3));
  const marks = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect(marks.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual([1, 2]);
  expect(job.isIntact()).toBe(true);
  await job.stop();

  // An older copy of the database has no second line, and its head is valid.
  const older = await database.openStore();
  await older.audit.write({ at: 1, actorId: null, action: 'test', subjectId: null, detail: 'one' });
  const restored = startAuditJob({ clock, log, store: older, exported: { file, command: null, environment: {} } });
  await vi.waitFor(() => expect(events.at(-1)).toBe('audit.broken'));
  expect(restored.isIntact()).toBe(false);
  await restored.stop();
  expect(await readFile(file, 'utf8')).toBe(`${marks.join('\n')}\n`);
});

test('a node without the anchor does not take the daily check from a node that knows it', async () => {
  const store = await database.openStore();
  const [clock, { log, events }] = [createVirtualClock(), createTestLog()];
  const claimed: string[] = [];
  const jobs = {
    ...store.jobs,
    claim: (name: string, everyMs: number) => {
      claimed.push(name);
      return store.jobs.claim(name, everyMs);
    },
  };
  const exported = { file: null, command: null, environment: {} };
  for (const knowsAnchor of [true, false]) {
    await store.audit.write({ at: 1, actorId: null, action: 'test', subjectId: null, detail: '' });
    const audit = { ...store.audit, knowsAnchor };
    const before = events.length;
    const job = startAuditJob({ clock, log, store: { jobs, audit }, exported });
    await vi.waitFor(() => expect(events.slice(before)).toContain('audit.marked'));
    await clock.pass(serverLimits.auditMarkMs);
    await vi.waitFor(() => expect(claimed).toHaveLength(knowsAnchor ? 1 : 2));
    await job.stop();
  }
  expect(claimed).toEqual(['audit check with anchor', 'audit check']);
});
