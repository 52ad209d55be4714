// The digest by which the table `moved_accounts` knows an exchange account that was moved to another database.
import type { Sql, TransactionSql } from 'postgres';

/** Returns the digest of a row of `exchange_accounts` as an SQL expression: SHA-256 of exchange, environment and uid. */
export function accountDigest(sql: Sql | TransactionSql) {
  return sql`encode(sha256(convert_to(concat_ws(' ', exchange, environment, uid), 'UTF8')), 'hex')`;
}
