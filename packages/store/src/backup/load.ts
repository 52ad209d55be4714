// Writes the entries of a backup into an empty database, in one transaction.
import type { Sql, TransactionSql } from 'postgres';
import { backupPauseMs, backupStatementMs } from '../limits.ts';
import { migrateTo } from '../database/migrations.ts';
import { booleanOf, integerOf, oneRow, textOf } from '../database/row.ts';
import { freezeRestored } from '../upkeep/restored-rows.ts';
import { BackupError } from './backup-error.ts';
import { parseCopyText, quoteName } from './copy-text.ts';
import type { BackupHeader, BackupManifest } from './manifest.ts';
import type { BackupContent, TableRows } from './read-backup.ts';

/**
 * Restores a backup. The restored installation is frozen, and all sessions, one-time links and secret addresses are ended. Throws BackupError `occupied` when the database has tables, and `newer` when the
 * backup has a migration that this program does not have. When an error occurs, the database is unchanged.
 */
export async function loadDatabase(
  sql: Sql,
  content: BackupContent,
  options: { readonly migrationsFolder: string; readonly now: number },
): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction.unsafe(
      `set local statement_timeout = ${backupStatementMs}; set local idle_in_transaction_session_timeout = ${backupPauseMs}`,
    );
    await refuseTables(transaction);
    const { header } = content;
    await migrateTo(transaction, header.migrations, options.migrationsFolder);
    await emptyTables(transaction, header);
    const types = await readTypes(transaction);
    const rows = content.rows();
    let next = await rows.next();
    for (; next.done !== true; next = await rows.next()) await insert(transaction, header, { ...next.value, types });
    await finish(transaction, next.value);
    await freezeRestored(transaction, { restored: null, now: options.now });
  });
  await sql`analyze`;
}

async function refuseTables(transaction: TransactionSql): Promise<void> {
  const row = oneRow(
    await transaction`select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  if (integerOf(row, 'tables') === 0) return;
  throw new BackupError(
    'occupied',
    'The database has tables already. Restore into a new data folder (RONDO_HOME) or into an empty database (DATABASE_URL). Nothing was changed.',
  );
}

/** Deletes the rows that migrations have inserted, because the backup has these rows. A statement that deletes from an append-only table fails even when the table is empty. */
async function emptyTables(transaction: TransactionSql, { tables }: BackupHeader): Promise<void> {
  for (const name of tables.map((table) => quoteName(table.name))) {
    const row = oneRow(await transaction.unsafe(`select exists (select 1 from ${name}) as has_rows`));
    if (booleanOf(row, 'has_rows')) await transaction.unsafe(`delete from ${name}`);
  }
}

/** Returns the types of all columns, by the name of the table and the name of the column. */
async function readTypes(transaction: TransactionSql): Promise<ReadonlyMap<string, string>> {
  const rows = await transaction`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`;
  return new Map(rows.map((row) => [textOf(row, 'name'), textOf(row, 'type')]));
}

/** Inserts rows. The driver waits for ever when `copy ... from stdin` fails, so the rows are the parameter of an insert. */
async function insert(
  transaction: TransactionSql,
  { tables }: BackupHeader,
  { table: name, body, types }: TableRows & { readonly types: ReadonlyMap<string, string> },
): Promise<void> {
  const columns = tables.find((table) => table.name === name)?.columns;
  if (columns === undefined)
    throw new BackupError('damaged', `The backup is damaged: its header does not name the table ${name}.`);
  const rows = parseCopyText(body.toString('utf8'));
  const values = columns.map((column, index) => {
    const type = types.get(`${name}.${column}`);
    if (type === undefined)
      throw new BackupError('damaged', `The backup is damaged: the table ${name} has no column ${column}.`);
    return `c${index}::${type}`;
  });
  const fields = columns.map((_column, index) => `c${index} text`);
  await transaction.unsafe(
    `insert into ${quoteName(name)} (${columns.map(quoteName).join(', ')}) overriding system value
     select ${values.join(', ')} from json_to_recordset($1::text::json) as r (${fields.join(', ')})`,
    [JSON.stringify(rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [`c${index}`, cell]))))],
  );
}

async function finish(transaction: TransactionSql, manifest: BackupManifest): Promise<void> {
  for (const { name, rows } of manifest.tables) {
    const row = oneRow(await transaction.unsafe(`select count(*)::int as rows from ${quoteName(name)}`));
    if (integerOf(row, 'rows') !== rows)
      throw new BackupError(
        'damaged',
        `The backup is damaged: ${rows} rows of ${name} were counted, and ${integerOf(row, 'rows')} were restored.`,
      );
  }
  for (const { name, last } of manifest.sequences)
    await transaction`select setval(${quoteName(name)}::regclass, ${last}::bigint)`;
}
