// Replacements of trading keys, at most one unfinished per account. An unfinished replacement continues after a restart.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { maxRows } from '../limits.ts';
import { oneRow } from '../database/row.ts';
import { keyChanges } from '../tables/links.ts';
import { allColumns, readerOf, valuesOf, type RecordOf } from '../tables/derive.ts';

const columns = allColumns(keyChanges);

/** A replacement of a key. Instants are epoch ms. */
export type KeyChange = RecordOf<typeof columns>;
/** The step of a replacement. `missing`: the old key was deleted and no new key could be created, so the account remains blocked by the gate. */
export type KeyChangeStep = KeyChange['step'];

/** The replacements of keys. */
export interface KeyChanges {
  /** Begins a replacement, or returns the unfinished one. */
  begin(input: { readonly accountId: string; readonly userId: string; readonly now: number }): Promise<KeyChange>;
  setStep(id: string, step: KeyChangeStep, now: number): Promise<void>;
  /** The unfinished replacement of an account, or null. */
  open(accountId: string): Promise<KeyChange | null>;
  listOpen(userId: string): Promise<readonly KeyChange[]>;
}

const keyChangeOf = readerOf(columns);

/** The key changes of a database. Source: reliability 4.6. */
export function createKeyChanges(sql: Sql): KeyChanges {
  return {
    async begin({ accountId, userId, now }) {
      const row = { id: randomUUID(), accountId, userId, step: 'gated', startedAt: now, updatedAt: now } as const;
      await sql`
        insert into key_changes ${sql(valuesOf(columns, row))}
        on conflict (account_id) where step not in ('done', 'abandoned') do nothing`;
      return keyChangeOf(
        oneRow(
          await sql`select * from key_changes where account_id = ${accountId} and step not in ('done', 'abandoned')`,
        ),
      );
    },
    async setStep(id, step, now) {
      await sql`update key_changes set step = ${step}, updated_at = ${now} where id = ${id}`;
    },
    async open(accountId) {
      const rows =
        await sql`select * from key_changes where account_id = ${accountId} and step not in ('done', 'abandoned')`;
      return rows.length === 0 ? null : keyChangeOf(oneRow(rows));
    },
    async listOpen(userId) {
      const rows =
        await sql`select * from key_changes where user_id = ${userId} and step not in ('done', 'abandoned') order by started_at limit ${maxRows}`;
      return rows.map(keyChangeOf);
    },
  };
}
