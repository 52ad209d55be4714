// What a restored database no longer accepts. A backup has credentials that were used, replaced or ended after it was made, and they must not work again.
import type { TransactionSql } from 'postgres';

/** Ends sessions, tickets, calls between nodes, states of links, one-time links and tokens, known devices, and the secret addresses of bots. */
export async function endCredentials(transaction: TransactionSql, now: number): Promise<void> {
  // A backup may have been made while a person was being moved to another database.
  await transaction`set local rondo.move = 'on'`;
  await transaction`update sessions set revoked_at = ${now} where revoked_at is null`;
  await transaction`delete from tickets`;
  await transaction`delete from key_calls`;
  await transaction`delete from oauth_states`;
  await transaction`delete from reset_links`;
  await transaction`delete from enrolments`;
  await transaction`delete from devices`;
  await transaction`delete from signal_hooks`;
}
