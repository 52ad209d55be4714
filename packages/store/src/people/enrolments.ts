// The one-time tokens with which operators turn on their second factor, so that a stolen password is not enough.
import type { Sql } from 'postgres';
import type { AuditWriter } from './audit-writer.ts';
import { enrolmentMs } from '../limits.ts';
import { enrolments } from '../tables/people.ts';
import { allColumns, valuesOf } from '../tables/derive.ts';
import { newToken, tokenHash } from '../secrets/tokens.ts';

/** The one-time tokens of operators. The command line creates them. */
export interface Enrolments {
  /** Removes the second factor of an operator, ends every session, and returns a token with which the operator turns on a new second factor once. */
  enrol(userId: string, now: number): Promise<string>;
  /** Returns whether this token of `enrol` is valid. The confirmation of a second factor ends every token of the person. */
  mayEnrol(userId: string, token: string, now: number): Promise<boolean>;
}

const enrolmentColumns = allColumns(enrolments);

/** Returns the one-time tokens of a database. */
export function createEnrolments(sql: Sql, writer: AuditWriter): Enrolments {
  return {
    async enrol(userId, now) {
      const token = newToken();
      const enrolment = { tokenHash: tokenHash(token), userId, expiresAt: now + enrolmentMs };
      await sql.begin(async (transaction) => {
        await transaction`delete from second_factors where user_id = ${userId}`;
        await transaction`delete from enrolments where user_id = ${userId}`;
        await transaction`update sessions set revoked_at = ${now} where user_id = ${userId} and revoked_at is null`;
        await transaction`insert into enrolments ${transaction(valuesOf(enrolmentColumns, enrolment))}`;
        const entry = { at: now, actorId: null, action: 'operator.enrol', subjectId: userId, detail: '' };
        await writer.append(transaction, entry);
      });
      return token;
    },
    async mayEnrol(userId, token, now) {
      const rows = await sql`
        select 1 from enrolments where token_hash = ${tokenHash(token)} and user_id = ${userId} and expires_at > ${now}`;
      return rows.length > 0;
    },
  };
}
