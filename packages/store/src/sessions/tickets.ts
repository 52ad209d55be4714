// Single-use tickets with which a socket logs in.
import type { Sql } from 'postgres';
import { ticketMs } from '../limits.ts';
import { oneRow } from '../database/row.ts';
import { tickets } from '../tables/sessions.ts';
import { allColumns, pickColumns, readerOf, valuesOf } from '../tables/derive.ts';
import { newToken, tokenHash } from '../secrets/tokens.ts';

/** Single-use tickets with which a socket logs in. A ticket is valid for 30 s (decision 16). */
export interface Tickets {
  create(input: {
    readonly userId: string;
    readonly sessionId: string;
    readonly accountId: string | null;
    readonly now: number;
  }): Promise<{ readonly ticket: string; readonly expiresAt: number }>;
  consume(
    ticket: string,
    now: number,
  ): Promise<{ readonly userId: string; readonly sessionId: string; readonly accountId: string | null } | null>;
}

const newTicketColumns = allColumns(tickets);
const readHolder = readerOf(pickColumns(tickets, ['userId', 'sessionId', 'accountId']));

/** Returns the tickets of a database. Source: decision 16. */
export function createTickets(sql: Sql): Tickets {
  return {
    async create({ userId, sessionId, accountId, now }) {
      const ticket = newToken();
      const expiresAt = now + ticketMs;
      await sql`delete from tickets where expires_at <= ${now}`;
      const row = { ticketHash: tokenHash(ticket), userId, sessionId, accountId, expiresAt };
      await sql`insert into tickets ${sql(valuesOf(newTicketColumns, row))}`;
      return { ticket, expiresAt };
    },
    async consume(ticket, now) {
      const rows = await sql`
        with used as (delete from tickets where ticket_hash = ${tokenHash(ticket)} returning *)
        select used.user_id, used.session_id, used.account_id from used join sessions s on s.id = used.session_id
        where used.expires_at > ${now} and s.revoked_at is null and s.ends_at > ${now}`;
      return rows.length === 0 ? null : readHolder(oneRow(rows));
    },
  };
}
