// Sessions with short access tokens and rotating refresh tokens. When a replaced refresh token is used after a grace period, its session ends.
import { randomUUID } from 'node:crypto';
import type { PendingQuery, Row as SqlRow, Sql, TransactionSql } from 'postgres';
import {
  accessTokenMs,
  agentMaxLength,
  maxGraceRefreshes,
  maxRows,
  refreshGraceMs,
  rememberedSessionMs,
  shortSessionMs,
} from '../limits.ts';
import { oneRow, textOf, type Row } from '../database/row.ts';
import type { StoreResult } from '../result.ts';
import { sessions, sessionTokens } from '../tables/sessions.ts';
import { allColumns, omitColumns, pickColumns, readerOf, valuesOf, type RecordOf } from '../tables/derive.ts';
import { newToken, nextRefreshToken, tokenHash } from '../secrets/tokens.ts';

const listedColumns = pickColumns(sessions, ['id', 'agent', 'isRemembered', 'createdAt', 'lastUsedAt', 'endsAt']);

/** An active session, with the user agent of the browser. Times are epoch ms. */
export type SessionRecord = RecordOf<typeof listedColumns>;

/** A new pair of opaque tokens. Only the SHA-256 of each token is stored. Times are epoch ms. */
export interface SessionTokens {
  readonly sessionId: string;
  readonly userId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly accessExpiresAt: number;
  readonly refreshExpiresAt: number;
}

/** A session to be opened. */
export interface NewSession {
  readonly userId: string;
  readonly remember: boolean;
  readonly now: number;
  /** The user agent of the browser, for the list of sessions. */
  readonly agent?: string;
  readonly withSecondFactor?: boolean;
}

/**
 * An active session. `provedAt` is the time at which the person last entered the correct password. `secondFactorAt` is null until
 * the person has entered a second factor in this session. `endsAt` is the end of the token or of the session, whichever is earlier.
 */
export interface LiveSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly provedAt: number;
  readonly secondFactorAt: number | null;
  readonly endsAt: number;
}

/** The sessions of people. */
export interface Sessions {
  create(input: NewSession): Promise<SessionTokens>;
  /** Opens a session. Returns null when the password or the second factor was changed after the caller had checked it. */
  logIn(input: NewSession & { readonly passwordHash: string }): Promise<SessionTokens | null>;
  findByAccess(token: string, now: number): Promise<LiveSession | null>;
  /** Returns the active sessions. The session that was used last is first. */
  list(userId: string, now: number): Promise<readonly SessionRecord[]>;
  /** Records that the person has entered the correct password again, and the second factor when the person has one. */
  prove(sessionId: string, proof: { readonly now: number; readonly withSecondFactor: boolean }): Promise<void>;
  /** Ends one session of this person. Returns false when the person has no active session with this id. */
  end(userId: string, sessionId: string, now: number): Promise<boolean>;
  /**
   * Replaces a session by a new session with another id and other tokens, because the rights of the session have changed (reliability 5.3 item 16). Ends every
   * other session of the person. Returns null when the session is not active.
   */
  renew(
    sessionId: string,
    change: { readonly now: number; readonly withSecondFactor: boolean },
  ): Promise<(SessionTokens & { readonly isRemembered: boolean }) | null>;
  revokeOthers(userId: string, exceptSessionId: string, now: number): Promise<void>;
  /**
   * Rotates the tokens. A second use of a refresh token within the grace period returns the refresh token that the first use returned, so a session has one chain of
   * refresh tokens. When a replaced refresh token is used after the grace period, its session is revoked (`reused`).
   */
  refresh(
    token: string,
    now: number,
  ): Promise<
    StoreResult<{ readonly tokens: SessionTokens; readonly isRemembered: boolean }, 'unknown' | 'expired' | 'reused'>
  >;
  /** Returns whether the session is active. This call is for sockets, because a socket is opened with a ticket and has no token. */
  isLive(sessionId: string, now: number): Promise<boolean>;
  revoke(sessionId: string, now: number): Promise<void>;
  revokeAllOfUser(userId: string, now: number): Promise<void>;
}

