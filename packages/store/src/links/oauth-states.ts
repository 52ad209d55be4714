// Registered OAuth states. A state is stored as a digest, bound to a user and usable once.
import type { Sql } from 'postgres';
import { isDuplicate } from '../database/connection.ts';
import { oneRow } from '../database/row.ts';
import type { StoreResult } from '../result.ts';
import { oauthStates } from '../tables/links.ts';
import { omitColumns, readerOf, valuesOf, type RecordOf } from '../tables/derive.ts';
import { tokenHash } from '../secrets/tokens.ts';

const stateColumns = omitColumns(oauthStates, ['stateHash', 'expiresAt', 'usedAt']);

/** A registered state, as the callback receives it. */
export type OauthState = RecordOf<typeof stateColumns>;

/** The registered OAuth states. */
export interface OauthStates {
  /** Binds a state to its user. Returns false when the state is already registered. */
  register(state: string, bound: OauthState & { readonly expiresAt: number; readonly now: number }): Promise<boolean>;
  /** Marks a state of this user as used, even when the state has expired. */
  consume(
    state: string,
    by: { readonly userId: string; readonly now: number },
  ): Promise<StoreResult<{ readonly state: OauthState }, 'unknown' | 'used' | 'expired'>>;
}

const readState = readerOf(omitColumns(oauthStates, ['stateHash']));
const newStateColumns = omitColumns(oauthStates, ['usedAt']);

/** Returns the registered OAuth states of a database. A state is deleted a day after it has expired. */
export function createOauthStates(sql: Sql): OauthStates {
  return {
    async register(state, { now, ...bound }) {
      const dayMs = 86_400_000;
      await sql`delete from oauth_states where expires_at <= ${now - dayMs}`;
      try {
        await sql`insert into oauth_states ${sql(valuesOf(newStateColumns, { ...bound, stateHash: tokenHash(state) }))}`;
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
        const { expiresAt, usedAt, ...registered } = readState(oneRow(rows));
        if (usedAt !== null) return { ok: false, refusal: 'used' };
        await transaction`update oauth_states set used_at = ${now} where state_hash = ${tokenHash(state)}`;
        return expiresAt <= now ? { ok: false, refusal: 'expired' } : { ok: true, state: registered };
      });
    },
  };
}
