// Single-use tickets for socket log-ins.
import type { Sql } from 'postgres';
import { ticketMs } from '../limits.ts';
import type { Tickets } from '../store.ts';
import { oneRow, textOf, textOrNull } from '../database/row.ts';
import { newToken, tokenHash } from '../secrets/tokens.ts';

/** The tickets of a database. Source: decision 16. */
export function createTickets(sql: Sql): Tickets {
  return {
    async create({ userId, sessionId, accountId, now }) {
      const ticket = newToken();
      const expiresAt = now + ticketMs;
      await sql`delete from tickets where expires_at <= ${now}`;
      await sql`insert into tickets (ticket_hash, user_id, session_id, account_id, expires_at) values (${tokenHash(ticket)}, ${userId}, ${sessionId}, ${accountId}, ${expiresAt})`;
      return { ticket, expiresAt };
    },
    async consume(ticket, now) {
      const rows = await sql`
        with used as (delete from tickets where ticket_hash = ${tokenHash(ticket)} returning *)
        select used.user_id, used.session_id, used.account_id from used join sessions s on s.id = used.session_id
        where used.expires_at > ${now} and s.revoked_at is null and s.ends_at > ${now}`;
      if (rows.length === 0) return null;
      const row = oneRow(rows);
      return {
        userId: textOf(row, 'user_id'),
        sessionId: textOf(row, 'session_id'),
        accountId: textOrNull(row, 'account_id'),
      };
    },
  };
}
