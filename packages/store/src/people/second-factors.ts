// Second factors: the sealed secret of an authenticator, single-use recovery codes, and whether passkeys are the only factor.
import { randomBytes } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { maxWrongCodes, totpSecretBytes } from '../limits.ts';
import { booleanOf, integerOf, integerOrNull, oneRow } from '../database/row.ts';
import type { StoreResult } from '../result.ts';
import { secondFactors } from '../tables/people.ts';
import { allColumns, pickColumns, readerOf, valuesOf } from '../tables/derive.ts';
import { secondFactorPurpose } from '../secrets/sealing.ts';
import type { Seals } from '../secrets/seals.ts';
import { matchTotp, toBase32 } from '../secrets/totp.ts';
import {
  endSecondFactor,
  hasLiveAccount,
  lockPerson,
  replaceRecoveryCodes,
  unknownSecret,
  useRecoveryCode,
  type FactorChange,
} from './factor-rows.ts';

/** The result of a check. `ended` means that after `maxWrongCodes` wrong codes in a row no code of an authenticator is checked. */
export type CodeResult = 'right' | 'wrong' | 'ended';

/** An active second factor. It has an authenticator, passkeys or both. */
export interface FactorStatus {
  readonly recoveryCodesLeft: number;
  readonly hasAuthenticator: boolean;
  readonly passkeys: number;
}

/** The second factors. A code is a code of six digits from an authenticator, or a recovery code. Each code can be used once. */
export interface SecondFactors {
  /** Returns the active second factor, or null when the person has none. */
  status(userId: string): Promise<FactorStatus | null>;
  /** Returns a new secret in base32. The authenticator becomes active when `confirm` succeeds. */
  begin(userId: string): Promise<StoreResult<{ readonly secret: string }, 'already_on'>>;
  /** Makes the authenticator active. Returns recovery codes when the second factor was off before, and no codes when the person has passkeys already. */
  confirm(
    userId: string,
    code: string,
    now: number,
  ): Promise<StoreResult<{ readonly recoveryCodes: readonly string[] }, 'not_begun' | 'already_on' | 'wrong'>>;
  /**
   * Checks a code and counts the wrong codes in a row. A correct code ends the count. After \`maxWrongCodes\` wrong codes only a recovery code is accepted,
   * until a recovery code, a passkey or a reset link ends the count.
   */
  verify(userId: string, code: string, now: number): Promise<CodeResult>;
  renewRecoveryCodes(userId: string): Promise<readonly string[]>;
  /**
   * Removes the authenticator. Without passkeys the second factor is then off, and no session of the person has a proof of it: this happens only when `mayTurnOff`
   * is true and no account with real money is linked. `isOn` says whether the second factor is still on.
   */
  remove(userId: string, mayTurnOff: boolean): Promise<StoreResult<{ readonly isOn: boolean }, 'off' | 'last'>>;
}

const readFactor = readerOf(allColumns(secondFactors));
const newFactorColumns = pickColumns(secondFactors, ['userId', 'sealedSecret']);