/** Returns the columns that `liveSessionOf` reads. */
export function sessionColumns(sql: Sql): PendingQuery<SqlRow[]> {
  return sql`s.id as session_id, s.user_id, s.proved_at, s.second_factor_at, least(t.expires_at, s.ends_at) as ends_at`;
}

/**
 * Returns the SQL that joins the active session `s` of an access token to the table `asked` of the calling query. `asked` has the columns `hash` and `now`.
 */
export function joinSession(sql: Sql): PendingQuery<SqlRow[]> {
  return sql`join session_tokens t on t.token_hash = asked.hash and t.kind = 'access' and t.expires_at > asked.now
    join sessions s on s.id = t.session_id and s.revoked_at is null and s.ends_at > asked.now`;
}

const readLive = readerOf(pickColumns(sessions, ['userId', 'provedAt', 'secondFactorAt', 'endsAt']));

/** Reads a row with the columns of `sessionColumns`. */
export function liveSessionOf(row: Row): LiveSession {
  return { ...readLive(row), sessionId: textOf(row, 'session_id') };
}

const sessionStateColumns = pickColumns(sessions, ['id', 'userId', 'isRemembered', 'endsAt', 'revokedAt']);
type SessionState = Omit<RecordOf<typeof sessionStateColumns>, 'revokedAt'>;

const readListed = readerOf(listedColumns);
const readSession = readerOf(sessionStateColumns);
const readWhole = readerOf(allColumns(sessions));
const readToken = readerOf(pickColumns(sessionTokens, ['expiresAt', 'replacedAt']));
const newSessionColumns = omitColumns(sessions, ['revokedAt']);
const newTokenColumns = omitColumns(sessionTokens, ['replacedAt']);

