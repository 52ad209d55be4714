// Tests of the WAL that a restore takes from a folder: a missing file is refused before anything is written.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newBackupKeys } from '../age-keys.ts';
import { physicalFormat, type PhysicalHeader } from '../physical/physical-header.ts';
import { findWal } from './recovery-wal.ts';
import { createSegmentWriter } from './segment-writer.ts';
import { writeSource } from './wal-folder.ts';

const segmentBytes = 2 ** 16;
const system = { system: '7', timeline: 1, segmentBytes, restored: null, timelineStart: null };
const header: PhysicalHeader = {
  format: physicalFormat,
  madeAt: 0,
  server: '18.0',
  mark: null,
  venue: null,
  migrations: [],
  isEmbedded: true,
  major: 18,
  startLsn: '0/10',
  ...system,
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rondo-wal-'));
  await writeSource(folder, system);
  const { recipient } = await newBackupKeys();
  const writer = createSegmentWriter({
    folder,
    recipients: [recipient],
    timeline: 1,
    segmentBytes,
    start: 0n,
    parts: [],
  });
  for (const bytes of [2 * segmentBytes + 256, 256, 256]) {
    await writer.add(Buffer.alloc(bytes));
    await writer.flush();
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const find = (endLsn = 100n) => findWal(folder, { way: 'physical', header, files: 0, bytes: 0, endLsn });

test('the WAL of a restore is the segments from the end of the backup on', async () => {
  const { segments } = await find(BigInt(segmentBytes) + 1n);
  expect(segments.map(({ start, bytes, parts }) => [Number(start), bytes, parts.length])).toEqual([
    [segmentBytes, segmentBytes, 1],
    [2 * segmentBytes, 768, 3],
  ]);
});

test.each([
  ['000000010000000000000000.age', 'begins at 0/10000, and the backup ends at 0/64'],
  ['000000010000000000000001.age', 'The WAL segment 000000010000000000000001 is missing'],
  ['000000010000000000000002.00000000-00000100.age', 'A part of the WAL segment 000000010000000000000002 before'],
  ['000000010000000000000002.00000100-00000200.age', 'A part of the WAL segment 000000010000000000000002 before'],
])('without %s nothing is restored', async (name, sentence) => {
  expect(await readdir(folder)).toContain(name);
  await rm(join(folder, name));
  await expect(find()).rejects.toThrow(sentence);
});

test('a later segment cannot follow the parts of an unfinished one', async () => {
  const { recipient } = await newBackupKeys();
  const start = BigInt(3 * segmentBytes);
  const writer = createSegmentWriter({ folder, recipients: [recipient], timeline: 1, segmentBytes, start, parts: [] });
  await writer.add(Buffer.alloc(8));
  await writer.flush();
  await expect(find()).rejects.toThrow('The end of the WAL segment 000000010000000000000002 is missing');
});

test.each([{ restored: 'a' }, { timelineStart: '0/100' }, { timeline: 2 }, { system: '8' }])(
  'the WAL of another copy of the cluster is refused (%j)',
  async (difference) => {
    await writeSource(folder, { ...system, ...difference });
    await expect(find()).rejects.toThrow('of another timeline or of another restore than the backup');
  },
);

test('WAL that ends before the backup is refused', async () => {
  await expect(find(BigInt(2 * segmentBytes + 769))).rejects.toThrow('has no WAL that was written after the backup');
});
