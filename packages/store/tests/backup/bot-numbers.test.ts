// Tests of the numbers of bots after a restore.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBackup, newBackupKeys, restoreBackup } from '@rondo/store';
import { createBot, silentLog, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';

let database: TestDatabase;
let folder: string;
const now = 1_767_225_600_000;
beforeAll(async () => {
  database = await startTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'rondo-numbers-'));
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a new bot after the confirmation of a restore has not the number of a bot that was created after the backup, and not that of an earlier restore', async () => {
  const source = await database.createUrl();
  const original = await database.openStore({ url: source });
  const { userId, accountId, botNumber: kept } = await createBot(original);
  const { identity: identities, recipient } = await newBackupKeys();
  const file = join(folder, 'numbers.age');
  await makeBackup({ databaseUrl: source, log: silentLog }, { file, recipients: [recipient], now });
  const further = { userId, accountId, instrumentId: 'BTC-USDT-SWAP', idempotencyKey: 'further' };
  const numbers = [kept, (await createBot(original, further)).botNumber];
  for (let count = 0; count < 2; count += 1) {
    const databaseUrl = await database.createBareUrl();
    await restoreBackup({ file, identities }, { databaseUrl, log: silentLog }, { now });
    const restored = await database.openStore({ url: databaseUrl });
    await restored.instances.confirm({ place: 'here', machine: 'here', now });
    numbers.push((await createBot(restored, further)).botNumber);
  }
  expect(new Set(numbers).size).toBe(4);
});
