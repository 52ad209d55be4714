// The settings of the installation: small JSON values by key.
import type { Sql } from 'postgres';
import { oneRow, textOf } from '../database/row.ts';

/** A JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** The settings of the installation. */
export interface InstallationSettings {
  /** Returns the value. Returns null when the key has no value. */
  get(key: string): Promise<JsonValue | null>;
  set(key: string, value: JsonValue): Promise<void>;
}

/** Returns the settings of a database. */
export function createSettings(sql: Sql): InstallationSettings {
  return {
    async get(key) {
      const rows = await sql`select value::text as value from settings where key = ${key}`;
      if (rows.length === 0) return null;
      const value: JsonValue = JSON.parse(textOf(oneRow(rows), 'value')); // A jsonb column contains only JSON.
      return value;
    },
    async set(key, value) {
      await sql`insert into settings (key, value) values (${key}, ${JSON.stringify(value)}::text::jsonb) on conflict (key) do update set value = excluded.value`;
    },
  };
}
