// Sessions: short access tokens, rotating refresh tokens, and the end of a session whose refresh token was stolen.
import { randomUUID } from 'node:crypto';
import type { PendingQuery, Row as SqlRow, Sql, TransactionSql } from 'postgres';
import {
  accessTokenMs,
  agentMaxLength,
  maxLiveRefreshTokens,
  maxRows,
  refreshGraceMs,
  rememberedSessionMs,
  shortSessionMs,
  siblingsMs,
} from '../limits.ts';
import type { LiveSession, NewSession, SessionTokens, Sessions } from '../store.ts';
import { booleanOf, integerOf, integerOrNull, oneRow, textOf, type Row } from '../database/row.ts';
import { newToken, tokenHash } from '../secrets/tokens.ts';

/** What `liveSessionOf` reads. */
export function sessionColumns(sql: Sql): PendingQuery<SqlRow[]> {
  return sql`s.id as session_id, s.user_id, s.proved_at, s.second_factor_at, least(t.expires_at, s.ends_at) as ends_at`;
}

/** What joins the live session `s` of an access token to `asked`, which has its `hash` and `now`. */
export function joinSession(sql: Sql): PendingQuery<SqlRow[]> {
  return sql`join session_tokens t on t.token_hash = asked.hash and t.kind = 'access' and t.expires_at > asked.now
    join sessions s on s.id = t.session_id and s.revoked_at is null and s.ends_at > asked.now`;
}

export function liveSessionOf(row: Row): LiveSession {
  return {
    sessionId: textOf(row, 'session_id'),
    userId: textOf(row, 'user_id'),
    provedAt: integerOf(row, 'proved_at'),
    secondFactorAt: integerOrNull(row, 'second_factor_at'),
    endsAt: integerOf(row, 'ends_at'),
  };
}

/** The sessions of a database. Times: limits.ts. Source: decision 14, reliability 5.3 items 11, 12, 14, 16. */
export function createSessions(sql: Sql): Sessions {
  return {
    create: (input) => sql.begin((transaction) => open(transaction, input)),
    logIn: ({ passwordHash, ...input }) =>
      sql.begin(async (transaction) =>
        (await isStillProved(transaction, passwordHash, input)) ? open(transaction, input) : null,
      ),
    async findByAccess(token, now) {
      const asked = sql`(select ${tokenHash(token)}::bytea as hash, ${now}::int8 as now) asked`;
      const rows = await sql`select ${sessionColumns(sql)} from ${asked} ${joinSession(sql)}`;
      return rows.length === 0 ? null : liveSessionOf(oneRow(rows));
    },
    async refresh(token, now) {
      return sql.begin((transaction) => rotate(transaction, token, now));
    },
    async isLive(sessionId, now) {
      const rows =
        await sql`select 1 from sessions where id = ${sessionId} and revoked_at is null and ends_at > ${now}`;
      return rows.length > 0;
    },
    async revoke(sessionId, now) {
      await sql`update sessions set revoked_at = ${now} where id = ${sessionId} and revoked_at is null`;
    },
    async list(userId, now) {
      const rows =
        await sql`select * from sessions where user_id = ${userId} and revoked_at is null and ends_at > ${now} order by last_used_at desc, id limit ${maxRows}`;
      return rows.map((row) => ({
        id: textOf(row, 'id'),
        agent: textOf(row, 'agent'),
        isRemembered: booleanOf(row, 'remembered'),
        createdAt: integerOf(row, 'created_at'),
        lastUsedAt: integerOf(row, 'last_used_at'),
        endsAt: integerOf(row, 'ends_at'),
      }));
    },
    async prove(sessionId, { now, withSecondFactor }) {
      await sql`
        update sessions set proved_at = ${now}, second_factor_at = case when ${withSecondFactor} then ${now}::bigint else second_factor_at end
        where id = ${sessionId}`;
    },
    async end(userId, sessionId, now) {
      const answer =
        await sql`update sessions set revoked_at = ${now} where id = ${sessionId} and user_id = ${userId} and revoked_at is null and ends_at > ${now}`;
      return answer.count === 1;
    },
    async revokeOthers(userId, exceptSessionId, now) {
      await sql`update sessions set revoked_at = ${now} where user_id = ${userId} and id <> ${exceptSessionId} and revoked_at is null`;
    },
    async revokeAllOfUser(userId, now) {
      await sql`update sessions set revoked_at = ${now} where user_id = ${userId} and revoked_at is null`;
    },
  };
}

/**
 * The lock on the person decides between a log-in and a change of what it proved: the one that comes second sees the other,
 * so the session is refused here or ended there.
 */