/** Returns the second factors of a database. The secrets are sealed, and each secret is bound to its owner. */
export function createSecondFactors(sql: Sql, seals: Seals): SecondFactors {
  const match = (transaction: TransactionSql, proof: Proof): Promise<CodeResult> =>
    matchCode({ transaction, seals }, proof);
  return {
    async status(userId) {
      const rows = await sql`
        select (select count(*)::int from recovery_codes r where r.user_id = f.user_id and r.used_at is null) as codes, f.has_authenticator,
          (select count(*)::int from passkeys p where p.user_id = f.user_id) as passkeys
        from second_factors f where f.user_id = ${userId} and f.confirmed_at is not null`;
      if (rows.length === 0) return null;
      const row = oneRow(rows);
      return {
        recoveryCodesLeft: integerOf(row, 'codes'),
        hasAuthenticator: booleanOf(row, 'has_authenticator'),
        passkeys: integerOf(row, 'passkeys'),
      };
    },
    async begin(userId) {
      const secret = randomBytes(totpSecretBytes);
      const factor = { userId, sealedSecret: await seals.seal(secondFactorPurpose(userId), secret) };
      const { count } = await sql`
        insert into second_factors ${sql(valuesOf(newFactorColumns, factor))}
        on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, last_counter = 0, wrong_codes = 0
        where second_factors.confirmed_at is null or not second_factors.has_authenticator`;
      return count === 0 ? { ok: false, refusal: 'already_on' } : { ok: true, secret: toBase32(secret) };
    },
    async confirm(userId, code, now) {
      return sql.begin(async (transaction) => {
        // A log-in takes the same lock, so no log-in without a second factor can finish after this transaction.
        await lockPerson(transaction, userId);
        const rows = await transaction`
          select confirmed_at, has_authenticator from second_factors where user_id = ${userId} for update`;
        if (rows.length === 0) return { ok: false, refusal: 'not_begun' };
        const isOn = integerOrNull(oneRow(rows), 'confirmed_at') !== null;
        if (isOn && booleanOf(oneRow(rows), 'has_authenticator')) return { ok: false, refusal: 'already_on' };
        if ((await match(transaction, { userId, code, now, isFirst: true })) !== 'right')
          return { ok: false, refusal: 'wrong' };
        await transaction`
          update second_factors set confirmed_at = coalesce(confirmed_at, ${now}), has_authenticator = true where user_id = ${userId}`;
        await transaction`delete from enrolments where user_id = ${userId}`;
        return { ok: true, recoveryCodes: isOn ? [] : await replaceRecoveryCodes(transaction, userId) };
      });
    },
    verify: (userId, code, now) =>
      sql.begin((transaction) => match(transaction, { userId, code, now, isFirst: false })),
    renewRecoveryCodes: (userId) => sql.begin((transaction) => replaceRecoveryCodes(transaction, userId)),
    remove: (userId, mayTurnOff) =>
      sql.begin((transaction) => removeAuthenticator({ transaction, seals }, userId, mayTurnOff)),
  };
}

interface Proof {
  readonly userId: string;
  readonly code: string;
  readonly now: number;
  /** True for the first code of a new authenticator. A recovery code is then not accepted, because it proves nothing about the authenticator. */
  readonly isFirst: boolean;
}

async function matchCode({ transaction, seals }: FactorChange, proof: Proof): Promise<CodeResult> {
  const { userId, code, now, isFirst } = proof;
  const rows = await transaction`select * from second_factors where user_id = ${userId} for update`;
  if (rows.length === 0) return 'wrong';
  const { sealedSecret, lastCounter, confirmedAt, wrongCodes, hasAuthenticator } = readFactor(oneRow(rows));
  const isEnded = wrongCodes >= maxWrongCodes;
  const isChecked = !isEnded && (isFirst || hasAuthenticator);
  const secret = await seals.open(secondFactorPurpose(userId), sealedSecret, transaction);
  const counter = isChecked ? matchTotp(secret, code, { now, after: lastCounter }) : null;
  const isRecovery = !isFirst && confirmedAt !== null;
  const isRight = counter !== null || (isRecovery && (await useRecoveryCode(transaction, proof)));
  if (!isRight && isEnded) return 'ended';
  await transaction`
    update second_factors set last_counter = ${counter ?? lastCounter}, wrong_codes = ${isRight ? 0 : wrongCodes + 1} where user_id = ${userId}`;
  return isRight ? 'right' : 'wrong';
}

async function removeAuthenticator(
  { transaction, seals }: FactorChange,
  userId: string,
  mayTurnOff: boolean,
): ReturnType<SecondFactors['remove']> {
  await lockPerson(transaction, userId);
  const rows = await transaction`
    select 1 from second_factors where user_id = ${userId} and confirmed_at is not null and has_authenticator for update`;
  if (rows.length === 0) return { ok: false, refusal: 'off' };
  const unknown = await unknownSecret({ transaction, seals }, userId);
  const { count } = await transaction`
    update second_factors set has_authenticator = false, sealed_secret = ${unknown}, last_counter = 0
    where user_id = ${userId} and exists (select 1 from passkeys p where p.user_id = ${userId})`;
  if (count === 1) return { ok: true, isOn: true };
  if (!mayTurnOff || (await hasLiveAccount(transaction, userId))) return { ok: false, refusal: 'last' };
  await endSecondFactor(transaction, userId);
  return { ok: true, isOn: false };
}
