// Tests that a backup moves an installation to another major version of PostgreSQL and back. The other version is the server of a Debian package.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeBackup, newBackupKeys, restoreBackup } from '@rondo/store';
import {
  createBot,
  otherMajor,
  ownMajor,
  silentLog,
  startOtherPostgres,
  startTestDatabase,
  type TestDatabase,
} from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const now = Date.UTC(2026, 0, 1);

const folder = mkdtempSync(path.join(tmpdir(), 'rondo-other-'));
let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(otherMajor === undefined)(
  'a backup of the embedded PostgreSQL is restored on an older major version, and its backup is restored on the embedded PostgreSQL',
  async () => {
    const other = await startOtherPostgres(folder);
    onTestFinished(() => other.stop());
    const url = await database.createUrl();
    const bot = await createBot(await database.openStore({ url }));
    const { identity, recipient } = await newBackupKeys();
    const move = async (from: string, to: string, name: string) => {
      const file = path.join(folder, name);
      await makeBackup({ databaseUrl: from, log: silentLog }, { file, recipients: [recipient], now });
      return restoreBackup({ file, identities: identity }, { databaseUrl: to, log: silentLog }, { now });
    };
    const there = await move(url, other.url, 'there.age');
    const back = await database.createBareUrl();
    const again = await move(other.url, back, 'back.age');
    expect([there.header.server.slice(0, 2), again.header.server.slice(0, 2)]).toEqual([ownMajor, otherMajor]);
    const sums = (tables: typeof there.tables) => tables.filter(({ name }) => name !== 'settings');
    expect(sums(again.tables)).toEqual(sums(there.tables));
    expect(await (await database.openStore({ url: back })).bots.find(bot.id)).toEqual(bot);
  },
);
