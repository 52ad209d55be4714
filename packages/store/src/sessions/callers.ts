// Who holds an access token: session, person and linked accounts, kept for a few seconds so that polling screens cost no query.
import type { Sql } from 'postgres';
import { accountOf } from '../links/accounts.ts';
import { gatherRows } from '../database/batch-loader.ts';
import { callersKept, callersKeptMs } from '../limits.ts';
import type { AccountRecord, Accounts, LiveSession, Sessions, UserRecord, Users } from '../store.ts';
import type { AccountLabels, Logins, People } from '../people/person-records.ts';
import { oneRow, textOf, type Row } from '../database/row.ts';
import { joinSession, liveSessionOf, sessionColumns } from './sessions.ts';
import { tokenHash } from '../secrets/tokens.ts';
import { userOf } from '../people/users.ts';

export interface CallerRecord {
  readonly session: LiveSession;
  readonly user: UserRecord;
  readonly accounts: readonly AccountRecord[];
}

export interface Callers {
  /**
   * Null: no such live session. What this process ends or changes counts at once; what another node or the command line
   * does counts within `callersKeptMs`.
   */
  find(token: string, now: number): Promise<CallerRecord | null>;
}

interface Kept {
  readonly caller: CallerRecord;
  readonly readAt: number;
}

/** The parts of the store that change who may call, or what a caller is. */
export interface CallerParts {
  readonly sessions: Sessions;
  readonly users: Users;
  readonly accounts: Accounts;
  readonly accountLabels: AccountLabels;
  readonly people: People;
  readonly logins: Logins;
}

/** The callers over these parts, and the same parts again, which make the callers forget whenever they change one. */
export function createCallers(sql: Sql, parts: CallerParts): CallerParts & { readonly callers: Callers } {
  const kept = new Map<string, Kept>();
  // Raised by every change: what was read before it and arrives after it is not kept.
  let changes = 0;
  const forget = (): void => {
    changes += 1;
    kept.clear();
  };
  const rowsOf = gatherRows((asked: readonly Asked[]) => readCallers(sql, asked));
  const find = async (token: string, now: number): Promise<CallerRecord | null> => {
    const key = tokenHash(token).toString('base64');
    const known = kept.get(key);
    const isRecent = known !== undefined && now >= known.readAt && now - known.readAt < callersKeptMs;
    if (known !== undefined && isRecent) return known.caller.session.endsAt > now ? known.caller : null;
    const before = changes;
    const rows = await rowsOf({ hash: key, now });
    const caller = rows.length === 0 ? null : callerOf(oneRow(rows));
    kept.delete(key);
    if (caller === null || before !== changes) return caller;
    kept.set(key, { caller, readAt: now });
    const oldest = kept.keys().next();
    if (kept.size > callersKept && oldest.done === false) kept.delete(oldest.value);
    return caller;
  };
  return { callers: { find }, ...forgetting(parts, forget) };
}

interface Asked {
  /** SHA-256 of the token, in base64. */
  readonly hash: string;
  readonly now: number;
}

/** In one query: it stands before every call that is not asked lately. */
async function readCallers(sql: Sql, asked: readonly Asked[]): Promise<readonly Row[]> {
  const hashes = asked.map(({ hash }) => hash);
  const instants = asked.map(({ now }) => now);
  return sql`
    select asked.place, u.*, ${sessionColumns(sql)}, (
      select coalesce(json_agg(json_build_object('id', a.id, 'user_id', a.user_id, 'exchange', a.exchange, 'label', a.label, 'uid', a.uid,
        'environment', a.environment, 'domain', a.domain, 'masked_key', a.masked_key, 'position_mode', a.position_mode,
        'created_at', a.created_at) order by a.created_at, a.id), '[]')::text
      from exchange_accounts a where a.user_id = u.id and a.unlinked_at is null
    ) as accounts
    from (
      select decode(hash, 'base64') as hash, now, place from unnest(${hashes}::text[], ${instants}::int8[]) with ordinality each(hash, now, place)
    ) asked ${joinSession(sql)} join users u on u.id = s.user_id and u.deleted_at is null`;
}

function callerOf(row: Row): CallerRecord {
  const accounts: readonly Row[] = JSON.parse(textOf(row, 'accounts')); // json_agg of json_build_object holds nothing else
  return { session: liveSessionOf(row), user: userOf(row), accounts: accounts.map(accountOf) };
}

function forgetting(parts: CallerParts, forget: () => void): CallerParts {
  const { sessions, users, accounts, accountLabels, people, logins } = parts;
  return {
    sessions: {
      ...sessions,
      async refresh(token, now) {
        const answer = await sessions.refresh(token, now);
        // A token that was used twice has ended its session.
        if (!answer.ok && answer.refusal === 'reused') forget();
        return answer;
      },
      prove: (sessionId, proof) => sessions.prove(sessionId, proof).finally(forget),
      end: (userId, sessionId, now) => sessions.end(userId, sessionId, now).finally(forget),
      revoke: (sessionId, now) => sessions.revoke(sessionId, now).finally(forget),
      revokeOthers: (userId, exceptId, now) => sessions.revokeOthers(userId, exceptId, now).finally(forget),
      revokeAllOfUser: (userId, now) => sessions.revokeAllOfUser(userId, now).finally(forget),
    },
    users: {
      ...users,
      renewPasswordHash: (userId, hashes) => users.renewPasswordHash(userId, hashes).finally(forget),
      changePassword: (userId, change) => users.changePassword(userId, change).finally(forget),
      erase: (userId, now) => users.erase(userId, now).finally(forget),
    },
    accounts: {
      ...accounts,
      create: (account) => accounts.create(account).finally(forget),
      replaceCredentials: (accountId, credentials) =>
        accounts.replaceCredentials(accountId, credentials).finally(forget),
      unlink: (accountId, end) => accounts.unlink(accountId, end).finally(forget),
    },
    accountLabels: {
      ...accountLabels,
      save: (accountId, label) => accountLabels.save(accountId, label).finally(forget),
    },
    people: { ...people, decide: (decision) => people.decide(decision).finally(forget) },
    logins: { ...logins, useResetLink: (link) => logins.useResetLink(link).finally(forget) },
  };
}
