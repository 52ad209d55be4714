// People as operators see them, and the decisions about them.
import type { Sql } from 'postgres';
import { accountOf } from '../links/accounts.ts';
import { appendAudit } from './audit.ts';
import { maxRows } from '../limits.ts';
import type { Decision, LinkRecord, People, PersonRecord } from './person-records.ts';
import { booleanOf, integerOf, integerOrNull, oneRow, textOf, textOrNull, wordOf, type Row } from '../database/row.ts';

const approvals = ['pending', 'approved', 'rejected', 'revoked'] as const;
const approvalAfter = { approve: 'approved', reject: 'rejected', revoke: 'revoked' } as const;

/** The people of a database. */
export function createPeople(sql: Sql): People {
  const person = sql`
    u.*, exists (select 1 from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_second_factor,
    (select count(*)::int from exchange_accounts a where a.user_id = u.id and a.unlinked_at is null) as linked_accounts,
    (select count(*)::int from bots b where b.user_id = u.id and b.ended_at is null) as running_bots`;
  const find = async (userId: string): Promise<PersonRecord | null> => {
    const rows = await sql`select ${person} from users u where u.id = ${userId} and u.deleted_at is null`;
    return rows.length === 0 ? null : personOf(oneRow(rows));
  };
  return {
    find,
    async list({ approval, search, limit, offset }) {
      const pattern = patternOf(search);
      const wanted = sql`
        u.deleted_at is null and (${approval ?? null}::text is null or u.approval = ${approval ?? null})
        and (${pattern}::text is null or u.email like ${pattern} or lower(u.name) like ${pattern})`;
      const rows =
        await sql`select ${person} from users u where ${wanted} order by u.created_at, u.id limit ${Math.min(limit, maxRows)} offset ${offset}`;
      const count = oneRow(await sql`select count(*)::int as total from users u where ${wanted}`);
      return { people: rows.map(personOf), total: integerOf(count, 'total') };
    },
    async links({ userId, search, limit, offset }) {
      const pattern = patternOf(search);
      const wanted = sql`
        exchange_accounts a join users u on u.id = a.user_id
        where a.unlinked_at is null and (${userId ?? null}::text is null or a.user_id = ${userId ?? null})
          and (${pattern}::text is null or u.email like ${pattern} or lower(a.label) like ${pattern})`;
      const rows = await sql`
        select a.*, u.email, (select count(*)::int from bots b where b.account_id = a.id and b.ended_at is null) as running_bots
        from ${wanted} order by a.created_at, a.id limit ${Math.min(limit, maxRows)} offset ${offset}`;
      const count = oneRow(await sql`select count(*)::int as total from ${wanted}`);
      return { links: rows.map(linkOf), total: integerOf(count, 'total') };
    },
    async lastErasedAt() {
      return integerOf(oneRow(await sql`select coalesce(max(deleted_at), 0) as at from users`), 'at');
    },
    async decide(decision) {
      const isDecided = await decide(sql, decision);
      const person = await find(decision.userId);
      if (person === null) return { ok: false, refusal: 'unknown' };
      return isDecided ? { ok: true, person } : { ok: false, refusal: 'decided' };
    },
  };
}

/** False when nobody was found, or somebody in another state than the decider has seen. */
function decide(sql: Sql, { userId, verdict, seen, level, actorId, reason, now }: Decision): Promise<boolean> {
  const approval = approvalAfter[verdict];
  return sql.begin(async (transaction) => {
    const answer = await transaction`
      update users set approval = ${approval}, has_granted = ${verdict === 'approve'}, level = coalesce(${level ?? null}::int, level)
      where id = ${userId} and deleted_at is null and (${seen ?? null}::text is null or approval = ${seen ?? null})`;
    if (answer.count === 0) return false;
    if (verdict !== 'approve')
      await transaction`update sessions set revoked_at = ${now} where user_id = ${userId} and revoked_at is null`;
    const detail = level === undefined ? reason : `level ${level}${reason === '' ? '' : `: ${reason}`}`;
    await appendAudit(transaction, { at: now, actorId, action: `user.${verdict}`, subjectId: userId, detail });
    return true;
  });
}

/** What a search finds within a text; null finds all. */
function patternOf(search: string | undefined): string | null {
  return search === undefined || search === '' ? null : `%${escapePattern(search.toLowerCase())}%`;
}

/** The text as itself in a LIKE pattern. */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

function linkOf(row: Row): LinkRecord {
  const { id, userId, exchange, label, environment, createdAt } = accountOf(row);
  const email = textOf(row, 'email');
  return { id, userId, email, exchange, label, environment, createdAt, runningBots: integerOf(row, 'running_bots') };
}

function personOf(row: Row): PersonRecord {
  return {
    id: textOf(row, 'id'),
    email: textOf(row, 'email'),
    username: textOf(row, 'username'),
    name: textOf(row, 'name'),
    role: wordOf(row, 'role', ['member', 'operator']),
    level: integerOf(row, 'level'),
    approval: wordOf(row, 'approval', approvals),
    ref: textOrNull(row, 'ref'),
    region: textOrNull(row, 'region'),
    consentVersion: textOrNull(row, 'consent_version'),
    consentedAt: integerOrNull(row, 'consented_at'),
    hasSecondFactor: booleanOf(row, 'has_second_factor'),
    linkedAccounts: integerOf(row, 'linked_accounts'),
    runningBots: integerOf(row, 'running_bots'),
    createdAt: integerOf(row, 'created_at'),
    lastLoginAt: integerOrNull(row, 'last_login_at'),
  };
}
