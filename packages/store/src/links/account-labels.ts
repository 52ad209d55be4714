// Labels of exchange accounts that are linked with a key.
import type { Sql } from 'postgres';
import type { AccountLabels, LabelRecord } from '../people/person-records.ts';
import { booleanOf, integerOrNull, oneRow, textOf, wordOf, type Row } from '../database/row.ts';

/** The labels of a database. */
export function createAccountLabels(sql: Sql): AccountLabels {
  return {
    async find(accountId) {
      const rows = await sql`select * from account_labels where account_id = ${accountId}`;
      return rows.length === 0 ? null : labelOf(oneRow(rows));
    },
    async save(accountId, { name, ...label }) {
      await sql.begin(async (transaction) => {
        await transaction`update exchange_accounts set label = ${name} where id = ${accountId}`;
        await transaction`
          insert into account_labels (account_id, is_testnet, may_read, may_trade, tags, description, status, checked_at)
          values (${accountId}, ${label.isTestnet}, ${label.mayRead}, ${label.mayTrade}, ${JSON.stringify(label.tags)}, ${label.description}, ${label.status}, ${label.checkedAt})
          on conflict (account_id) do update set is_testnet = excluded.is_testnet, may_read = excluded.may_read, may_trade = excluded.may_trade,
            tags = excluded.tags, description = excluded.description, status = excluded.status, checked_at = excluded.checked_at`;
      });
    },
  };
}

function labelOf(row: Row): LabelRecord {
  const tags: unknown = JSON.parse(textOf(row, 'tags'));
  return {
    isTestnet: booleanOf(row, 'is_testnet'),
    mayRead: booleanOf(row, 'may_read'),
    mayTrade: booleanOf(row, 'may_trade'),
    tags: Array.isArray(tags) ? tags.map(String) : [],
    description: textOf(row, 'description'),
    status: wordOf(row, 'status', ['unchecked', 'connected', 'failed']),
    checkedAt: integerOrNull(row, 'checked_at'),
  };
}
