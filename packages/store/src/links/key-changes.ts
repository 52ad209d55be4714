// Replacements of trading keys. An account has at most one unfinished replacement. An unfinished replacement continues after a restart.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { maxRows } from '../limits.ts';
import { oneRow } from '../database/row.ts';
import { keyChanges } from '../tables/links.ts';
import { allColumns, readerOf, valuesOf, type RecordOf } from '../tables/derive.ts';

const columns = allColumns(keyChanges);

/** A replacement of a key. Times are epoch ms. */
export type KeyChange = RecordOf<typeof columns>;
/**
 * The progress of a replacement. `missing` means that the old key was deleted and a new key could not be created, so the account sends nothing to the exchange.
 */
export type KeyChangeStep = KeyChange['step'];

/** The replacements of keys. */
export interface KeyChanges {
  /** Begins a replacement. If the account already has an unfinished replacement, this replacement is returned and no new replacement begins. */
  begin(input: { readonly accountId: string; readonly userId: string; readonly now: number }): Promise<KeyChange>;
  setStep(id: string, step: KeyChangeStep, now: number): Promise<void>;
  /** Returns the unfinished replacement of an account or null. */
  open(accountId: string): Promise<KeyChange | null>;
  listOpen(userId: string): Promise<readonly KeyChange[]>;
}

const keyChangeOf = readerOf(columns);

/** Returns the key changes of a database. Source: reliability 4.6. */
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
