// Log-ins and one-time links for a new password.
import type { Sql } from 'postgres';
import { appendAudit } from './audit.ts';
import { maxRows, resetLinkMs } from '../limits.ts';
import { oneRow, textOf } from '../database/row.ts';
import { loginRecords, resetLinks } from '../tables/people.ts';
import { omitColumns, pickColumns, readerOf, valuesOf, type RecordOf } from '../tables/derive.ts';
import { newToken, tokenHash } from '../secrets/tokens.ts';

const loginColumns = pickColumns(loginRecords, ['at', 'address', 'outcome', 'isKnownDevice']);

/** An attempt to log in. `at` is in epoch ms. */
export type LoginRecord = RecordOf<typeof loginColumns>;

/** The log-ins, and the one-time links for a new password. */
export interface Logins {
  /** Records an attempt. `userId` is null when no person has the typed e-mail address. */
  record(entry: LoginRecord & { readonly userId: string | null }): Promise<void>;
  /** Returns the attempts of a person. The newest attempt is first. */
  list(userId: string, limit: number): Promise<readonly LoginRecord[]>;
  /** Creates a link that sets a new password once. An older unused link of the person becomes invalid. */
  createResetLink(input: {
    readonly userId: string;
    readonly actorId: string | null;
    readonly now: number;
  }): Promise<{ readonly token: string; readonly expiresAt: number }>;
  /** Returns the id of the person whose password the link can set. Returns null when the link is unknown, used or expired. */
  findResetLink(token: string, now: number): Promise<string | null>;
  /** Sets the password, and ends every session, every known device and the count of wrong codes of the person. Returns null when the link is unknown, used or expired. */
  useResetLink(input: {
    readonly token: string;
    readonly passwordHash: string;
    readonly now: number;
  }): Promise<string | null>;
}

const readLogin = readerOf(loginColumns);
const newLoginColumns = omitColumns(loginRecords, ['id']);
const newLinkColumns = omitColumns(resetLinks, ['usedAt']);

/** Returns the log-ins of a database. */
export function createLogins(sql: Sql): Logins {
  return {
    async record(entry) {
      const { userId, outcome, at } = entry;
      await sql`insert into login_records ${sql(valuesOf(newLoginColumns, entry))}`;
      if (outcome === 'done') await sql`update users set last_login_at = ${at} where id = ${userId}`;
    },
    async list(userId, limit) {
      const rows =
        await sql`select * from login_records where user_id = ${userId} order by id desc limit ${Math.min(limit, maxRows)}`;
      return rows.map(readLogin);
    },
    async createResetLink({ userId, actorId, now }) {
      const token = newToken();
      const expiresAt = now + resetLinkMs;
      await sql.begin(async (transaction) => {
        await transaction`select 1 from users where id = ${userId} for update`;
        await transaction`delete from reset_links where user_id = ${userId} and used_at is null`;
        const link = { tokenHash: tokenHash(token), userId, createdBy: actorId, expiresAt };
        await transaction`insert into reset_links ${transaction(valuesOf(newLinkColumns, link))}`;
        await appendAudit(transaction, { at: now, actorId, action: 'user.resetLink', subjectId: userId, detail: '' });
      });
      return { token, expiresAt };
    },
    async findResetLink(token, now) {
      const rows = await sql`
        select user_id from reset_links where token_hash = ${tokenHash(token)} and used_at is null and expires_at > ${now}`;
      return rows.length === 0 ? null : textOf(oneRow(rows), 'user_id');
    },
    async useResetLink({ token, passwordHash, now }) {
      return sql.begin(async (transaction) => {
        // Every change of a password locks the person first and then the link, because another sequence could cause a deadlock.
        await transaction`
          select 1 from users where id = (select user_id from reset_links where token_hash = ${tokenHash(token)}) for update`;
        const rows = await transaction`
          update reset_links set used_at = ${now} where token_hash = ${tokenHash(token)} and used_at is null and expires_at > ${now} returning user_id`;
        if (rows.length === 0) return null;
        const userId = textOf(oneRow(rows), 'user_id');
        await transaction`update users set password_hash = ${passwordHash} where id = ${userId}`;
        await transaction`update sessions set revoked_at = ${now} where user_id = ${userId} and revoked_at is null`;
        await transaction`delete from devices where user_id = ${userId}`;
        await transaction`update second_factors set wrong_codes = 0 where user_id = ${userId}`;
        await appendAudit(transaction, {
          at: now,
          actorId: userId,
          action: 'user.resetPassword',
          subjectId: userId,
          detail: '',
        });
        return userId;
      });
    },
  };
}
