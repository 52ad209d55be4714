// Tests of migrations: the migrations are applied completely, once, and in the sequence of their numbers. An applied migration must not change.
import { appendFile, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultMigrationsFolder, openStore } from '@rondo/store';
import { silentLog, startTestDatabase, testMasterKey, type TestDatabase } from '@rondo/testkit/database';
import { createBot, createUser, startAt } from '@rondo/testkit/database';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await startTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'rondo-migrations-'));
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

async function copyOfMigrations(name: string): Promise<string> {
  const copy = join(folder, name);
  await cp(defaultMigrationsFolder, copy, { recursive: true });
  return copy;
}

/** Adds a migration after the migrations of the project. Returns the names of all migrations, sorted by number. */
async function addMigration(copy: string, name: string, up: string): Promise<readonly string[]> {
  const own = (await readdir(copy)).toSorted();
  const added = `${String(own.length + 1).padStart(4, '0')}-${name}`;
  await mkdir(join(copy, added));
  await writeFile(join(copy, added, 'up.sql'), up);
  await writeFile(join(copy, added, 'check.sql'), 'select true as ok');
  return [...own, added];
}

const open = (url: string, migrationsFolder: string) =>
  openStore({ databaseUrl: url, masterKey: testMasterKey, log: silentLog, migrationsFolder });

test('three nodes that open the store at the same time apply each migration once, and the rows are kept when the store is opened again', async () => {
  const url = await database.createUrl();
  const copy = await copyOfMigrations('twice');
  const names = await addMigration(copy, 'more', 'create table more (id int)');
  const stores = await Promise.all([open(url, copy), open(url, copy), open(url, copy)]);
  const userId = await createUser(stores[0]);
  for (const store of stores) await store.close();
  const again = await open(url, copy);
  expect(await again.users.findById(userId)).not.toBeNull();
  await again.close();
  expect(await database.sql(url)`select name from schema_migrations order by name`).toEqual(
    names.map((name) => ({ name })),
  );
});

test('a migration that was changed after it was applied is refused', async () => {
  const url = await database.createUrl();
  const copy = await copyOfMigrations('changed');
  await appendFile(join(copy, '0001-init', 'up.sql'), '\n-- later thought\n');
  await expect(open(url, copy)).rejects.toThrow('0001-init was changed after it was applied');
});

test('a bot that was paused before holds existed is held by the grant after the migration, so a user with approval gets the bot back', async () => {
  const url = await database.createUrl();
  const older = await open(url, defaultMigrationsFolder);
  const ada = { email: 'ada@rondo.test', username: 'ada', name: 'Ada', passwordHash: '', hasGranted: true };
  const made = await older.users.create({ ...ada, now: startAt });
  if (!made.ok) throw new Error(made.refusal);
  const bot = await createBot(older, { userId: made.user.id });
  await older.close();
  await database.sql(url)`alter table bot_views drop column held_by`;
  await database.sql(url)`delete from schema_migrations where name = '0015-bot-holds'`;
  await database.sql(url)`
    insert into bot_views (bot_id, phase, status, round, cycles, current_step, is_last, position_size, realised_pnl, state, event_position, updated_at)
    values (${bot.id}, 'paused', 'active', 1, 0, 1, false, '0', '0', '{}', 1, ${startAt})`;
  const store = await open(url, defaultMigrationsFolder);
  expect(await store.bots.listHoldChanges([bot.accountId])).toMatchObject([{ by: 'grant', isHeld: false }]);
  // An earlier version also paused the bots of a revoked key with the one pause. The hold of the key begins before the other ends.
  await store.keyRevocations.order({ exchange: 'okx', reason: 'leak', now: startAt });
  expect(await store.bots.listHoldChanges([bot.accountId])).toMatchObject([
    { by: 'key', isHeld: true },
    { by: 'grant', isHeld: false },
  ]);
  await store.close();
});

test('a failing migration is rolled back completely', async () => {
  const url = await database.createUrl();
  const copy = await copyOfMigrations('failing');
  await addMigration(copy, 'broken', 'create table half (id int); select no_such_function();');
  await expect(open(url, copy)).rejects.toThrow('no_such_function');
  expect(await database.sql(url)`select tablename from pg_tables where tablename = 'half'`).toHaveLength(0);
});

test('a database that is newer than the program is refused', async () => {
  const url = await database.createUrl();
  const copy = await copyOfMigrations('newer');
  await addMigration(copy, 'future', 'select 1');
  await (await open(url, copy)).close();
  await expect(open(url, defaultMigrationsFolder)).rejects.toThrow('newer than this program');
});

test('the error for an unusable database names DATABASE_URL and does not contain the password', async () => {
  const nobody = open('postgres://someone:the-secret@127.0.0.1:1/none', defaultMigrationsFolder);
  await expect(nobody).rejects.toThrow(/^The database of DATABASE_URL cannot be used: .*ECONNREFUSED/);
  await expect(nobody).rejects.not.toThrow(/the-secret/);
  const other = (await database.createUrl()).replace(/\/\/\/\w+/, '///no_such_database');
  await expect(open(other, defaultMigrationsFolder)).rejects.toThrow(
    /DATABASE_URL .*"no_such_database" does not exist/,
  );
});
