// Replacements of trading keys, one at a time per account; an unfinished one is found again after a restart.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { maxRows } from '../limits.ts';
import type { KeyChange, KeyChanges } from './link-records.ts';
import { integerOf, oneRow, textOf, wordOf, type Row } from '../database/row.ts';

/** The key changes of a database. Source: reliability 4.6. */
export function createKeyChanges(sql: Sql): KeyChanges {
  return {
    async begin({ accountId, userId, now }) {
      await sql`
        insert into key_changes (id, account_id, user_id, step, started_at, updated_at)
        values (${randomUUID()}, ${accountId}, ${userId}, 'gated', ${now}, ${now})
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

function keyChangeOf(row: Row): KeyChange {
  return {
    id: textOf(row, 'id'),
    accountId: textOf(row, 'account_id'),
    userId: textOf(row, 'user_id'),
    step: wordOf(row, 'step', ['gated', 'deleting', 'creating', 'missing', 'done', 'abandoned']),
    startedAt: integerOf(row, 'started_at'),
    updatedAt: integerOf(row, 'updated_at'),
  };
}
