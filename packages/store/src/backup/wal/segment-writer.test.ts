// Tests of stored WAL: the files of a segment, and what another receiver finds after a kill.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { walPartFiles } from '../../limits.ts';
import { newBackupKeys } from '../age-keys.ts';
import { readChunks } from '../read-backup.ts';
import { createSegmentWriter } from './segment-writer.ts';
import { listSegments, nextPosition } from './wal-folder.ts';

const segmentBytes = 2 ** 16;
const first = '000000010000000000000000';
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rondo-wal-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const keys = newBackupKeys();
const wal = randomBytes(2 * segmentBytes);

/** Opens a writer at the position at which the folder continues. */
async function open() {
  const start = (await nextPosition(folder, segmentBytes)) ?? 0n;
  const parts = (await listSegments(folder, segmentBytes)).find((segment) => segment.start === start)?.parts ?? [];
  const { recipient } = await keys;
  return createSegmentWriter({ folder, recipients: [recipient], timeline: 1, segmentBytes, start, parts });
}

async function contentOf(name: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readChunks(join(folder, name), (await keys).identity)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('each flush stores the new bytes, and a complete segment is one file', async () => {
  const writer = await open();
  await writer.add(wal.subarray(0, 100));
  expect([writer.received(), writer.stored()]).toEqual([100n, 0n]);
  await writer.flush();
  await writer.flush();
  await writer.add(wal.subarray(100, 356));
  await writer.flush();
  expect(writer.stored()).toBe(356n);
  expect(await readdir(folder)).toEqual([`${first}.00000000-00000064.age`, `${first}.00000064-00000164.age`]);
  expect(await contentOf(`${first}.00000064-00000164.age`)).toEqual(wal.subarray(100, 356));
  await writer.add(wal.subarray(356, segmentBytes + 10));
  expect(await readdir(folder)).toEqual([`${first}.age`]);
  expect(writer.stored()).toBe(BigInt(segmentBytes));
  expect(await contentOf(`${first}.age`)).toEqual(wal.subarray(0, segmentBytes));
});

test('a receiver that follows a killed one receives the unfinished segment again, and removes the earlier parts when it has stored their bytes', async () => {
  const killed = await open();
  await killed.add(wal.subarray(0, 100));
  await killed.flush();
  await killed.add(wal.subarray(100, 200));
  await killed.flush();
  const next = await open();
  await next.add(wal.subarray(0, 150));
  await next.flush();
  // The bytes from 150 to 200 are still in a part of the killed receiver.
  expect(await readdir(folder)).toEqual([`${first}.00000000-00000096.age`, `${first}.00000064-000000C8.age`]);
  await next.add(wal.subarray(150, segmentBytes));
  expect(await nextPosition(folder, segmentBytes)).toBe(BigInt(segmentBytes));
  expect(await readdir(folder)).toEqual([`${first}.age`]);
});

test('many small parts become one', async () => {
  const writer = await open();
  for (let at = 0; at <= walPartFiles; at += 1) {
    await writer.add(wal.subarray(at, at + 1));
    await writer.flush();
  }
  expect(await readdir(folder)).toEqual([`${first}.00000000-00000041.age`]);
});
