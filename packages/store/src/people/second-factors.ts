// Second factors: an authenticator's secret, sealed, and recovery codes that each work once.
import { randomBytes } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { recoveryCodeBytes, recoveryCodeCount, totpSecretBytes } from '../limits.ts';
import type { SecondFactors } from './person-records.ts';
import { bytesOf, integerOf, oneRow } from '../database/row.ts';
import { seal, unseal } from '../secrets/sealing.ts';
import { tokenHash } from '../secrets/tokens.ts';
import { matchTotp, toBase32 } from '../secrets/totp.ts';

/** The second factors of a database. Secrets are sealed with the master key, bound to their owner. */
export function createSecondFactors(sql: Sql, masterKey: Uint8Array): SecondFactors {
  const purpose = (userId: string): string => `rondo/second_factors/${userId}`;
  const match = async (transaction: TransactionSql, proof: Proof): Promise<boolean> => {
    const { userId, code, now } = proof;
    const rows = await transaction`select * from second_factors where user_id = ${userId} for update`;
    if (rows.length === 0) return false;
    const row = oneRow(rows);
    const secret = unseal(masterKey, bytesOf(row, 'sealed_secret'), purpose(userId));
    const counter = matchTotp(secret, code, { now, after: integerOf(row, 'last_counter') });
    if (counter === null) return row['confirmed_at'] !== null && useRecoveryCode(transaction, proof);
    await transaction`update second_factors set last_counter = ${counter} where user_id = ${userId}`;
    return true;
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
      const sealed = seal(masterKey, secret, purpose(userId));
      const answer = await sql`
        insert into second_factors (user_id, sealed_secret) values (${userId}, ${sealed})
        on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, last_counter = 0 where second_factors.confirmed_at is null`;
      return answer.count === 0 ? { ok: false, refusal: 'already_on' } : { ok: true, secret: toBase32(secret) };
    },
    async confirm(userId, code, now) {
      return sql.begin(async (transaction) => {
        // The lock that a log-in takes: none ends without the factor that is turned on beside it.
        await transaction`select 1 from users where id = ${userId} for update`;
        const rows = await transaction`select confirmed_at from second_factors where user_id = ${userId} for update`;
        if (rows.length === 0) return { ok: false, refusal: 'not_begun' };
        if (oneRow(rows)['confirmed_at'] !== null) return { ok: false, refusal: 'already_on' };
        if (!(await match(transaction, { userId, code, now }))) return { ok: false, refusal: 'wrong' };
        await transaction`update second_factors set confirmed_at = ${now} where user_id = ${userId}`;
        return { ok: true, recoveryCodes: await replaceCodes(transaction, userId) };
      });
    },
    verify: (userId, code, now) => sql.begin((transaction) => match(transaction, { userId, code, now })),
    renewRecoveryCodes: (userId) => sql.begin((transaction) => replaceCodes(transaction, userId)),
    async remove(userId) {
      return (await sql`delete from second_factors where user_id = ${userId} and confirmed_at is not null`).count === 1;
    },
  };
}

interface Proof {
  readonly userId: string;
  readonly code: string;
  readonly now: number;
}

async function useRecoveryCode(transaction: TransactionSql, { userId, code, now }: Proof): Promise<boolean> {
  const answer = await transaction`
    update recovery_codes set used_at = ${now} where user_id = ${userId} and code_hash = ${tokenHash(code)} and used_at is null`;
  return answer.count === 1;
}

async function replaceCodes(transaction: TransactionSql, userId: string): Promise<readonly string[]> {
  await transaction`delete from recovery_codes where user_id = ${userId}`;
  const codes = Array.from({ length: recoveryCodeCount }, () => toBase32(randomBytes(recoveryCodeBytes)));
  for (const code of codes)
    await transaction`insert into recovery_codes (user_id, code_hash) values (${userId}, ${tokenHash(code)})`;
  return codes;
}
