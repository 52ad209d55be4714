// Tests of migrations: the migrations are applied completely, once, and in the sequence of their numbers. An applied migration must not change.
import { appendFile, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenKey, defaultMigrationsFolder, openStore, type Store } from '@rondo/store';
import {
  orderRevocation,
  silentLog,
  startTestDatabase,
  testMasterKey,
  type TestDatabase,
} from '@rondo/testkit/database';
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
  openStore({
    databaseUrl: url,
    masterKey: givenKey(testMasterKey, 'the test key'),
    log: silentLog,
    migrationsFolder,
  });

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
  await orderRevocation(store, { reason: 'leak', now: startAt });
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

test('a program starts on a database with a newer migration that allows it, and a running store of this program continues', async () => {
  const url = await database.createUrl();
  const running = await open(url, defaultMigrationsFolder);
  const userId = await createUser(running);
  expect(await running.users.findById(userId)).not.toBeNull();
  const copy = await copyOfMigrations('expanded');
  await addMigration(copy, 'future', 'alter table users add column nickname text; create table later (id int)');
  await (await open(url, copy)).close();
  // The driver has prepared the statement of this store before the table got its new column.
  expect(await running.users.findById(userId)).not.toBeNull();
  await running.close();
  const restarted = await open(url, defaultMigrationsFolder);
  expect(await restarted.users.findById(userId)).not.toBeNull();
  expect(await createUser(restarted, 'bea@rondo.test')).not.toBe(userId);
  await restarted.close();
});

test('a database that needs a newer program refuses this program, and this program applies nothing', async () => {
  const url = await database.createUrl();
  const copy = await copyOfMigrations('contracted');
  const names = await addMigration(
    copy,
    'future',
    `update schema_state set min_program = ${(await readdir(copy)).length + 1}`,
  );
  await (await open(url, copy)).close();
  await expect(open(url, defaultMigrationsFolder)).rejects.toThrow(
    `newer than this program: it needs a program with migration ${names.length}`,
  );
});

test('a database with another migration of the same number is refused', async () => {
  const url = await database.createUrl();
  const copy = await copyOfMigrations('branch');
  const other = await copyOfMigrations('other-branch');
  await addMigration(copy, 'ours', 'create table ours (id int)');
  const theirs = await addMigration(other, 'theirs', 'create table theirs (id int)');
  await (await open(url, copy)).close();
  await expect(open(url, other)).rejects.toThrow('this program has another migration with this number');
  expect(await database.sql(url)`select tablename from pg_tables where tablename = 'theirs'`).toHaveLength(0);
  expect(theirs).not.toContain('ours');
});

test('a migration that waits for a long transaction lets other statements run between its attempts, and is applied after the transaction', async () => {
  const url = await database.createUrl();
  const running = await database.openStore({ url });
  const userId = await createUser(running);
  const copy = await copyOfMigrations('waiting');
  await addMigration(copy, 'column', 'alter table users add column nickname text');
  const sql = database.sql(url);
  const events: string[] = [];
  let end = (): void => undefined;
  const isOver = new Promise<void>((resolve) => (end = resolve));
  const log = {
    write(_: string, event: string): void {
      events.push(event);
      if (event === 'database.migration_waits') end();
    },
  };
  let opened: Promise<Store> | undefined;
  await sql.begin(async (transaction) => {
    await transaction`select 1 from users`;
    opened = openStore({
      databaseUrl: url,
      masterKey: givenKey(testMasterKey, 'the test key'),
      log,
      migrationsFolder: copy,
    });
    await Promise.race([isOver, opened]);
    expect(await running.users.findById(userId)).not.toBeNull();
  });
  await (await opened)?.close();
  expect(events.filter((event) => event.startsWith('database.'))).toEqual([
    'database.migration_waits',
    'database.migrated',
  ]);
  expect(await sql`select 1 from information_schema.columns where column_name = 'nickname'`).toHaveLength(1);
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
