// Tests of the files of the access log, on a real disk with a virtual clock.
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createTestLog, createVirtualClock } from '@rondo/testkit';
import { expect, test, vi } from 'vitest';
import { tidyFiles } from '../../src/access/access-files.ts';
import { openAccessLog } from '../../src/access/access-log.ts';
import { serverLimits } from '../../src/limits.ts';
import { startWorld } from '../_world.ts';

const dayMs = 24 * 60 * 60_000;
const startAt = Date.parse('2026-01-31T23:59:59.500Z');
const line = { method: 'GET', route: '/api/my-bots', status: 200, ms: 3, from: '192.0.2.1', person: 'p1' };

async function newFolder(): Promise<string> {
  return path.join(await mkdtemp(path.join(tmpdir(), 'rondo-access-')), 'access');
}

test('each UTC day has a file that only its owner can read, an earlier day is compressed, and a file is deleted after a year', async () => {
  const folder = await newFolder();
  const clock = createVirtualClock(startAt);
  const { log, events } = createTestLog();
  const access = openAccessLog({ clock, log, folder });
  const written = async (): Promise<void> => {
    await vi.waitFor(() => expect(clock.waiting()).toBe(1));
    await clock.pass(serverLimits.accessFlushMs);
    await vi.waitFor(() => expect(clock.waiting()).toBe(1));
  };
  await vi.waitFor(() => expect(clock.waiting()).toBe(1));
  access.add(line);
  await written();
  expect(await readdir(folder)).toHaveLength(1);
  await writeFile(path.join(folder, 'notes.txt'), 'of the operator');
  access.add({ ...line, person: null });
  await written();
  const [first, second] = ['access-2026-01-31.jsonl.gz', 'access-2026-02-01.jsonl'];
  expect((await readdir(folder)).toSorted()).toEqual([first, second, 'notes.txt']);
  const modes = await Promise.all([folder, ...[first, second].map((name) => path.join(folder, name))].map(modeOf));
  expect(modes).toEqual([0o700, 0o600, 0o600]);
  expect(JSON.parse(gunzipSync(await readFile(path.join(folder, first))).toString())).toEqual({
    at: '2026-01-31T23:59:59.500Z',
    ...line,
  });
  expect(JSON.parse(await readFile(path.join(folder, second), 'utf8'))).toMatchObject({ person: null });

  await access.stop();
  for (const [days, names] of [
    [366, [first, `${second}.gz`, 'notes.txt']],
    [368, ['notes.txt']],
  ] as const) {
    const later = openAccessLog({ clock: createVirtualClock(startAt + days * dayMs), log, folder });
    await vi.waitFor(async () => expect((await readdir(folder)).toSorted()).toEqual(names));
    await later.stop();
  }
  expect(events).toEqual([]);
});

test('lines that are written after the compression of their day do not replace the compressed file', async () => {
  const folder = await newFolder();
  await mkdir(folder);
  const [compressed, late] = ['access-2026-01-30.jsonl.gz', 'access-2026-01-30.jsonl'];
  await writeFile(path.join(folder, compressed), gzipSync('first\n'));
  await writeFile(path.join(folder, late), 'late\n');
  await tidyFiles(folder, { today: '2026-01-31', keptFrom: '2025-01-31' });
  expect(gunzipSync(await readFile(path.join(folder, compressed))).toString()).toBe('first\n');
  expect(await readFile(path.join(folder, late), 'utf8')).toBe('late\n');
});

test('a disk that refuses lines is reported once, the lines wait in a bounded queue, and they are written later', async () => {
  const folder = await newFolder();
  await writeFile(folder, 'a file in the place of the folder');
  const clock = createVirtualClock(startAt);
  const { log, events } = createTestLog();
  const access = openAccessLog({ clock, log, folder });
  const written = async (): Promise<void> => {
    await vi.waitFor(() => expect(clock.waiting()).toBe(1));
    await clock.pass(serverLimits.accessFlushMs);
    await vi.waitFor(() => expect(clock.waiting()).toBe(1));
  };
  await vi.waitFor(() => expect(clock.waiting()).toBe(1));
  for (let call = 0; call < serverLimits.accessQueue + 2; call += 1) access.add(line);
  await written();
  await written();
  expect(events).toEqual(['access.failed']);
  await rm(folder);
  await access.stop();
  expect(events).toEqual(['access.failed', 'access.dropped']);
  // The day has ended meanwhile, so its file is compressed.
  const text = gunzipSync(await readFile(path.join(folder, 'access-2026-01-31.jsonl.gz'))).toString();
  expect(text.trimEnd().split('\n')).toHaveLength(serverLimits.accessQueue);
});

test('the server writes its calls with the person and without query and secrets, and no health checks', async () => {
  const folder = await newFolder();
  const world = await startWorld({ changes: { accessLogFolder: folder } });
  const token = await world.token('member');
  try {
    await world.api.inject({ url: '/api/bots/Canary-7391', headers: { authorization: `Bearer ${token}` } });
    await world.api.inject({ url: '/api/health/live' });
  } finally {
    await world.close();
  }
  const [name = ''] = await readdir(folder);
  const text = await readFile(path.join(folder, name), 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((row) => JSON.parse(row) as { route: string; person: string | null; status: number });
  expect(lines.find(({ status }) => status === 404)).toMatchObject({
    route: '/api/bots/:id',
    person: expect.any(String),
  });
  expect(lines.some(({ route }) => route.startsWith('/api/health'))).toBe(false);
  expect(text).not.toContain('Canary');
  expect(text).not.toContain(token);
});

async function modeOf(file: string): Promise<number> {
  return (await stat(file)).mode & 0o777;
}
