// The instance of the product. Its mark is a part of client order ids, and it belongs to one database. A copy of the database,
// for example a restored backup, has the mark of the original until somebody confirms the copy (decision 56).
import { randomInt } from 'node:crypto';
import type { Sql } from 'postgres';
import { booleanOf, oneRow, textOf } from '../database/row.ts';

/** An instance: its mark, and whether the mark was made or confirmed for this database. */
export interface InstanceRecord {
  readonly mark: string;
  readonly isConfirmed: boolean;
}

/** The instance of the installation. */
export interface Instances {
  /** Returns the instance. The first call for a database without a mark creates a mark for this database. */
  read(): Promise<InstanceRecord>;
  /** Gives the database a new mark and returns the instance. A running server uses it after its next start. */
  confirm(): Promise<InstanceRecord>;
}

const key = 'instance';
const markLength = 4;
const markCount = 36 ** markLength;

/** Returns the instance of a database. */
export function createInstances(sql: Sql): Instances {
  return {
    async read() {
      const home = await homeOf(sql);
      const value = JSON.stringify({ mark: newMark(), home });
      await sql`insert into settings (key, value) values (${key}, ${value}::text::jsonb) on conflict (key) do nothing`;
      const row = oneRow(
        await sql`select value->>'mark' as mark, value->>'home' as home from settings where key = ${key}`,
      );
      return { mark: textOf(row, 'mark'), isConfirmed: textOf(row, 'home') === home };
    },
    async confirm() {
      const mark = newMark();
      const value = JSON.stringify({ mark, home: await homeOf(sql) });
      await sql`insert into settings (key, value) values (${key}, ${value}::text::jsonb) on conflict (key) do update set value = excluded.value`;
      return { mark, isConfirmed: true };
    },
  };
}

/**
 * Returns the identity of the database: the identifier of the PostgreSQL cluster, and the number of the database in the
 * cluster. Without the right to read the identifier of the cluster, the identity has only the number.
 */
async function homeOf(sql: Sql): Promise<string> {
  const known = await sql`
    select oid::text as number, has_function_privilege('pg_control_system()', 'execute') as may_read from pg_database where datname = current_database()`;
  const row = oneRow(known);
  const number = textOf(row, 'number');
  if (!booleanOf(row, 'may_read')) return number;
  const cluster = oneRow(await sql`select system_identifier::text as id from pg_control_system()`);
  return `${textOf(cluster, 'id')}/${number}`;
}

function newMark(): string {
  return randomInt(markCount).toString(36).padStart(markLength, '0');
}
