// Tests that the table definitions match the migrated database: every table and column, with type and nullability.
import { getTableColumns, getTableName } from 'drizzle-orm';
import { pgTable, type PgTable } from 'drizzle-orm/pg-core';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as bots from '../../src/tables/bots.ts';
import { count, text } from '../../src/tables/columns.ts';
import { columnList, omitColumns, readerOf, recordsetOf, valuesOf } from '../../src/tables/derive.ts';
import * as journal from '../../src/tables/journal.ts';
import * as links from '../../src/tables/links.ts';
import * as moves from '../../src/tables/moves.ts';
import * as people from '../../src/tables/people.ts';
import * as sessions from '../../src/tables/sessions.ts';
import * as signals from '../../src/tables/signals.ts';
import * as upkeep from '../../src/tables/upkeep.ts';

const tables: readonly PgTable[] = [bots, journal, links, moves, people, sessions, signals, upkeep].flatMap((room) =>
  Object.values(room),
);

let database: TestDatabase;
let stored: readonly string[];

beforeAll(async () => {
  database = await startTestDatabase();
  const rows = await database.sql(await database.createUrl())`
    select table_name, column_name, data_type, is_nullable from information_schema.columns
    where table_schema = 'public' and table_name not in ('schema_migrations', 'schema_state') order by table_name, column_name`;
  stored = rows.map((row) => `${row['table_name']}.${row['column_name']} ${row['data_type']} ${row['is_nullable']}`);
});
afterAll(() => database.stop());

function defined(list: readonly PgTable[]): readonly string[] {
  const lines = list.flatMap((table) =>
    Object.values(getTableColumns(table)).map(
      (column) => `${getTableName(table)}.${column.name} ${column.getSQLType()} ${column.notNull ? 'NO' : 'YES'}`,
    ),
  );
  return lines.toSorted();
}

test('the table definitions have exactly the columns of the migrated database, with equal types and nullability', () => {
  expect(stored.length).toBeGreaterThan(150);
  expect(defined(tables)).toEqual([...stored].toSorted());
});

test.each([
  ['a missing column', pgTable('job_runs', { name: text('name').notNull() })],
  [
    'a column with another type',
    pgTable('job_runs', { name: text('name').notNull(), startedAt: count('started_at').notNull() }),
  ],
  ['a column with another nullability', pgTable('job_runs', { name: text('name') })],
])('the comparison with the migrated database finds %s', (_, changed) => {
  const others = tables.filter((table) => getTableName(table) !== 'job_runs');
  expect(defined([...others, changed])).not.toEqual([...stored].toSorted());
});

test('the insert list, the recordset, the values and the reader of a table are derived from its definition', () => {
  const columns = omitColumns(journal.journalCursors, ['accountId']);
  expect(columnList(columns)).toBe('kind, bill_id');
  expect(columnList(columns, { table: 'c', prefix: 'cursor_' })).toBe(
    'c.kind as cursor_kind, c.bill_id as cursor_bill_id',
  );
  expect(recordsetOf(columns)).toBe('kind text, bill_id text');
  expect(valuesOf(columns, { kind: 'fill', billId: '7' })).toEqual({ kind: 'fill', bill_id: '7' });
  expect(readerOf(columns)({ kind: 'fill', bill_id: '7' })).toEqual({ kind: 'fill', billId: '7' });
});

test('the reader refuses a wrong type and a null in a not-null column, and the error names the column', () => {
  const read = readerOf(omitColumns(journal.journalCursors, ['accountId']));
  expect(() => read({ kind: 'order', bill_id: '7' })).toThrow('column kind is not fill | bill');
  expect(() => read({ kind: 'fill', bill_id: 7 })).toThrow('column bill_id is not text: its type is number');
  expect(() => read({ kind: 'fill', bill_id: null })).toThrow('column bill_id is not text: its type is null');
});
