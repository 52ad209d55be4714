// Log-ins and one-time links for a new password.
import type { Sql, TransactionSql } from 'postgres';
import type { AuditWriter } from './audit-writer.ts';
import { agentMaxLength, loginStepsMs, maxRows, resetLinkMs } from '../limits.ts';
import { oneRow, textOf } from '../database/row.ts';
import { loginRecords, resetLinks } from '../tables/people.ts';
import { omitColumns, pickColumns, readerOf, valuesOf, type RecordOf } from '../tables/derive.ts';
import { newToken, tokenHash } from '../secrets/tokens.ts';
import { removeHooks } from '../signals/signal-hooks.ts';

const loginColumns = pickColumns(loginRecords, ['at', 'address', 'outcome', 'isKnownDevice', 'agent']);
const recentColumns = pickColumns(loginRecords, [
  'id',
  'at',
  'address',
  'outcome',
  'isKnownDevice',
  'agent',
  'sessionId',
  'seenAt',
]);

/** An attempt to log in. `at` is in epoch ms. */
export type LoginRecord = RecordOf<typeof loginColumns>;

/** How an attempt to log in has ended. */
export type LoginOutcome = LoginRecord['outcome'];

/**
 * An attempt as one session of the person sees it. `isOwn` is true for the log-in that has opened this session. `isNew` is true when somebody knew the password on an
 * unknown device, and no other session has confirmed the attempt.
 */
export interface ListedLogin extends LoginRecord {
  readonly id: number;
  readonly isOwn: boolean;
  readonly isNew: boolean;
}

/** The log-ins, and the one-time links for a new password. */
export interface Logins {
  /** Records an attempt. The audit has a line of each attempt with the correct password. `userId` is null when no person has the typed e-mail address. */
  record(entry: LoginRecord & { readonly userId: string | null; readonly sessionId: string | null }): Promise<void>;
  /** Returns the attempts of a person. The newest attempt is first. */
  list(userId: string, limit: number): Promise<readonly LoginRecord[]>;
  /** Returns the newest attempts of a person for one session. The newest attempt is first. */
  recent(
    person: { readonly userId: string; readonly sessionId: string },
    limit: number,
  ): Promise<readonly ListedLogin[]>;
  /** Confirms all attempts of a person. The log-in of the session itself stays unconfirmed, because a thief could otherwise confirm the own log-in. */
  see(person: { readonly userId: string; readonly sessionId: string }, now: number): Promise<void>;
  /** Creates a link that sets a new password once. An older unused link of the person becomes invalid. */
  createResetLink(input: {
    readonly userId: string;
    readonly actorId: string | null;
    readonly now: number;
  }): Promise<{ readonly token: string; readonly expiresAt: number }>;
  /** Returns the id of the person whose password the link can set. Returns null when the link is unknown, used or expired. */
  findResetLink(token: string, now: number): Promise<string | null>;
  /** Sets the password, and ends every session, every known device, every secret address of a bot, and the count of wrong codes of the person. Returns null when the link is unknown, used or expired. */
  useResetLink(input: {
    readonly token: string;
    readonly passwordHash: string;
    readonly now: number;
  }): Promise<string | null>;
}

const readLogin = readerOf(loginColumns);
const readRecent = readerOf(recentColumns);
const newLoginColumns = omitColumns(loginRecords, ['id', 'seenAt']);
const newLinkColumns = omitColumns(resetLinks, ['usedAt']);

/** Returns the log-ins of a database. */
export function createLogins(sql: Sql, writer: AuditWriter): Logins {
  return {
    async record(entry) {
      const { userId, sessionId, outcome, at, address } = entry;
      await sql.begin(async (transaction) => {
        await transaction`insert into login_records ${transaction(valuesOf(newLoginColumns, { ...entry, agent: entry.agent.slice(0, agentMaxLength) }))}`;
        // The attempts without a correct code, which come before a log-in with a second factor, belong to this log-in.
        if (outcome === 'done')
          await transaction`
            update login_records set session_id = ${sessionId}
            where user_id = ${userId} and address = ${address} and session_id is null and outcome in ('code missing', 'wrong code') and at > ${at - loginStepsMs}`;
        if (outcome === 'done') await transaction`update users set last_login_at = ${at} where id = ${userId}`;
        if (userId === null || outcome === 'wrong password') return;
        await writer.append(transaction, {
          at,
          actorId: userId,
          action: 'user.logIn',
          subjectId: null,
          detail: outcome,
        });
      });
    },
    async list(userId, limit) {
      const rows =
        await sql`select * from login_records where user_id = ${userId} order by id desc limit ${Math.min(limit, maxRows)}`;
      return rows.map(readLogin);
    },
    async recent({ userId, sessionId }, limit) {
      const rows =
        await sql`select * from login_records where user_id = ${userId} order by id desc limit ${Math.min(limit, maxRows)}`;
      return rows.map((row) => {
        const { sessionId: opened, seenAt, ...login } = readRecent(row);
        const isOwn = opened === sessionId;
        const isNew = !isOwn && seenAt === null && !login.isKnownDevice && login.outcome !== 'wrong password';
        return { ...login, isOwn, isNew };
      });
    },
    async see({ userId, sessionId }, now) {
      await sql`
        update login_records set seen_at = ${now}
        where user_id = ${userId} and seen_at is null and session_id is distinct from ${sessionId}`;
    },
    async createResetLink({ userId, actorId, now }) {
      const token = newToken();
      const expiresAt = now + resetLinkMs;
      await sql.begin(async (transaction) => {
        await transaction`select 1 from users where id = ${userId} for update`;
        await transaction`delete from reset_links where user_id = ${userId} and used_at is null`;
        const link = { tokenHash: tokenHash(token), userId, createdBy: actorId, expiresAt };
        await transaction`insert into reset_links ${transaction(valuesOf(newLinkColumns, link))}`;
        await writer.append(transaction, { at: now, actorId, action: 'user.resetLink', subjectId: userId, detail: '' });
      });
      return { token, expiresAt };
    },
    async findResetLink(token, now) {
      const rows = await sql`
        select user_id from reset_links where token_hash = ${tokenHash(token)} and used_at is null and expires_at > ${now}`;
      return rows.length === 0 ? null : textOf(oneRow(rows), 'user_id');
    },
    useResetLink: (input) => sql.begin((transaction) => useResetLink({ transaction, writer }, input)),
  };
}

async function useResetLink(
  { transaction, writer }: { readonly transaction: TransactionSql; readonly writer: AuditWriter },
  { token, passwordHash, now }: Parameters<Logins['useResetLink']>[0],
): ReturnType<Logins['useResetLink']> {
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
  await removeHooks(transaction, userId);
  await writer.append(transaction, {
    at: now,
    actorId: userId,
    action: 'user.resetPassword',
    subjectId: userId,
    detail: '',
  });
  return userId;
}
