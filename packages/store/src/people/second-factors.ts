// Second factors: the sealed secret of an authenticator, and single-use recovery codes.
import { randomBytes } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { maxWrongCodes, recoveryCodeBytes, recoveryCodeCount, totpSecretBytes } from '../limits.ts';
import { integerOf, integerOrNull, oneRow } from '../database/row.ts';
import type { StoreResult } from '../result.ts';
import { recoveryCodes, secondFactors } from '../tables/people.ts';
import { allColumns, pickColumns, readerOf, valuesOf } from '../tables/derive.ts';
import type { MasterKeys } from '../secrets/master-keys.ts';
import { seal, secondFactorPurpose, unseal } from '../secrets/sealing.ts';
import { tokenHash } from '../secrets/tokens.ts';
import { matchTotp, toBase32 } from '../secrets/totp.ts';

/** The result of a check. `ended` means that after `maxWrongCodes` wrong codes in a row no code of an authenticator is checked. */
export type CodeResult = 'right' | 'wrong' | 'ended';

/** The second factors. A code is a code of six digits from an authenticator, or a recovery code. Each code can be used once. */
export interface SecondFactors {
  /** Returns the number of unused recovery codes. Returns null when the person has no active second factor. */
  status(userId: string): Promise<{ readonly recoveryCodesLeft: number } | null>;
  /** Returns a new secret in base32. The second factor becomes active when `confirm` succeeds. */
  begin(userId: string): Promise<StoreResult<{ readonly secret: string }, 'already_on'>>;
  confirm(
    userId: string,
    code: string,
    now: number,
  ): Promise<StoreResult<{ readonly recoveryCodes: readonly string[] }, 'not_begun' | 'already_on' | 'wrong'>>;
  /**
   * Checks a code and counts the wrong codes in a row. A correct code ends the count. After \`maxWrongCodes\` wrong codes only a recovery code is accepted,
   * until a recovery code or a reset link ends the count.
   */
  verify(userId: string, code: string, now: number): Promise<CodeResult>;
  renewRecoveryCodes(userId: string): Promise<readonly string[]>;
  /**
   * Removes the second factor, and the proof of the second factor from every session of the person. Returns false when the person had no active second factor.
   */
  remove(userId: string): Promise<boolean>;
}

const readFactor = readerOf(allColumns(secondFactors));
const newFactorColumns = pickColumns(secondFactors, ['userId', 'sealedSecret']);
const newCodeColumns = pickColumns(recoveryCodes, ['userId', 'codeHash']);

/** Returns the second factors of a database. The secrets are sealed with a master key, and each secret is bound to its owner. */
export function createSecondFactors(sql: Sql, masterKeys: MasterKeys): SecondFactors {
  const match = async (transaction: TransactionSql, proof: Proof): Promise<CodeResult> => {
    const { userId, code, now } = proof;
    const rows = await transaction`select * from second_factors where user_id = ${userId} for update`;
    if (rows.length === 0) return 'wrong';
    const { sealedSecret, lastCounter, confirmedAt, wrongCodes } = readFactor(oneRow(rows));
    const secret = unseal(await masterKeys.keyOf(sealedSecret, transaction), sealedSecret, secondFactorPurpose(userId));
    const isEnded = wrongCodes >= maxWrongCodes;
    const counter = isEnded ? null : matchTotp(secret, code, { now, after: lastCounter });
    const isRight = counter !== null || (confirmedAt !== null && (await useRecoveryCode(transaction, proof)));
    if (!isRight && isEnded) return 'ended';
    await transaction`
      update second_factors set last_counter = ${counter ?? lastCounter}, wrong_codes = ${isRight ? 0 : wrongCodes + 1} where user_id = ${userId}`;
    return isRight ? 'right' : 'wrong';
  };
  return {
    async status(userId) {
      const rows = await sql`
        select (select count(*)::int from recovery_codes r where r.user_id = f.user_id and r.used_at is null) as codes
        from second_factors f where f.user_id = ${userId} and f.confirmed_at is not null`;
      return rows.length === 0 ? null : { recoveryCodesLeft: integerOf(oneRow(rows), 'codes') };
    },
    async begin(userId) {
      const secret = randomBytes(totpSecretBytes);
      const factor = { userId, sealedSecret: seal(await masterKeys.newest(), secret, secondFactorPurpose(userId)) };
      const { count } = await sql`
        insert into second_factors ${sql(valuesOf(newFactorColumns, factor))}
        on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, last_counter = 0, wrong_codes = 0 where second_factors.confirmed_at is null`;
      return count === 0 ? { ok: false, refusal: 'already_on' } : { ok: true, secret: toBase32(secret) };
    },
    async confirm(userId, code, now) {
      return sql.begin(async (transaction) => {
        // A log-in takes the same lock, so no log-in without a second factor can finish after this transaction.
        await transaction`select 1 from users where id = ${userId} for update`;
        const rows = await transaction`select confirmed_at from second_factors where user_id = ${userId} for update`;
        if (rows.length === 0) return { ok: false, refusal: 'not_begun' };
        if (integerOrNull(oneRow(rows), 'confirmed_at') !== null) return { ok: false, refusal: 'already_on' };
        if ((await match(transaction, { userId, code, now })) !== 'right') return { ok: false, refusal: 'wrong' };
        await transaction`update second_factors set confirmed_at = ${now} where user_id = ${userId}`;
        await transaction`delete from enrolments where user_id = ${userId}`;
        return { ok: true, recoveryCodes: await replaceCodes(transaction, userId) };
      });
    },
    verify: (userId, code, now) => sql.begin((transaction) => match(transaction, { userId, code, now })),
    renewRecoveryCodes: (userId) => sql.begin((transaction) => replaceCodes(transaction, userId)),
    remove: (userId) =>
      sql.begin(async (transaction) => {
        const { count } = await transaction`
          delete from second_factors where user_id = ${userId} and confirmed_at is not null`;
        if (count === 0) return false;
        await transaction`update sessions set second_factor_at = null where user_id = ${userId}`;
        return true;
      }),
  };
}

interface Proof {
  readonly userId: string;
  readonly code: string;
  readonly now: number;
}

async function useRecoveryCode(transaction: TransactionSql, { userId, code, now }: Proof): Promise<boolean> {
  const { count } = await transaction`
    update recovery_codes set used_at = ${now} where user_id = ${userId} and code_hash = ${tokenHash(code)} and used_at is null`;
  return count === 1;
}

async function replaceCodes(transaction: TransactionSql, userId: string): Promise<readonly string[]> {
  await transaction`delete from recovery_codes where user_id = ${userId}`;
  const codes = Array.from({ length: recoveryCodeCount }, () => toBase32(randomBytes(recoveryCodeBytes)));
  for (const code of codes)
    await transaction`insert into recovery_codes ${transaction(valuesOf(newCodeColumns, { userId, codeHash: tokenHash(code) }))}`;
  return codes;
}
