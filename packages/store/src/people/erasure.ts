// Erases what identifies a person. The journal of the bots stays without a name.
import type { TransactionSql } from 'postgres';
import { removeHooks } from '../signals/signal-hooks.ts';
import type { AuditWriter } from './audit-writer.ts';

/** Removes the identity of the person, and ends accounts, consents and sessions. Records that the law requires stay without a name. Returns false when nobody has this id or the person was erased before. */
export async function eraseIdentity(
  { transaction, writer }: { readonly transaction: TransactionSql; readonly writer: AuditWriter },
  userId: string,
  now: number,
): Promise<boolean> {
  const { count } = await transaction`
    update users set email = ${`deleted-${userId}@deleted.invalid`}, username = ${`deleted-${userId}`}, name = '', password_hash = '',
      region = null, ref = null, last_login_at = null, has_granted = false, approval = 'revoked', deleted_at = ${now}
    where id = ${userId} and deleted_at is null`;
  if (count === 0) return false;
  // An erased person cannot delete a remaining key, so the open revocations end here with the outcome `remains`.
  await transaction`
    update key_revocations set step = 'ended', outcome = coalesce(outcome, 'remains'), settled_at = coalesce(settled_at, ${now})
    where step <> 'ended' and account_id in (select id from exchange_accounts where user_id = ${userId})`;
  // The accounts include accounts that were unlinked earlier, because their data still identifies the owner.
  const accounts = transaction`select id from exchange_accounts where user_id = ${userId}`;
  await transaction`delete from account_labels where account_id in (${accounts})`;
  await transaction`
    update exchange_accounts set unlinked_at = coalesce(unlinked_at, ${now}), uid = id, masked_key = '', label = '', unbound_reason = null, wrapped_key = null, sealed_api_key = null, sealed_secret_key = null, sealed_passphrase = null
    where user_id = ${userId}`;
  await transaction`
    update consents set ended_at = coalesce(ended_at, ${now}), uid = null, wrapped_key = null, sealed_access_token = null, sealed_refresh_token = null
    where user_id = ${userId}`;
  await transaction`delete from unreadable_rows where account_id in (${accounts})`;
  await transaction`delete from account_states where account_id in (${accounts})`;
  await transaction`delete from account_watches where account_id in (${accounts})`;
  await transaction`update bots set name = '' where user_id = ${userId}`;
  await transaction`update simulated_history set name = '' where user_id = ${userId}`;
  await removeHooks(transaction, userId);
  await transaction`delete from enrolments where user_id = ${userId}`;
  await transaction`delete from sessions where user_id = ${userId}`;
  await transaction`delete from open_sockets where user_id = ${userId}`;
  await transaction`delete from devices where user_id = ${userId}`;
  await transaction`delete from second_factors where user_id = ${userId}`;
  await transaction`delete from testimonial_consents where user_id = ${userId}`;
  await transaction`delete from reset_links where user_id = ${userId}`;
  await transaction`delete from login_records where user_id = ${userId}`;
  await writer.eraseReasons(transaction, userId);
  return true;
}
