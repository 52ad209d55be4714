// The audit: log-ins, decisions and other acts with person and reason. A signed chain of digests shows whether a line was changed, lost or added.
import type { Sql } from 'postgres';
import { maxRows } from '../limits.ts';
import { textOrNull, type Row } from '../database/row.ts';
import { auditEntries } from '../tables/people.ts';
import { omitColumns, readerOf } from '../tables/derive.ts';
import type { AuditAnchor } from './audit-anchor.ts';
import type { NewAuditEntry } from './audit-chain.ts';
import { checkAudit, type AuditCheck, type AuditMark, type CheckedLine } from './audit-check.ts';
import { readHead, type AuditWriter } from './audit-writer.ts';

/** A line of the audit. `hash` is in hex. The e-mails are null for the command line, for the server and for deleted people. */
export interface AuditRecord extends NewAuditEntry {
  readonly id: number;
  readonly hash: string;
  readonly actorEmail: string | null;
  readonly subjectEmail: string | null;
}

/** The audit. */
export interface Audit {
  write(entry: NewAuditEntry): Promise<void>;
  /** Returns lines of the audit. The newest line is first. */
  list(query: {
    readonly subjectId?: string;
    readonly beforeId?: number;
    /** True for a list without log-ins, views of lists, acts on bots and counts of signatures, which are frequent. */
    readonly isDecision?: boolean;
    readonly limit: number;
  }): Promise<readonly AuditRecord[]>;
  /** True in a process with the master key, whose checks compare the audit with its anchor. */
  readonly knowsAnchor: boolean;
  /** Checks the whole audit. Each of `marks` must be the digest of its line, unless the line was purged. */
  check(marks?: readonly AuditMark[]): Promise<AuditCheck>;
  /** Returns whether the audit is intact. Lines that this store has found intact are not read again. `check` reads all lines. */
  isIntact(): Promise<boolean>;
  /** Returns the newest line, for an export. Returns null when the audit has no head. */
  mark(now: number): Promise<AuditMark | null>;
  /** Anchors the newest line that this store has found intact. Returns `none` for an audit without such a line, in a store without the master key, and when the anchor was changed. */
  anchor(): Promise<'none' | 'first' | 'stored'>;
}

interface AuditDeps {
  readonly sql: Sql;
  readonly writer: AuditWriter;
  /** The key of the audit. */
  readonly key: Uint8Array;
  /** Null without the master key. */
  readonly anchor: AuditAnchor | null;
}

/** The frequent actions that are not decisions. The console hides them at first. */
const frequentActions = [
  'user.logIn',
  'people.listed',
  'links.listed',
  'audit.listed',
  'bot.create',
  'bot.command',
  'signer.signed',
];

const readEntry = readerOf(omitColumns(auditEntries, ['erasure']));

/** Returns the audit of a database. Source: reliability 5.3 item 59. */
export function createAudit({ sql, writer, key, anchor }: AuditDeps): Audit {
  let checked: CheckedLine | null = null;
  const check = async (from: CheckedLine | null, marks: readonly AuditMark[]): Promise<AuditCheck> => {
    const anchored = anchor === null ? null : await anchor.read();
    const isChanged = anchored === 'changed';
    const { newest, ...result } = await checkAudit({ sql, key, anchor: isChanged ? null : anchored }, from, marks);
    checked = isChanged ? null : newest;
    // A changed anchor hides no other problem.
    return isChanged && result.problem === null ? { ...result, problem: 'anchor', lineId: null } : result;
  };
  return {
    knowsAnchor: anchor !== null,
    write: (entry) => sql.begin((transaction) => writer.append(transaction, entry)).then(() => undefined),
    async list({ subjectId, beforeId, isDecision = false, limit }) {
      const rows = await sql`
        select e.*, a.email as actor_email, s.email as subject_email from audit_entries e
          left join users a on a.id = e.actor_id and a.deleted_at is null
          left join users s on s.id = e.subject_id and s.deleted_at is null
        where (${subjectId ?? null}::text is null or e.subject_id = ${subjectId ?? null})
          and (${beforeId ?? null}::bigint is null or e.id < ${beforeId ?? null}) and (not ${isDecision} or e.action <> all(${[...frequentActions]})) order by e.id desc limit ${Math.min(limit, maxRows)}`;
      return rows.map(auditOf);
    },
    check: (marks = []) => check(null, marks),
    isIntact: async () => (await check(checked, [])).problem === null,
    async mark(now) {
      const head = await readHead(sql);
      if (head === null) return null;
      return { line: head.purgedCount + head.lineCount, hash: head.lastHash.toString('hex'), at: now };
    },
    async anchor() {
      if (anchor === null || checked === null || checked.line === 0) return 'none';
      return anchor.store({ line: checked.line, hash: checked.hash.toString('hex') });
    },
  };
}

function auditOf(row: Row): AuditRecord {
  const { hash, ...entry } = readEntry(row);
  return {
    ...entry,
    hash: hash.toString('hex'),
    actorEmail: textOrNull(row, 'actor_email'),
    subjectEmail: textOrNull(row, 'subject_email'),
  };
}
