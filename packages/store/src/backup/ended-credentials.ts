// What a restored database no longer accepts. A backup has credentials that were used, replaced or ended after it was made, and they must not work again.
import type { TransactionSql } from 'postgres';

/** The tables whose rows are credentials. The database of an older version does not have all of them. */
const credentialTables: readonly string[] = [
  'tickets',
  'key_calls',
  'oauth_states',
  'reset_links',
  'enrolments',
  'recovery_codes',
  'devices',
  'signal_hooks',
];

/**
 * Returns the statements that end sessions, tickets, calls between nodes, states of links, one-time links, tokens and recovery codes, known devices, and the secret addresses of bots, for
 * one transaction. `now` is in epoch ms, or null for the clock of the database.
 */
export function endStatements(now: number | null): readonly string[] {
  const at = now === null ? '(extract(epoch from clock_timestamp()) * 1000)::bigint' : String(now);
  const names = credentialTables.map((name) => `'${name}'`).join(', ');
  return [
    // A backup may have been made while a person was being moved to another database.
    "set local rondo.move = 'on'",
    `update public.sessions set revoked_at = ${at} where revoked_at is null`,
    `do $$ declare name text; begin foreach name in array array[${names}] loop
  if to_regclass('public.' || name) is not null then execute format('delete from public.%I', name); end if; end loop; end $$`,
  ];
}

/** Ends the credentials of a restored database. */
export async function endCredentials(transaction: TransactionSql, now: number): Promise<void> {
  for (const statement of endStatements(now)) await transaction.unsafe(statement);
}
