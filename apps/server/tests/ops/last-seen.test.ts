// Tests that a server notices an older copy of its database at the same place, and no other change of it.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serverPlace } from '@rondo/store';
import { createVirtualClock } from '@rondo/testkit';
import { silentLog, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { serverLimits } from '../../src/limits.ts';
import { enterInstallation } from '../../src/ops/installation.ts';
import { testConfig, until } from '../_world.ts';

let database: TestDatabase;
let folder: string;
let url: string;
beforeAll(async () => {
  database = await startTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'rondo-seen-'));
});
beforeEach(async () => {
  url = await database.createUrl();
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true });
});

/** Starts a server of a live venue in a data folder, and lets it look at the database. */
async function start(home: string) {
  const store = await database.openStore({ url });
  const clock = createVirtualClock(0);
  const config = { ...testConfig(url), venue: 'okx' as const, homeFolder: path.join(folder, home) };
  const installation = await enterInstallation({ config, instances: store.instances, clock, log: silentLog });
  const frozen = installation.frozen();
  const step = installation.keepLastSeen();
  const rested = () => until(async () => clock.waiting() === 1, 'the server has looked at the database');
  await rested();
  return {
    frozen,
    installation,
    store,
    async look() {
      await clock.runUntil(clock.now() + serverLimits.lastSeenMs);
      await rested();
    },
    async end() {
      await step.close();
      await store.close();
    },
  };
}

/** Starts a server, ends it, and returns why it was frozen. */
async function reasonOf(home: string): Promise<string | null> {
  const server = await start(home);
  await server.end();
  return server.frozen;
}

/** Confirms the database for a data folder, as `rondo restore confirm` does. */
async function confirm(home: string): Promise<void> {
  const store = await database.openStore({ url });
  const here = await serverPlace(path.join(folder, home), { isEmbedded: false });
  await store.instances.confirm({ ...here, now: 1 });
  await store.close();
}

/** Returns a function that gives the database its present row of the instance back, as a copy of the database has it. */
async function copyRow(): Promise<() => Promise<unknown>> {
  const sql = database.sql(url);
  const [row] = await sql<{ value: string }[]>`select value::text as value from settings where key = 'instance'`;
  return () => sql`update settings set value = ${row?.value ?? ''}::text::jsonb where key = 'instance'`;
}

test('a server that starts on an older copy of its database is frozen, and so is every other server of it until the confirmation', async () => {
  const home = 'older';
  expect(await reasonOf(home)).toBeNull();
  const goBack = await copyRow();
  const server = await start(home);
  await server.look();
  await server.end();
  await goBack();
  expect([await reasonOf(home), await reasonOf(home), await reasonOf('another')]).toEqual([
    'commits',
    'commits',
    'commits',
  ]);
  await confirm(home);
  expect([await reasonOf(home), await reasonOf(home)]).toEqual([null, null]);
});

test('a server that runs while its database is replaced by an older copy freezes', async () => {
  const server = await start('running');
  const goBack = await copyRow();
  await server.look();
  expect(server.installation.frozen()).toBeNull();
  await goBack();
  await server.look();
  expect(server.installation.frozen()).toBe('commits');
  await server.end();
  expect(await reasonOf('running')).toBe('commits');
});

test('a restart, an end after the commit and before the file, a lost file and several servers freeze nothing', async () => {
  const [one, two] = [await start('one'), await start('two')];
  for (let round = 0; round < 3; round += 1) {
    await one.look();
    await two.look();
  }
  await one.end();
  await two.end();
  expect([await reasonOf('one'), await reasonOf('two'), await reasonOf('one')]).toEqual([null, null, null]);
  // A server that ends after its commit has written no file for this commit.
  const store = await database.openStore({ url });
  await store.instances.see();
  await store.close();
  expect(await reasonOf('two')).toBeNull();
  await rm(path.join(folder, 'one', 'last-seen.json'));
  expect(await reasonOf('one')).toBeNull();
});

test('another database in the same data folder, and a confirmation of a restored database, begin a new history', async () => {
  const home = 'shared';
  const first = await start(home);
  for (let round = 0; round < 3; round += 1) await first.look();
  await first.end();
  const file = () => readFile(path.join(folder, home, 'last-seen.json'), 'utf8').then((text) => JSON.parse(text));
  expect(await file()).toMatchObject({ count: 4 });
  const firstUrl = url;
  url = await database.createUrl();
  expect([await reasonOf(home), (await file()).count]).toEqual([null, 1]);
  url = firstUrl;
  expect([await reasonOf(home), (await file()).count]).toEqual([null, 5]);
  // A logical restore gives the row of the backup the home of a restored database.
  await database.sql(url)`
    update settings set value = value || '{"home": "backup", "seen": 1}' where key = 'instance'`;
  expect(await reasonOf(home)).toBe('backup');
  await confirm(home);
  expect([await reasonOf(home), await reasonOf(home)]).toEqual([null, null]);
});