/** Returns the sessions of a database. `key` is the secret from which the refresh tokens of a session are derived. Source: decision 14, reliability 5.3 items 11, 12, 14, 16. */
export function createSessions(sql: Sql, key: Uint8Array): Sessions {
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
      return sql.begin((transaction) => rotate({ transaction, key }, token, now));
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
      return rows.map(readListed);
    },
    async prove(sessionId, { now, withSecondFactor }) {
      await sql`
        update sessions set proved_at = ${now}, second_factor_at = case when ${withSecondFactor} then ${now}::bigint else second_factor_at end
        where id = ${sessionId}`;
    },
    renew: (sessionId, change) => sql.begin((transaction) => renew(transaction, sessionId, change)),
    async end(userId, sessionId, now) {
      const { count } =
        await sql`update sessions set revoked_at = ${now} where id = ${sessionId} and user_id = ${userId} and revoked_at is null and ends_at > ${now}`;
      return count === 1;
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
 * Returns whether the password and the second factor that a log-in has checked are still current. A log-in, a change of the password and the confirmation
 * of a second factor lock the row of the person. When the change is first, this function returns false and no session is opened. When the log-in is first, the
 * change of the password, or the route that confirms the second factor, ends the new session.
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

async function renew(
  transaction: TransactionSql,
  sessionId: string,
  { now, withSecondFactor }: { readonly now: number; readonly withSecondFactor: boolean },
): ReturnType<Sessions['renew']> {
  const rows = await transaction`
    select * from sessions where id = ${sessionId} and revoked_at is null and ends_at > ${now} for update`;
  if (rows.length === 0) return null;
  const { revokedAt: _, ...old } = readWhole(oneRow(rows));
  const row = { ...old, id: randomUUID(), lastUsedAt: now, secondFactorAt: withSecondFactor ? now : null };
  await transaction`update sessions set revoked_at = ${now} where user_id = ${old.userId} and revoked_at is null`;
  await transaction`insert into sessions ${transaction(valuesOf(newSessionColumns, row))}`;
  await transaction`update login_records set session_id = ${row.id} where user_id = ${old.userId} and session_id = ${sessionId}`;
  return { ...(await issue(transaction, row, { now, refreshToken: newToken() })), isRemembered: row.isRemembered };
}

async function open(
  transaction: TransactionSql,
  { userId, remember, now, agent = '', withSecondFactor = false }: NewSession,
): Promise<SessionTokens> {
  const users = await transaction`select role from users where id = ${userId}`;
  // Sessions of operators end after 12 hours (decision 57).
  const isRemembered = remember && users[0]?.['role'] !== 'operator';
  const session = {
    id: randomUUID(),
    userId,
    isRemembered,
    endsAt: now + (isRemembered ? rememberedSessionMs : shortSessionMs),
  };
  const row = {
    ...session,
    createdAt: now,
    agent: agent.slice(0, agentMaxLength),
    lastUsedAt: now,
    provedAt: now,
    secondFactorAt: withSecondFactor ? now : null,
  };
  await transaction`insert into sessions ${transaction(valuesOf(newSessionColumns, row))}`;
  return issue(transaction, session, { now, refreshToken: newToken() });
}

interface Rotation {
  readonly transaction: TransactionSql;
  readonly key: Uint8Array;
}

async function rotate({ transaction, key }: Rotation, token: string, now: number): ReturnType<Sessions['refresh']> {
  const hash = tokenHash(token);
  // The row of the session is locked, so that concurrent calls change the tokens of the session one after the other.
  const rows = await transaction`
    select s.id, s.user_id, s.remembered, s.ends_at, s.revoked_at from sessions s
    where s.id = (select session_id from session_tokens where token_hash = ${hash} and kind = 'refresh') for update`;
  if (rows.length === 0) return { ok: false, refusal: 'unknown' };
  const { revokedAt, ...session } = readSession(oneRow(rows));
  if (revokedAt !== null) return { ok: false, refusal: 'unknown' };
  const known = await transaction`select expires_at, replaced_at from session_tokens where token_hash = ${hash}`;
  if (known.length === 0) return { ok: false, refusal: 'unknown' };
  const { expiresAt, replacedAt } = readToken(oneRow(known));
  const isReused = replacedAt !== null && now - replacedAt > refreshGraceMs;
  const next = isReused ? null : await newestAfter({ transaction, key }, token);
  if (next === null) {
    await transaction`update sessions set revoked_at = ${now} where id = ${session.id}`;
    return { ok: false, refusal: 'reused' };
  }
  if (expiresAt <= now || session.endsAt <= now) return { ok: false, refusal: 'expired' };
  await transaction`update session_tokens set replaced_at = ${now} where token_hash = ${hash} and replaced_at is null`;
  await transaction`update sessions set last_used_at = ${now} where id = ${session.id}`;
  await transaction`delete from session_tokens where session_id = ${session.id} and kind = 'access' and expires_at <= ${now}`;
  return {
    ok: true,
    tokens: await issue(transaction, session, { now, refreshToken: next }),
    isRemembered: session.isRemembered,
  };
}

/** Returns the newest refresh token of the chain after a token: a new token, or the token that an earlier use has returned. Returns null after too many replacements. */
async function newestAfter({ transaction, key }: Rotation, token: string): Promise<string | null> {
  let next = token;
  for (let count = 0; count < maxGraceRefreshes; count += 1) {
    next = nextRefreshToken(key, next);
    const rows = await transaction`
      select 1 from session_tokens where token_hash = ${tokenHash(next)} and replaced_at is not null`;
    if (rows.length === 0) return next;
  }
  return null;
}

interface NewTokens {
  /** The time of the tokens in epoch ms. */
  readonly now: number;
  readonly refreshToken: string;
}

async function issue(
  transaction: TransactionSql,
  session: SessionState,
  { now, refreshToken }: NewTokens,
): Promise<SessionTokens> {
  const accessToken = newToken();
  const accessExpiresAt = Math.min(now + accessTokenMs, session.endsAt);
  const both = { sessionId: session.id, issuedAt: now };
  const tokens = [
    { ...both, kind: 'access', tokenHash: tokenHash(accessToken), expiresAt: accessExpiresAt },
    { ...both, kind: 'refresh', tokenHash: tokenHash(refreshToken), expiresAt: session.endsAt },
  ] as const;
  const rows = tokens.map((token) => valuesOf(newTokenColumns, token));
  // Within the grace period the refresh token of an earlier use is in the table.
  await transaction`insert into session_tokens ${transaction(rows)} on conflict do nothing`;
  return {
    sessionId: session.id,
    userId: session.userId,
    accessToken,
    refreshToken,
    accessExpiresAt,
    refreshExpiresAt: session.endsAt,
  };
}
