// Log-ins and one-time links for a new password.
import type { Sql } from 'postgres';
import { appendAudit } from './audit.ts';
import { maxRows, resetLinkMs } from '../limits.ts';
import type { Logins } from './person-records.ts';
import { integerOf, oneRow, textOf } from '../database/row.ts';
import { newToken, tokenHash } from '../secrets/tokens.ts';

/** The log-ins of a database. */
export function createLogins(sql: Sql): Logins {
  return {
    async record({ userId, address, outcome, at }) {
      await sql`insert into login_records (user_id, address, outcome, at) values (${userId}, ${address}, ${outcome}, ${at})`;
      if (outcome === 'done') await sql`update users set last_login_at = ${at} where id = ${userId}`;
    },
    async list(userId, limit) {
      const rows =
        await sql`select * from login_records where user_id = ${userId} order by id desc limit ${Math.min(limit, maxRows)}`;
      return rows.map((row) => ({
        at: integerOf(row, 'at'),
        address: textOf(row, 'address'),
        outcome: textOf(row, 'outcome'),
      }));
    },
    async createResetLink({ userId, actorId, now }) {
      const token = newToken();
      const expiresAt = now + resetLinkMs;
      await sql.begin(async (transaction) => {
        await transaction`select 1 from users where id = ${userId} for update`;
        // A newer link takes the place of the older.
        await transaction`delete from reset_links where user_id = ${userId} and used_at is null`;
        await transaction`insert into reset_links (token_hash, user_id, created_by, expires_at) values (${tokenHash(token)}, ${userId}, ${actorId}, ${expiresAt})`;
        await appendAudit(transaction, { at: now, actorId, action: 'user.resetLink', subjectId: userId, detail: '' });
      });
      return { token, expiresAt };
    },
    async useResetLink({ token, passwordHash, now }) {
      return sql.begin(async (transaction) => {
        // The person before the link, as every change of a password locks them: otherwise each could wait for the other.
        await transaction`
          select 1 from users where id = (select user_id from reset_links where token_hash = ${tokenHash(token)}) for update`;
        const rows = await transaction`
          update reset_links set used_at = ${now} where token_hash = ${tokenHash(token)} and used_at is null and expires_at > ${now} returning user_id`;
        if (rows.length === 0) return null;
        const userId = textOf(oneRow(rows), 'user_id');
        await transaction`update users set password_hash = ${passwordHash} where id = ${userId}`;
        await transaction`update sessions set revoked_at = ${now} where user_id = ${userId} and revoked_at is null`;
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
