// The audit: decisions with person and reason. A chain of digests shows whether a line was changed or lost.
import { createHash } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { auditLock } from '../database/locks.ts';
import { auditCheckRows, maxRows } from '../limits.ts';
import { oneRow, textOrNull, type Row } from '../database/row.ts';
import { auditEntries } from '../tables/people.ts';
import { allColumns, omitColumns, pickColumns, readerOf, valuesOf, type RecordOf } from '../tables/derive.ts';

const entryColumns = omitColumns(auditEntries, ['id', 'hash']);

/** A line to write: actor, action, subject and reason. A null actor means that the command line wrote the line. `at` is in epoch ms. */
export type NewAuditEntry = RecordOf<typeof entryColumns>;

/** A line of the audit. `hash` is in hex. The e-mails are null for the command line and for deleted people. */
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
    readonly limit: number;
  }): Promise<readonly AuditRecord[]>;
  /** Checks the chain of digests. Returns false when a line was changed, or when a line between two other lines is missing. */
  isIntact(): Promise<boolean>;
}

const newEntryColumns = omitColumns(auditEntries, ['id']);
const readEntry = readerOf(allColumns(auditEntries));
const readHash = readerOf(pickColumns(auditEntries, ['hash']));

/** Returns the audit of a database. Source: reliability 5.3 item 59. */
export function createAudit(sql: Sql): Audit {
  return {
    write: (entry) => sql.begin((transaction) => appendAudit(transaction, entry)).then(() => undefined),
    async list({ subjectId, beforeId, limit }) {
      const rows = await sql`
        select e.*, a.email as actor_email, s.email as subject_email from audit_entries e
          left join users a on a.id = e.actor_id and a.deleted_at is null
          left join users s on s.id = e.subject_id and s.deleted_at is null
        where (${subjectId ?? null}::text is null or e.subject_id = ${subjectId ?? null})
          and (${beforeId ?? null}::bigint is null or e.id < ${beforeId ?? null}) order by e.id desc limit ${Math.min(limit, maxRows)}`;
      return rows.map(auditOf);
    },
    async isIntact() {
      // The check starts at the digest of the oldest line, because a purge may have removed the line before it.
      let previous: Buffer | null = null;
      let afterId = 0;
      for (;;) {
        const rows: readonly Row[] =
          await sql`select * from audit_entries where id > ${afterId} order by id limit ${auditCheckRows}`;
        for (const row of rows) {
          const { id, hash, ...entry } = readEntry(row);
          if (previous !== null && !hash.equals(digest(previous, entry))) return false;
          previous = hash;
          afterId = id;
        }
        if (rows.length < auditCheckRows) return true;
      }
    },
  };
}

/** Adds a line inside a transaction, so that a change and its line are stored in the same transaction. */
export async function appendAudit(transaction: TransactionSql, entry: NewAuditEntry): Promise<void> {
  await transaction`select pg_advisory_xact_lock(${auditLock.space}, ${auditLock.key})`;
  const last = await transaction`select hash from audit_entries order by id desc limit 1`;
  const previous = last.length === 0 ? Buffer.alloc(0) : readHash(oneRow(last)).hash;
  const row = { ...entry, hash: digest(previous, entry) };
  await transaction`insert into audit_entries ${transaction(valuesOf(newEntryColumns, row))}`;
}

function digest(previous: Uint8Array, { at, actorId, action, subjectId, detail }: NewAuditEntry): Buffer {
  const text = JSON.stringify([at, actorId, action, subjectId, detail]);
  return createHash('sha256').update(previous).update(text).digest();
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
