// The batches of a purge. Each batch is a transaction of its own, so it is short, and the next purge continues after a purge that was killed.
import type { Sql, TransactionSql } from 'postgres';
import { purgeBatchRows } from '../limits.ts';

/** The number of rows that a statement has removed. */
interface Removed {
  readonly count: number;
}

/** Lets the rest of a transaction delete rows of append-only tables. */
export async function allowPurge(transaction: TransactionSql): Promise<void> {
  await transaction`set local rondo.purge = 'on'`;
}

/** Repeats a statement that removes at most `purgeBatchRows` rows until it removes fewer rows. Returns the number of all removed rows. */
export async function removeInBatches(remove: () => PromiseLike<Removed>): Promise<number> {
  let removed = 0;
  for (;;) {
    const { count } = await remove();
    removed += count;
    if (count < purgeBatchRows) return removed;
  }
}

/** Repeats a statement of append-only tables like `removeInBatches`. */
export function purgeInBatches(
  sql: Sql,
  remove: (transaction: TransactionSql) => PromiseLike<Removed>,
): Promise<number> {
  return removeInBatches(() =>
    sql.begin(async (transaction) => {
      await allowPurge(transaction);
      const { count } = await remove(transaction);
      return { count };
    }),
  );
}
