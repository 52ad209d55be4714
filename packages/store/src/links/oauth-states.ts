// Registered states of consents: kept as digests, bound to a user, used once.
import type { Sql } from 'postgres';
import { isDuplicate } from '../database/connection.ts';
import type { OauthStates } from './link-records.ts';
import { integerOf, integerOrNull, oneRow, textOf, textOrNull, wordOf } from '../database/row.ts';
import { tokenHash } from '../secrets/tokens.ts';

/** The states of a database. Used and expired ones are forgotten a day after their end. */
export function createOauthStates(sql: Sql): OauthStates {
  return {
    async register(state, { userId, sessionId, kind, accountId, expiresAt, now }) {
      const dayMs = 86_400_000;
      await sql`delete from oauth_states where expires_at <= ${now - dayMs}`;
      try {
        await sql`
          insert into oauth_states (state_hash, user_id, session_id, kind, account_id, expires_at)
          values (${tokenHash(state)}, ${userId}, ${sessionId}, ${kind}, ${accountId}, ${expiresAt})`;
        return true;
      } catch (error) {
        if (isDuplicate(error, 'oauth_states_pkey')) return false;
        throw error;
      }
    },
    async consume(state, { userId, now }) {
      return sql.begin(async (transaction) => {
        const rows =
          await transaction`select * from oauth_states where state_hash = ${tokenHash(state)} and user_id = ${userId} for update`;
        if (rows.length === 0) return { ok: false, refusal: 'unknown' };
        const row = oneRow(rows);
        if (integerOrNull(row, 'used_at') !== null) return { ok: false, refusal: 'used' };
        await transaction`update oauth_states set used_at = ${now} where state_hash = ${tokenHash(state)}`;
        if (integerOf(row, 'expires_at') <= now) return { ok: false, refusal: 'expired' };
        return {
          ok: true,
          state: {
            userId: textOf(row, 'user_id'),
            sessionId: textOf(row, 'session_id'),
            kind: wordOf(row, 'kind', ['oauth', 'fast_api']),
            accountId: textOrNull(row, 'account_id'),
          },
        };
      });
    },
  };
}
