// Tests of the tar format of backups, also with the program tar.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readTar, writeTar, type ArchiveEntry } from './tar.ts';

const entries: readonly ArchiveEntry[] = [
  { name: 'header.json', body: Buffer.from('{}') },
  { name: 'tables/users/0000000000.copy', body: Buffer.alloc(1_300, 'x') },
  { name: 'tables/empty/0000000000.copy', body: Buffer.alloc(0) },
  { name: 'full', body: Buffer.alloc(512, 'y') },
];

async function* each<Value>(values: readonly Value[]): AsyncGenerator<Value> {
  yield* values;
}

async function collect<Value>(values: AsyncIterable<Value>): Promise<readonly Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

const archive = async (): Promise<Buffer> => Buffer.concat(await collect(writeTar(each(entries))));
const read = (bytes: Buffer, maxBytes = 2_000, partBytes = 700) => {
  const parts = Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_none, index) =>
    bytes.subarray(index * partBytes, (index + 1) * partBytes),
  );
  return collect(readTar(each(parts), maxBytes));
};

test('an archive in parts of any size is read as the written entries', async () => {
  const bytes = await archive();
  for (const size of [1, 511, 512, 10_000]) expect(await read(bytes, 2_000, size)).toEqual(entries);
});

test('the program tar lists the entries with their sizes', async () => {
  const { stdout } = spawnSync('tar', ['-tvf', '-'], { input: await archive(), encoding: 'utf8' });
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/));
  expect(rows.map((row) => [row.at(-1), Number(row[2])])).toEqual(entries.map(({ name, body }) => [name, body.length]));
});

test('a cut archive, a changed header and an entry that is too long are refused', async () => {
  const bytes = await archive();
  await expect(read(bytes.subarray(0, 900))).rejects.toThrow('the file ends too early');
  const changed = Buffer.from(bytes);
  changed.write('j', 0);
  await expect(read(changed)).rejects.toThrow('a checksum of the archive is wrong');
  await expect(read(bytes, 1_000)).rejects.toThrow('the entry tables/users/0000000000.copy has 1300 bytes');
});
