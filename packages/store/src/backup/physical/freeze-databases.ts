// Freezes the installations of a restored cluster in their rows, while the server of its recovery runs.
import type { Sql } from 'postgres';
import { connect, type DatabasePlace } from '../../database/connection.ts';
import { booleanOf, oneRow, textOf } from '../../database/row.ts';
import { backupStatementMs } from '../../limits.ts';
import { freezeRestored } from '../../upkeep/restored-rows.ts';
import { readRestored } from '../../upkeep/restored-setting.ts';

/** Freezes each database with tables of this program. */
export async function freezeDatabases(place: Extract<DatabasePlace, { readonly socketFolder: string }>): Promise<void> {
  const names = await withDatabase(place, async (sql) => {
    const rows = await sql`select datname from pg_database where datallowconn and not datistemplate`;
    return rows.map((row) => textOf(row, 'datname'));
  });
  for (const database of names) await withDatabase({ ...place, database }, freezeDatabase);
}

async function freezeDatabase(sql: Sql): Promise<void> {
  const row = oneRow(await sql`select to_regclass('public.schema_migrations') is not null as is_known`);
  if (!booleanOf(row, 'is_known')) return;
  await sql.begin(async (transaction) => {
    await transaction`select set_config('statement_timeout', ${String(backupStatementMs)}, true)`;
    await freezeRestored(transaction, { restored: await readRestored(transaction), now: null });
  });
}

async function withDatabase<Value>(place: DatabasePlace, work: (sql: Sql) => Promise<Value>): Promise<Value> {
  const sql = connect(place, { connections: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
