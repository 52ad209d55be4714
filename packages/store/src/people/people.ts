// The people as the operator sees them, and the decisions about people.
import type { Sql } from 'postgres';
import { accountOf, type AccountRecord } from '../links/accounts.ts';
import type { HoneyIds } from '../links/honey-account.ts';
import type { AuditWriter } from './audit-writer.ts';
import { maxRows } from '../limits.ts';
import { booleanOf, integerOf, oneRow, textOf, type Row } from '../database/row.ts';
import type { StoreResult } from '../result.ts';
import { readPersonalRows, type PersonalRows } from './personal-records.ts';
import { removeHooks } from '../signals/signal-hooks.ts';
import { users } from '../tables/people.ts';
import { omitColumns, readerOf, type RecordOf } from '../tables/derive.ts';

const personColumns = omitColumns(users, ['hasGranted', 'passwordHash', 'deletedAt']);

/** The state of the approval of a person. */
export type ApprovalState = PersonRecord['approval'];

/** A person as the operator sees the person. Times are epoch ms. */
export type PersonRecord = RecordOf<typeof personColumns> & {
  readonly hasSecondFactor: boolean;
  readonly linkedAccounts: number;
  readonly runningBots: number;
};

/** A decision about a person. */
export interface Decision {
  readonly userId: string;
  readonly verdict: 'approve' | 'reject' | 'revoke';
  /** The approval state that the deciding person saw. When the state has changed, the decision is refused. */
  readonly seen?: ApprovalState | undefined;
  /** The new level of the person. Only `approve` may set a level. When the field is missing, the level does not change. */
  readonly level?: number | undefined;
  /** The person who decides. Null means that the command line made the decision. */
  readonly actorId: string | null;
  readonly reason: string;
  readonly now: number;
}

/** A linked account as the operator sees the account. */
export type LinkRecord = Pick<AccountRecord, 'id' | 'userId' | 'exchange' | 'label' | 'environment' | 'createdAt'> & {
  readonly email: string;
  readonly runningBots: number;
};

/** The people of an installation. */
export interface People {
  /** Returns at most one page of people without deleted people and without the owner of the honey account. The oldest person is first. */
  list(query: {
    readonly approval?: ApprovalState;
    readonly search?: string;
    readonly limit: number;
    readonly offset: number;
  }): Promise<{ readonly people: readonly PersonRecord[]; readonly total: number }>;
  find(userId: string): Promise<PersonRecord | null>;
  /** Returns the stored rows of the person for an export. Secrets are not among the columns. */
  records(userId: string): Promise<readonly PersonalRows[]>;
  /** Returns the time of the last erasure of a person in epoch ms. Returns 0 when no person was erased. */
  lastErasedAt(): Promise<number>;
  /**
   * Returns at most one page of linked accounts without the honey account. The oldest account is first. `userId` selects the accounts of one person, and `search` selects accounts
   * whose label or owner's e-mail contains a text.
   */
  links(query: {
    readonly userId?: string;
    readonly search?: string;
    readonly limit: number;
    readonly offset: number;
  }): Promise<{ readonly links: readonly LinkRecord[]; readonly total: number }>;
  /** Stores a decision and writes the audit in one transaction. A revocation or a rejection ends every session and every secret address of a bot of the person. */
  decide(decision: Decision): Promise<StoreResult<{ readonly person: PersonRecord }, 'unknown' | 'decided'>>;
}

const approvalAfter = { approve: 'approved', reject: 'rejected', revoke: 'revoked' } as const;

/** Returns the people of a database. */
export function createPeople(sql: Sql, writer: AuditWriter, honey: HoneyIds): People {
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
        u.deleted_at is null and u.id <> ${honey.userId} and (${approval ?? null}::text is null or u.approval = ${approval ?? null})
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
        where a.unlinked_at is null and a.id <> ${honey.accountId} and (${userId ?? null}::text is null or a.user_id = ${userId ?? null})
          and (${pattern}::text is null or u.email like ${pattern} or lower(a.label) like ${pattern})`;
      const rows = await sql`
        select a.*, u.email, (select count(*)::int from bots b where b.account_id = a.id and b.ended_at is null) as running_bots
        from ${wanted} order by a.created_at, a.id limit ${Math.min(limit, maxRows)} offset ${offset}`;
      const count = oneRow(await sql`select count(*)::int as total from ${wanted}`);
      return { links: rows.map(linkOf), total: integerOf(count, 'total') };
    },
    records: (userId) => readPersonalRows(sql, userId),
    async lastErasedAt() {
      return integerOf(oneRow(await sql`select coalesce(max(deleted_at), 0) as at from users`), 'at');
    },
    async decide(decision) {
      const isStored = await decide({ sql, writer }, decision);
      const person = await find(decision.userId);
      if (person === null) return { ok: false, refusal: 'unknown' };
      return isStored ? { ok: true, person } : { ok: false, refusal: 'decided' };
    },
  };
}

/** Returns false when the person was not found, or when the state of the person has changed after the deciding person saw it. */
function decide(
  { sql, writer }: { readonly sql: Sql; readonly writer: AuditWriter },
  { userId, verdict, seen, level, actorId, reason, now }: Decision,
): Promise<boolean> {
  const approval = approvalAfter[verdict];
  return sql.begin(async (transaction) => {
    const { count } = await transaction`
      update users set approval = ${approval}, has_granted = ${verdict === 'approve'}, level = coalesce(${level ?? null}::int, level)
      where id = ${userId} and deleted_at is null and (${seen ?? null}::text is null or approval = ${seen ?? null})`;
    if (count === 0) return false;
    if (verdict !== 'approve') {
      await transaction`update sessions set revoked_at = ${now} where user_id = ${userId} and revoked_at is null`;
      await removeHooks(transaction, userId);
    }
    const detail = level === undefined ? reason : `level ${level}${reason === '' ? '' : `: ${reason}`}`;
    await writer.append(transaction, { at: now, actorId, action: `user.${verdict}`, subjectId: userId, detail });
    return true;
  });
}

/** Returns the LIKE pattern for texts that contain the search text. Returns null when all texts match. */
function patternOf(search: string | undefined): string | null {
  return search === undefined || search === '' ? null : `%${escapePattern(search.toLowerCase())}%`;
}

/** Escapes the characters that LIKE reads as wildcards. */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

function linkOf(row: Row): LinkRecord {
  const { id, userId, exchange, label, environment, createdAt } = accountOf(row);
  const email = textOf(row, 'email');
  return { id, userId, email, exchange, label, environment, createdAt, runningBots: integerOf(row, 'running_bots') };
}

const readPerson = readerOf(personColumns);

function personOf(row: Row): PersonRecord {
  return {
    ...readPerson(row),
    hasSecondFactor: booleanOf(row, 'has_second_factor'),
    linkedAccounts: integerOf(row, 'linked_accounts'),
    runningBots: integerOf(row, 'running_bots'),
  };
}
