// Tests of writing a backup file: a full disk, and entries that fail.
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newBackupKeys } from './age-keys.ts';
import { fileError, writeSealed } from './write-backup.ts';
import { writeTar, type ArchiveEntry } from './tar.ts';

/** A device of Linux on which every write fails like on a full disk. */
const fullDevice = '/dev/full';

async function write(file: string, entries: () => AsyncGenerator<ArchiveEntry>): Promise<unknown> {
  const { recipient } = await newBackupKeys();
  const handle = await open(file, 'w');
  try {
    return await writeSealed(handle, [recipient], writeTar(entries())).catch((error: unknown) => error);
  } finally {
    await handle.close();
  }
}

test.skipIf(!existsSync(fullDevice))('a full disk ends the entries, and the error names the full disk', async () => {
  let isEnded = false;
  const error = await write(fullDevice, async function* () {
    try {
      for (;;) yield { name: 'part', body: randomBytes(100_000) };
    } finally {
      isEnded = true;
    }
  });
  expect(error).toMatchObject({ code: 'ENOSPC' });
  expect(isEnded).toBe(true);
  expect(fileError('one.age', error)).toMatchObject({
    kind: 'file',
    message: 'The disk is full, so one.age was not written. Free some space and start the backup again.',
  });
});

test('the error of the database is the error of the backup', async () => {
  const error = await write('/dev/null', async function* () {
    yield { name: 'part', body: randomBytes(100_000) };
    throw new Error('the connection was lost');
  });
  expect(error).toMatchObject({ message: 'the connection was lost' });
});
