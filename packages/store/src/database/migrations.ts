// Migrates a database to the newest schema of this program. The migrations are numbered folders of SQL. Each migration is applied once, in the sequence of the
// numbers, under an advisory lock.
import type { Log } from '@rondo/engine/ports';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import type { Sql, TransactionSql } from 'postgres';
import {
  migrationAttempts,
  migrationLockMs,
  migrationPauseMs,
  migrationStatementMs,
  migrationTurnMs,
} from '../limits.ts';
import { BackupError } from '../backup/backup-error.ts';
import { isLockTimeout } from './connection.ts';
import { migrationLock } from './locks.ts';
import { booleanOf, integerOf, oneRow, textOf } from './row.ts';

/**
 * The folder with the migrations in the sources of this package. In a bundle, tools/bundle-options.mjs replaces `import.meta.url` by the address of the source file, so
 * this path stays correct.
 */
export const defaultMigrationsFolder: string = fileURLToPath(new URL('../../migrations', import.meta.url));

/**
 * Applies the missing migrations, each in its own transaction, and returns the names of the migrations that this call has applied. Several nodes can call this
 * function at the same time: each migration is applied by one of the nodes. Migrations of a newer program stay in the database when they allow this program.
 * Throws when the database needs a newer program, when the file of an applied migration has changed, when a number is missing, or when a check fails. A failed
 * migration is rolled back.
 */
export async function migrate(
  sql: Sql,
  log: Log,
  folder: string = defaultMigrationsFolder,
): Promise<readonly string[]> {
  const wanted = await readMigrations(folder);
  const done: string[] = [];
  for (;;) {
    const name = await applyWithRetries(sql, log, wanted);
    if (name === null) return done;
    done.push(name);
  }
}

/**
 * Applies exactly the migrations of another database to an empty database, in the transaction of the caller. Throws BackupError when this program does not have one of
 * the migrations.
 */
export async function migrateTo(
  transaction: TransactionSql,
  migrations: readonly { readonly name: string; readonly sha256: string }[],
  folder: string,
): Promise<void> {
  const wanted = await knownMigrations(migrations, folder);
  await createBookkeeping(transaction);
  for (const migration of wanted) await apply(transaction, migration);
}

/** Throws BackupError `newer` when this program does not have one of the migrations of a backup. */
export async function refuseOtherMigrations(
  migrations: readonly { readonly name: string; readonly sha256: string }[],
  folder: string,
): Promise<void> {
  await knownMigrations(migrations, folder);
}

async function knownMigrations(
  migrations: readonly { readonly name: string; readonly sha256: string }[],
  folder: string,
): Promise<readonly Migration[]> {
  const known = await readMigrations(folder);
  return migrations.map(({ name, sha256 }, index) => {
    const migration = known[index];
    if (migration === undefined)
      throw new BackupError(
        'newer',
        `The backup has migration ${name}, and this program ends with migration ${known.length}. Use the newer version.`,
      );
    if (migration.name !== name || migration.sha256 !== sha256)
      throw new BackupError(
        'newer',
        `The migration ${name} of the backup is not the migration ${migration.name} of this program. Use the version that made the backup.`,
      );
    return migration;
  });
}

/**
 * A statement of a migration can wait for a transaction of a running node, and every later statement on the table then waits behind the migration. The wait is
 * therefore short, and the migration is repeated after a pause.
 */
async function applyWithRetries(sql: Sql, log: Log, wanted: readonly Migration[]): Promise<string | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sql.begin((transaction) => applyNext(transaction, wanted));
    } catch (error) {
      if (!isLockTimeout(error) || attempt === migrationAttempts) throw error;
      log.write('warn', 'database.migration_waits', { attempt });
      await sql`select pg_sleep(${migrationPauseMs / 1_000})`;
    }
  }
}

/** Applies the first missing migration and returns its name. Returns null when no migration is missing. */
async function applyNext(transaction: TransactionSql, wanted: readonly Migration[]): Promise<string | null> {
  await transaction.unsafe(
    `set local client_min_messages = warning; set local statement_timeout = ${migrationStatementMs}; set local lock_timeout = ${migrationTurnMs}`,
  );
  await transaction`select pg_advisory_xact_lock(${migrationLock.space}, ${migrationLock.key})`;
  await createBookkeeping(transaction);
  const rows = await transaction`select name, sha256 from schema_migrations order by name`;
  const state = oneRow(await transaction`select min_program from schema_state`);
  const applied = new Map(rows.map((row) => [textOf(row, 'name'), textOf(row, 'sha256')]));
  refuseWrongDatabase(wanted, applied, integerOf(state, 'min_program'));
  const next = wanted.find(({ name }) => !applied.has(name));
  if (next === undefined) return null;
  await transaction.unsafe(`set local lock_timeout = ${migrationLockMs}`);
  await apply(transaction, next);
  return next.name;
}

async function createBookkeeping(transaction: TransactionSql): Promise<void> {
  await transaction`create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`;
  await transaction`create table if not exists schema_state (is_only boolean primary key default true check (is_only), min_program integer not null)`;
  await transaction`insert into schema_state (min_program) values (1) on conflict do nothing`;
}

async function apply(transaction: TransactionSql, { name, up, check, sha256 }: Migration): Promise<void> {
  await transaction.unsafe(up);
  const row = oneRow(await transaction.unsafe(check));
  if (!booleanOf(row, 'ok')) throw new Error(`Migration ${name} did not pass its own check.`);
  await transaction`insert into schema_migrations (name, sha256) values (${name}, ${sha256})`;
}

/** Throws when this program must not use the database. `minProgram` is the number of the newest migration that a program must have. */
function refuseWrongDatabase(
  wanted: readonly Migration[],
  applied: ReadonlyMap<string, string>,
  minProgram: number,
): void {
  const newest = wanted.length; // The numbers have no gaps.
  if (minProgram > newest)
    throw new Error(
      `The database is newer than this program: it needs a program with migration ${minProgram}, and this program ends with migration ${newest}. Start the newer version.`,
    );
  for (const [name, sha256] of applied) {
    const known = wanted.find((migration) => migration.name === name);
    if (known === undefined && numberOf(name) <= newest)
      throw new Error(`The database has migration ${name}, and this program has another migration with this number.`);
    if (known !== undefined && known.sha256 !== sha256)
      throw new Error(
        `Migration ${name} was changed after it was applied. Restore its file and add a new migration instead.`,
      );
  }
}

interface Migration {
  readonly name: string;
  readonly up: string;
  readonly check: string;
  readonly sha256: string;
}

async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+$/.test(name)).toSorted();
  if (names.length === 0) throw new Error(`The folder ${folder} has no migrations.`);
  const migrations: Migration[] = [];
  for (const [index, name] of names.entries()) {
    if (numberOf(name) !== index + 1)
      throw new Error(`The number of migration ${name} in ${folder} is not ${index + 1}.`);
    const up = await readFile(join(folder, name, 'up.sql'), 'utf8');
    const check = await readFile(join(folder, name, 'check.sql'), 'utf8');
    migrations.push({ name, up, check, sha256: createHash('sha256').update(up).digest('hex') });
  }
  return migrations;
}

/** Returns the number at the beginning of the name of a migration. */
function numberOf(name: string): number {
  return Number(name.slice(0, 4));
}
