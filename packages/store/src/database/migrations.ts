// Migrates a database to the newest schema. The migrations are numbered folders of SQL. Each migration is applied once, in the sequence of the numbers, under
// an advisory lock.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { migrationLock } from './locks.ts';
import { oneRow, textOf, booleanOf } from './row.ts';

/**
 * The folder with the migrations in the sources of this package. In a bundle, tools/bundle.mjs replaces `import.meta.url` by the address of the source file, so
 * this path stays correct.
 */
export const defaultMigrationsFolder: string = fileURLToPath(new URL('../../migrations', import.meta.url));

/**
 * Applies the missing migrations and returns their names. When two nodes start together, one node waits for the other node. Throws when the file of an
 * applied migration has changed, when a number is missing, or when a check fails. A failed migration is rolled back.
 */
export async function migrate(sql: Sql, folder: string = defaultMigrationsFolder): Promise<readonly string[]> {
  const wanted = await readMigrations(folder);
  return sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${migrationLock.space}, ${migrationLock.key})`;
    await transaction`set local client_min_messages = warning`;
    await transaction`create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`;
    const rows = await transaction`select name, sha256 from schema_migrations order by name`;
    const applied = new Map(rows.map((row) => [textOf(row, 'name'), textOf(row, 'sha256')]));
    const newest = [...applied.keys()].at(-1);
    if (newest !== undefined && !wanted.some((migration) => migration.name === newest)) {
      throw new Error(`The database is newer than this program: it has migration ${newest}. Start the newer version.`);
    }
    const done: string[] = [];
    for (const migration of wanted) {
      const known = applied.get(migration.name);
      if (known === migration.sha256) continue;
      if (known !== undefined)
        throw new Error(
          `Migration ${migration.name} was changed after it was applied. Restore its file and add a new migration instead.`,
        );
      await transaction.unsafe(migration.up);
      const row = oneRow(await transaction.unsafe(migration.check));
      if (!booleanOf(row, 'ok')) throw new Error(`Migration ${migration.name} did not pass its own check.`);
      await transaction`insert into schema_migrations (name, sha256) values (${migration.name}, ${migration.sha256})`;
      done.push(migration.name);
    }
    return done;
  });
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
    if (Number(name.slice(0, 4)) !== index + 1)
      throw new Error(`The number of migration ${name} in ${folder} is not ${index + 1}.`);
    const up = await readFile(join(folder, name, 'up.sql'), 'utf8');
    const check = await readFile(join(folder, name, 'check.sql'), 'utf8');
    migrations.push({ name, up, check, sha256: createHash('sha256').update(up).digest('hex') });
  }
  return migrations;
}
