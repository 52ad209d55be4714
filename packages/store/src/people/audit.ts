// The audit: who decided what and why, as a chain of digests that shows when a line was changed or lost.
import { createHash } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { auditLock } from '../database/locks.ts';
import { auditCheckRows, maxRows } from '../limits.ts';
import type { Audit, AuditRecord, NewAuditEntry } from './person-records.ts';
import { bytesOf, integerOf, oneRow, textOf, textOrNull, type Row } from '../database/row.ts';

/** The audit of a database. Source: reliability 5.3 item 59. */
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
      // The oldest line follows one that was purged, so its own digest is where the chain begins.
      let previous: Buffer | null = null;
      let afterId = 0;
      for (;;) {
        const rows: readonly Row[] =
          await sql`select * from audit_entries where id > ${afterId} order by id limit ${auditCheckRows}`;
        for (const row of rows) {
          const hash = bytesOf(row, 'hash');
          if (previous !== null && !hash.equals(digest(previous, entryOf(row)))) return false;
          previous = hash;
          afterId = integerOf(row, 'id');
        }
        if (rows.length < auditCheckRows) return true;
      }
    },
  };
}

/** Adds a line inside a transaction, so that the act and its line are one. */
export async function appendAudit(transaction: TransactionSql, entry: NewAuditEntry): Promise<void> {
  await transaction`select pg_advisory_xact_lock(${auditLock.space}, ${auditLock.key})`;
  const last = await transaction`select hash from audit_entries order by id desc limit 1`;
  const previous = last.length === 0 ? Buffer.alloc(0) : bytesOf(oneRow(last), 'hash');
  await transaction`
    insert into audit_entries (at, actor_id, action, subject_id, detail, hash)
    values (${entry.at}, ${entry.actorId}, ${entry.action}, ${entry.subjectId}, ${entry.detail}, ${digest(previous, entry)})`;
}

function digest(previous: Uint8Array, { at, actorId, action, subjectId, detail }: NewAuditEntry): Buffer {
  const text = JSON.stringify([at, actorId, action, subjectId, detail]);
  return createHash('sha256').update(previous).update(text).digest();
}

function entryOf(row: Row): NewAuditEntry {
  return {
    at: integerOf(row, 'at'),
    actorId: textOrNull(row, 'actor_id'),
    action: textOf(row, 'action'),
    subjectId: textOrNull(row, 'subject_id'),
    detail: textOf(row, 'detail'),
  };
}

function auditOf(row: Row): AuditRecord {
  return {
    ...entryOf(row),
    id: integerOf(row, 'id'),
    hash: bytesOf(row, 'hash').toString('hex'),
    actorEmail: textOrNull(row, 'actor_email'),
    subjectEmail: textOrNull(row, 'subject_email'),
  };
}
