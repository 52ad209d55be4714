// Small JSON values by key.
import type { Sql } from 'postgres';
import type { JsonValue, Settings } from '../store.ts';
import { oneRow, textOf } from '../database/row.ts';

/** The settings of a database. */
export function createSettings(sql: Sql): Settings {
  return {
    async get(key) {
      const rows = await sql`select value::text as value from settings where key = ${key}`;
      if (rows.length === 0) return null;
      const value: JsonValue = JSON.parse(textOf(oneRow(rows), 'value')); // jsonb holds nothing but JSON
      return value;
    },
    async set(key, value) {
      await sql`insert into settings (key, value) values (${key}, ${JSON.stringify(value)}::text::jsonb) on conflict (key) do update set value = excluded.value`;
    },
  };
}