async function isStillProved(
  transaction: TransactionSql,
  passwordHash: string,
  { userId, withSecondFactor = false }: NewSession,
): Promise<boolean> {
  const people = await transaction`
    select 1 from users where id = ${userId} and password_hash = ${passwordHash} and deleted_at is null for share`;
  const factors = await transaction`
    select 1 from second_factors where user_id = ${userId} and confirmed_at is not null`;
  return people.length === 1 && factors.length > 0 === withSecondFactor;
}

async function open(
  transaction: TransactionSql,
  { userId, remember, now, agent = '', withSecondFactor = false }: NewSession,
): Promise<SessionTokens> {
  const endsAt = now + (remember ? rememberedSessionMs : shortSessionMs);
  const session = { sessionId: randomUUID(), userId, isRemembered: remember, endsAt };
  await transaction`insert into sessions (id, user_id, remembered, created_at, ends_at, last_used_at, proved_at, agent, second_factor_at)
    values (${session.sessionId}, ${userId}, ${remember}, ${now}, ${endsAt}, ${now}, ${now}, ${agent.slice(0, agentMaxLength)}, ${withSecondFactor ? now : null})`;
  return issue(transaction, session, now);
}

interface Session {
  readonly sessionId: string;
  readonly userId: string;
  readonly isRemembered: boolean;
  readonly endsAt: number;
}

async function rotate(transaction: TransactionSql, token: string, now: number): ReturnType<Sessions['refresh']> {
  const hash = tokenHash(token);
  // The session's row is the lock under which its tokens change.
  const rows = await transaction`
    select s.id, s.user_id, s.remembered, s.ends_at, s.revoked_at from sessions s
    where s.id = (select session_id from session_tokens where token_hash = ${hash} and kind = 'refresh') for update`;
  if (rows.length === 0) return { ok: false, refusal: 'unknown' };
  const row = oneRow(rows);
  const session: Session = {
    sessionId: textOf(row, 'id'),
    userId: textOf(row, 'user_id'),
    isRemembered: booleanOf(row, 'remembered'),
    endsAt: integerOf(row, 'ends_at'),
  };
  if (row['revoked_at'] !== null) return { ok: false, refusal: 'unknown' };
  const known =
    await transaction`select expires_at, replaced_at from session_tokens where token_hash = ${hash} for update`;
  if (known.length === 0) return { ok: false, refusal: 'unknown' };
  const replacedAt = integerOrNull(oneRow(known), 'replaced_at');
  const isReused = replacedAt !== null && now - replacedAt > refreshGraceMs;
  if (isReused || (await countLive(transaction, session.sessionId, now)) >= maxLiveRefreshTokens) {
    await transaction`update sessions set revoked_at = ${now} where id = ${session.sessionId}`;
    return { ok: false, refusal: 'reused' };
  }
  if (integerOf(oneRow(known), 'expires_at') <= now || session.endsAt <= now) return { ok: false, refusal: 'expired' };
  await transaction`update session_tokens set replaced_at = ${now} where token_hash = ${hash} and replaced_at is null`;
  await transaction`update sessions set last_used_at = ${now} where id = ${session.sessionId}`;
  await transaction`delete from session_tokens where session_id = ${session.sessionId} and kind = 'access' and expires_at <= ${now}`;
  return { ok: true, tokens: await issue(transaction, session, now), isRemembered: session.isRemembered };
}

async function countLive(transaction: TransactionSql, sessionId: string, now: number): Promise<number> {
  const row = oneRow(
    await transaction`
    select count(*)::int as live from session_tokens where session_id = ${sessionId} and kind = 'refresh' and replaced_at is null and expires_at > ${now} and issued_at > ${now - siblingsMs}`,
  );
  return integerOf(row, 'live');
}

async function issue(transaction: TransactionSql, session: Session, now: number): Promise<SessionTokens> {
  const accessToken = newToken();
  const refreshToken = newToken();
  const accessExpiresAt = Math.min(now + accessTokenMs, session.endsAt);
  await transaction`
    insert into session_tokens (token_hash, session_id, kind, issued_at, expires_at)
    values (${tokenHash(accessToken)}, ${session.sessionId}, 'access', ${now}, ${accessExpiresAt}),
      (${tokenHash(refreshToken)}, ${session.sessionId}, 'refresh', ${now}, ${session.endsAt})`;
  return {
    sessionId: session.sessionId,
    userId: session.userId,
    accessToken,
    refreshToken,
    accessExpiresAt,
    refreshExpiresAt: session.endsAt,
  };
}
