// The caller of an access token: the session, the person and the linked accounts. A caller is cached for a few seconds, because screens poll.
import { LRUCache } from 'lru-cache';
import type { Sql } from 'postgres';
import { accountColumns, accountOf, type AccountRecord, type Accounts } from '../links/accounts.ts';
import type { AccountLabels } from '../links/account-labels.ts';
import { batchReads } from '../database/batch-loader.ts';
import { callerCacheMs, callerCacheSize } from '../limits.ts';
import type { Logins } from '../people/logins.ts';
import type { People } from '../people/people.ts';
import { oneRow, textOf, type Row } from '../database/row.ts';
import { joinSession, liveSessionOf, sessionColumns, type LiveSession, type Sessions } from './sessions.ts';
import { jsonFieldsOf } from '../tables/derive.ts';
import { tokenHash } from '../secrets/tokens.ts';
import { userOf, type UserRecord, type Users } from '../people/users.ts';

/** A caller with the linked accounts. */
export interface CallerRecord {
  readonly session: LiveSession;
  readonly user: UserRecord;
  readonly accounts: readonly AccountRecord[];
}

/** The callers of access tokens. */
export interface Callers {
  /**
   * Returns the caller of an access token. Returns null when no active session has the token. A change by this process is visible in the next call. A change
   * by another node or by the command line is visible after at most `callerCacheMs`, or when this process calls `forget`.
   */
  find(token: string, now: number): Promise<CallerRecord | null>;
  /** Empties the cache, because another node has changed a session, a person or an account. */
  forget(): void;
  /** Calls the listener after each change by this process. */
  onChange(listener: () => void): void;
}

interface CachedCaller {
  readonly caller: CallerRecord;
  readonly readAt: number;
}

/** The repositories whose calls change a caller. */
export interface CallerRepositories {
  readonly sessions: Sessions;
  readonly users: Users;
  readonly accounts: Accounts;
  readonly accountLabels: AccountLabels;
  readonly people: People;
  readonly logins: Logins;
}

/**
 * Returns the callers, and wrappers of the repositories. Each change through a wrapper clears the cache. The key of the cache is the SHA-256 of the token.
 * The cache has at most `callerCacheSize` entries. An entry is valid for `callerCacheMs`, at most until the session ends or the next change happens.
 */
export function createCallers(
  sql: Sql,
  repositories: CallerRepositories,
): CallerRepositories & { readonly callers: Callers } {
  const cache = new LRUCache<string, CachedCaller>({ max: callerCacheSize });
  // Each change increments this number. A caller is cached only when the number did not change during the read, because otherwise the rows could be older than
  // the change.
  let changes = 0;
  const forget = (): void => {
    changes += 1;
    cache.clear();
  };
  const listeners: (() => void)[] = [];
  const clear = (): void => {
    forget();
    for (const listener of listeners) listener();
  };
  const rowsOf = batchReads((tokens: readonly TokenAt[]) => readCallers(sql, tokens));
  const find = async (token: string, now: number): Promise<CallerRecord | null> => {
    const key = tokenHash(token).toString('base64');
    const cached = cache.get(key);
    const isRecent = cached !== undefined && now >= cached.readAt && now - cached.readAt < callerCacheMs;
    if (cached !== undefined && isRecent) return cached.caller.session.endsAt > now ? cached.caller : null;
    const before = changes;
    const rows = await rowsOf({ hash: key, now });
    const caller = rows.length === 0 ? null : callerOf(oneRow(rows));
    cache.delete(key);
    if (caller !== null && before === changes) cache.set(key, { caller, readAt: now });
    return caller;
  };
  const callers = { find, forget, onChange: (listener: () => void) => void listeners.push(listener) };
  return { callers, ...clearingAfterChanges(repositories, clear) };
}

interface TokenAt {
  /** SHA-256 of the token, in base64. */
  readonly hash: string;
  readonly now: number;
}

/** Reads the callers of several tokens with one query. This read must be fast, because every request whose caller is not cached waits for it. */
async function readCallers(sql: Sql, tokens: readonly TokenAt[]): Promise<readonly Row[]> {
  const hashes = tokens.map(({ hash }) => hash);
  const instants = tokens.map(({ now }) => now);
  return sql`
    select asked.place, u.*, ${sessionColumns(sql)}, (
      select coalesce(json_agg(json_build_object(${sql.unsafe(jsonFieldsOf(accountColumns, 'a'))}) order by a.created_at, a.id), '[]')::text
      from exchange_accounts a where a.user_id = u.id and a.unlinked_at is null
    ) as accounts
    from (
      select decode(hash, 'base64') as hash, now, place from unnest(${hashes}::text[], ${instants}::int8[]) with ordinality each(hash, now, place)
    ) asked ${joinSession(sql)} join users u on u.id = s.user_id and u.deleted_at is null`;
}

function callerOf(row: Row): CallerRecord {
  const accounts: readonly Row[] = JSON.parse(textOf(row, 'accounts')); // The json_agg of json_build_object always has this shape.
  return { session: liveSessionOf(row), user: userOf(row), accounts: accounts.map(accountOf) };
}

function clearingAfterChanges(repositories: CallerRepositories, clear: () => void): CallerRepositories {
  const { sessions, users, accounts, accountLabels, people, logins } = repositories;
  return {
    sessions: {
      ...sessions,
      async refresh(token, now) {
        const result = await sessions.refresh(token, now);
        // The reuse of a refresh token ends its session, so the cached caller of the session is no longer valid.
        if (!result.ok && result.refusal === 'reused') clear();
        return result;
      },
      renew: (sessionId, change) => sessions.renew(sessionId, change).finally(clear),
      prove: (sessionId, proof) => sessions.prove(sessionId, proof).finally(clear),
      end: (userId, sessionId, now) => sessions.end(userId, sessionId, now).finally(clear),
      revoke: (sessionId, now) => sessions.revoke(sessionId, now).finally(clear),
      revokeOthers: (userId, exceptId, now) => sessions.revokeOthers(userId, exceptId, now).finally(clear),
      revokeAllOfUser: (userId, now) => sessions.revokeAllOfUser(userId, now).finally(clear),
    },
    users: {
      ...users,
      renewPasswordHash: (userId, hashes) => users.renewPasswordHash(userId, hashes).finally(clear),
      changePassword: (userId, change) => users.changePassword(userId, change).finally(clear),
      erase: (userId, now) => users.erase(userId, now).finally(clear),
    },
    accounts: {
      ...accounts,
      create: (account) => accounts.create(account).finally(clear),
      replaceKey: (accountId, key) => accounts.replaceKey(accountId, key).finally(clear),
      unlink: (accountId, end) => accounts.unlink(accountId, end).finally(clear),
    },
    accountLabels: {
      ...accountLabels,
      save: (accountId, label) => accountLabels.save(accountId, label).finally(clear),
    },
    people: { ...people, decide: (decision) => people.decide(decision).finally(clear) },
    logins: { ...logins, useResetLink: (link) => logins.useResetLink(link).finally(clear) },
  };
}
