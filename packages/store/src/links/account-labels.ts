// The labels of exchange accounts that are linked with a key.
import type { Sql } from 'postgres';
import { oneRow, type Row } from '../database/row.ts';
import { accountLabels } from '../tables/links.ts';
import { allColumns, excludedOf, omitColumns, readerOf, valuesOf, type RecordOf } from '../tables/derive.ts';

const labelColumns = omitColumns(accountLabels, ['accountId']);

/** The labels of an account, which its owner sets, and the result of the last test of the account. `checkedAt` is in epoch ms. */
export type LabelRecord = Omit<RecordOf<typeof labelColumns>, 'tags'> & { readonly tags: readonly string[] };

/** The labels of accounts. */
export interface AccountLabels {
  find(accountId: string): Promise<LabelRecord | null>;
  /** Replaces all labels and the name of the account. */
  save(accountId: string, label: LabelRecord & { readonly name: string }): Promise<void>;
}

/** Returns the labels of a database. */
export function createAccountLabels(sql: Sql): AccountLabels {
  return {
    async find(accountId) {
      const rows = await sql`select * from account_labels where account_id = ${accountId}`;
      return rows.length === 0 ? null : labelOf(oneRow(rows));
    },
    async save(accountId, { name, ...label }) {
      await sql.begin(async (transaction) => {
        await transaction`update exchange_accounts set label = ${name} where id = ${accountId}`;
        const row = { ...label, accountId, tags: JSON.stringify(label.tags) };
        await transaction`
          insert into account_labels ${transaction(valuesOf(allColumns(accountLabels), row))}
          on conflict (account_id) do update set ${transaction.unsafe(excludedOf(labelColumns))}`;
      });
    },
  };
}

const readLabel = readerOf(labelColumns);

function labelOf(row: Row): LabelRecord {
  const { tags, ...label } = readLabel(row);
  const list: unknown = JSON.parse(tags);
  return { ...label, tags: Array.isArray(list) ? list.map(String) : [] };
}
