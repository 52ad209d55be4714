// The rows of a second factor: recovery codes, each of which replaces the authenticator or the passkey once, and the end of the factor.
import { randomBytes } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { recoveryCodeBytes, recoveryCodeCount, totpSecretBytes } from '../limits.ts';
import { recoveryCodes } from '../tables/people.ts';
import { pickColumns, valuesOf } from '../tables/derive.ts';
import type { Seals } from '../secrets/seals.ts';
import { secondFactorPurpose } from '../secrets/sealing.ts';
import { tokenHash } from '../secrets/tokens.ts';
import { toBase32 } from '../secrets/totp.ts';

/** A change of a second factor in a transaction. */
export interface FactorChange {
  readonly transaction: TransactionSql;
  readonly seals: Seals;
}

/**
 * Locks the row of a person. Log-ins, changes of the second factor and links of accounts take this lock, so each of them sees the complete result of the others.
 */
export async function lockPerson(transaction: TransactionSql, userId: string): Promise<void> {
  await transaction`select 1 from users where id = ${userId} for update`;
}

/** Returns whether the second factor of a person is on. The caller has the lock of the person. */
export async function hasFactor(transaction: TransactionSql, userId: string): Promise<boolean> {
  const rows = await transaction`
    select 1 from second_factors where user_id = ${userId} and confirmed_at is not null`;
  return rows.length > 0;
}

/** Returns whether a person has a linked account with real money, so that the second factor must stay on. The caller has the lock of the person. */
export async function hasLiveAccount(transaction: TransactionSql, userId: string): Promise<boolean> {
  const rows = await transaction`
    select 1 from exchange_accounts where user_id = ${userId} and environment = 'live' and unlinked_at is null limit 1`;
  return rows.length > 0;
}

const newCodeColumns = pickColumns(recoveryCodes, ['userId', 'codeHash']);

/** Uses a recovery code. Returns false when the code is wrong or was used before. */
export async function useRecoveryCode(
  transaction: TransactionSql,
  { userId, code, now }: { readonly userId: string; readonly code: string; readonly now: number },
): Promise<boolean> {
  const { count } = await transaction`
    update recovery_codes set used_at = ${now} where user_id = ${userId} and code_hash = ${tokenHash(code)} and used_at is null`;
  return count === 1;
}

/** Replaces all recovery codes of a person. Returns the new codes. */
export async function replaceRecoveryCodes(transaction: TransactionSql, userId: string): Promise<readonly string[]> {
  await transaction`delete from recovery_codes where user_id = ${userId}`;
  const codes = Array.from({ length: recoveryCodeCount }, () => toBase32(randomBytes(recoveryCodeBytes)));
  for (const code of codes)
    await transaction`insert into recovery_codes ${transaction(valuesOf(newCodeColumns, { userId, codeHash: tokenHash(code) }))}`;
  return codes;
}

/** Returns a sealed secret that nobody knows, for a person without an authenticator. */
export async function unknownSecret({ transaction, seals }: FactorChange, userId: string): Promise<Buffer> {
  return seals.seal(secondFactorPurpose(userId), randomBytes(totpSecretBytes), transaction);
}

/** Turns the second factor off: removes authenticator, passkeys and recovery codes, and the proof of the second factor from every session. */
export async function endSecondFactor(transaction: TransactionSql, userId: string): Promise<void> {
  await transaction`delete from second_factors where user_id = ${userId}`;
  await transaction`update sessions set second_factor_at = null where user_id = ${userId}`;
}
