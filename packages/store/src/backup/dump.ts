// Reads a whole database as the entries of a backup, in one snapshot, while the program continues to write.
import { createHash } from 'node:crypto';
import type { ReservedSql, Sql } from 'postgres';
import { backupChunkBytes, backupLockMs, backupPauseMs, backupStatementMs } from '../limits.ts';
import { migrationLock } from '../database/locks.ts';
import { booleanOf, integerOf, oneRow, textOf, textOrNull } from '../database/row.ts';
import { BackupError } from './backup-error.ts';
import { copyLineExpression, quoteName } from './copy-text.ts';
import { documentOf } from './document.ts';
import {
  backupFormat,
  headerName,
  manifestName,
  type BackupHeader,
  type BackupManifest,
  type TableSum,
} from './manifest.ts';
import { orderTables } from './table-order.ts';
import type { ArchiveEntry } from './tar.ts';

/** The tables that the migrations fill. A restore applies the migrations and does not copy these tables. */
export const migrationTables: readonly string[] = ['schema_migrations', 'schema_state'];

/** Yields the entries of a backup. All tables are of one instant. Throws BackupError `noData` when the database was never used by this program, and the reason of `signal` when it is aborted. */
export async function* dumpDatabase(
  sql: Sql,
  { now, signal = new AbortController().signal }: { readonly now: number; readonly signal?: AbortSignal },
): AsyncGenerator<ArchiveEntry> {
  const session = await sql.reserve();
  try {
    // A migration that is being applied ends first. The next migration then waits for the locks of the tables.
    await session`select pg_advisory_lock_shared(${migrationLock.space}, ${migrationLock.key})`;
    await session.unsafe(`
      begin isolation level repeatable read read only;
      set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local extra_float_digits = 1;
      set local lock_timeout = ${backupLockMs}; set local statement_timeout = ${backupStatementMs};
      set local idle_in_transaction_session_timeout = ${backupPauseMs}`);
    const tables = await readTables(session);
    if (tables.length === 0)
      throw new BackupError('noData', 'The database has no tables of this program, so there is nothing to back up.');
    await session.unsafe(`lock table ${tables.map(({ name }) => quoteName(name)).join(', ')} in access share mode`);
    await session`select pg_advisory_unlock_shared(${migrationLock.space}, ${migrationLock.key})`;
    yield { name: headerName, body: documentOf(await readHeader(session, tables, now)) };
    const sums: TableSum[] = [];
    for (const table of tables) {
      const parts = dumpTable(session, table);
      let part = await parts.next();
      for (; part.done !== true; part = await parts.next()) {
        signal.throwIfAborted();
        yield part.value;
      }
      sums.push(part.value);
    }
    // Sequences do not belong to the snapshot. They are read after the rows, so each value is at least the largest id of a row.
    const manifest: BackupManifest = { tables: sums, sequences: await readSequences(session) };
    yield { name: manifestName, body: documentOf(manifest) };
  } finally {
    await session.unsafe('rollback; select pg_advisory_unlock_all()').catch(() => undefined); // A lost connection has no transaction and no lock.
    session.release();
  }
}

interface Table {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly isPlain: boolean }[];
}

async function readTables(session: ReservedSql): Promise<readonly Table[]> {
  const columns = await session`
    select c.relname as table_name, a.attname as name, t.typcategory in ('N', 'B', 'D') as is_plain
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`;
  const references = await session`
    select f.relname as "from", t.relname as "to" from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace`;
  const byTable = new Map<string, { readonly name: string; readonly isPlain: boolean }[]>();
  for (const row of columns) {
    const list = byTable.get(textOf(row, 'table_name')) ?? [];
    list.push({ name: textOf(row, 'name'), isPlain: booleanOf(row, 'is_plain') });
    byTable.set(textOf(row, 'table_name'), list);
  }
  if (!byTable.has('schema_migrations')) return [];
  const names = [...byTable.keys()].filter((name) => !migrationTables.includes(name));
  const pairs = references.map((row) => ({ from: textOf(row, 'from'), to: textOf(row, 'to') }));
  return orderTables(names, pairs).map((name) => ({ name, columns: byTable.get(name) ?? [] }));
}

async function readHeader(session: ReservedSql, tables: readonly Table[], now: number): Promise<BackupHeader> {
  const migrations = await session`select name, sha256 from schema_migrations order by name`;
  const about = oneRow(
    await session`
      select current_setting('server_version') as server,
        (select value->>'mark' from settings where key = 'instance') as mark, (select value->>'venue' from settings where key = 'instance') as venue`,
  );
  return {
    format: backupFormat,
    madeAt: now,
    server: textOf(about, 'server'),
    mark: textOrNull(about, 'mark'),
    venue: textOrNull(about, 'venue'),
    migrations: migrations.map((row) => ({ name: textOf(row, 'name'), sha256: textOf(row, 'sha256') })),
    tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
  };
}

/** Yields the rows of a table in entries of about `backupChunkBytes` bytes, and returns their sum. A range of pages is one query, so no row is in memory twice. */
async function* dumpTable(session: ReservedSql, { name, columns }: Table): AsyncGenerator<ArchiveEntry, TableSum> {
  const size = oneRow(
    await session`
      select (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as pages, pg_table_size(c.oid)::float8 as bytes
      from pg_class c where c.relname = ${name} and c.relnamespace = 'public'::regnamespace`,
  );
  const pages = integerOf(size, 'pages');
  const step = Math.max(1, Math.floor((pages * backupChunkBytes) / Math.max(1, Number(size['bytes']))));
  const query = `
    select count(*)::int as rows, coalesce(string_agg(line, ''), '') as lines
    from (select ${copyLineExpression(columns)} as line from ${quoteName(name)} where ctid >= $1::tid and ctid < $2::tid) selected`;
  const digest = createHash('sha256');
  let rows = 0;
  for (let page = 0; page < pages; page += step) {
    const part = oneRow(await session.unsafe(query, [`(${page},0)`, `(${page + step},0)`]));
    const count = integerOf(part, 'rows');
    if (count === 0) continue;
    const body = Buffer.from(textOf(part, 'lines'));
    digest.update(body);
    rows += count;
    yield { name: `tables/${name}/${String(page).padStart(10, '0')}.copy`, body };
  }
  return { name, rows, sha256: digest.digest('hex') };
}

async function readSequences(session: ReservedSql): Promise<BackupManifest['sequences']> {
  const rows = await session`
    select sequencename::text as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null order by 1`;
  return rows.map((row) => ({ name: textOf(row, 'name'), last: textOf(row, 'last') }));
}
