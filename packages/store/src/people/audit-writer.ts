// Writes the audit: appends a line, signs the lines of an older version, and purges the oldest lines. Each change also changes the head in the same transaction.
import type { Sql, TransactionSql } from 'postgres';
import { auditLock } from '../database/locks.ts';
import { booleanOf, integerOf, oneRow, type Row } from '../database/row.ts';
import { readBytes } from '../database/values.ts';
import { auditUpgradeMs, purgeBatchRows } from '../limits.ts';
import { auditEntries } from '../tables/people.ts';
import { allColumns, omitColumns, pickColumns, readerOf, valuesOf } from '../tables/derive.ts';
import { erasedDigest, headColumns, isSigned, keyedDigest, signHead } from './audit-chain.ts';
import type { HeadValues, NewAuditEntry, StoredHead } from './audit-chain.ts';

/** The writer of the audit. */
export interface AuditWriter {
  /** Adds a line inside a transaction, so that a change and its line are stored in the same transaction. */
  append(transaction: TransactionSql, entry: NewAuditEntry): Promise<void>;
  /** Signs the head of a database that an older version has written. A signed head stays unchanged. */
  sign(sql: Sql): Promise<void>;
  /** Erases the reasons of the decisions about a person. The lines stay in the chain. */
  eraseReasons(transaction: TransactionSql, subjectId: string): Promise<void>;
  /** Removes at most `purgeBatchRows` of the oldest lines that were written before a time in epoch ms. Returns the number of removed lines. */
  purge(transaction: TransactionSql, before: number): Promise<number>;
}

const newEntryColumns = omitColumns(auditEntries, ['id', 'erasure']);
const readWhole = readerOf(allColumns(auditEntries));
const readHeadColumns = readerOf(headColumns);
const readLine = readerOf(pickColumns(auditEntries, ['id', 'hash']));
/** The actions whose detail is the reason that an operator has typed. */
export const decisions: readonly string[] = ['user.approve', 'user.reject', 'user.revoke', 'key.unbound'];
const noHash = Buffer.alloc(0);

/**
 * Returns the writer. `systemUser` is the user of the operating system who runs the command line. The name is added to the lines that no person of the
 * installation wrote.
 */
export function createAuditWriter(key: Uint8Array, systemUser?: string): AuditWriter {
  const append: AuditWriter['append'] = async (transaction, entry) => {
    const { head, newest } = await readLocked(transaction);
    const line = systemUser === undefined ? entry : withSystemUser(entry, systemUser);
    // A head without a valid signature is evidence of a change, so no later line changes the head.
    if (head === null || !isSigned(key, head)) {
      await insertLine(transaction, line, keyedDigest(key, newest, line));
      return;
    }
    const present = newest.equals(head.lastHash) ? head : await withOlderProgram(transaction, head, newest);
    const hash = keyedDigest(key, present.lastHash, line);
    const next = signHead(key, { ...present, lineCount: present.lineCount + 1, lastHash: hash });
    await Promise.all([insertLine(transaction, line, hash), storeHead(transaction, next)]);
  };
  return {
    append,
    async sign(sql) {
      const found = await readHead(sql);
      if (found === null || found.mac.length > 0) return;
      await sql.begin(async (transaction) => {
        const first = await signFirst(transaction, key);
        if (first === null || first.lineCount === 0) return;
        const { at, lineCount } = first;
        const line = { at, actorId: null, action: 'audit.keyed', subjectId: null, detail: `${lineCount} lines` };
        await append(transaction, line);
      });
    },
    async eraseReasons(transaction, subjectId) {
      await transaction`set local rondo.erase = 'on'`;
      const rows = await transaction`
        select * from audit_entries where subject_id = ${subjectId} and action = any(${[...decisions]}) and detail <> ''`;
      for (const row of rows) {
        const { id, hash, erasure: _, ...entry } = readWhole(row);
        const erasure = erasedDigest(key, hash, { ...entry, detail: '' });
        await transaction`update audit_entries set detail = '', erasure = ${erasure} where id = ${id}`;
      }
      await transaction`set local rondo.erase = 'off'`;
    },
    async purge(transaction, before) {
      const { head } = await readLocked(transaction);
      await transaction`set local rondo.purge = 'on'`;
      // Only the oldest lines are removed. A line that follows a younger line stays, because a gap would break the chain.
      const rows = await transaction`
        delete from audit_entries where id in (select id from audit_entries
          where id < coalesce((select id from audit_entries where at >= ${before} order by id limit 1), ${Number.MAX_SAFE_INTEGER})
          order by id limit ${purgeBatchRows}) returning id, hash`;
      const lines = rows.map(readLine).toSorted((one, other) => one.id - other.id);
      const last = lines.at(-1);
      if (last === undefined || head === null || !isSigned(key, head)) return lines.length;
      const [lineCount, purgedCount] = [head.lineCount - lines.length, head.purgedCount + lines.length];
      await storeHead(transaction, signHead(key, { ...head, lineCount, purgedCount, hashBefore: last.hash }));
      return lines.length;
    },
  };
}

/** Signs an unsigned head. Returns its number of lines and the time in epoch ms, or null for a head that another node has signed meanwhile. */
async function signFirst(
  transaction: TransactionSql,
  key: Uint8Array,
): Promise<{ readonly at: number; readonly lineCount: number } | null> {
  const { head, newest } = await readLocked(transaction);
  if (head === null || head.mac.length > 0) return null;
  const row = oneRow(
    await transaction`
      select count(*) as lines, (extract(epoch from now()) * 1000)::bigint as now, exists (select 1 from users) as is_used from audit_entries`,
  );
  const [at, lineCount] = [integerOf(row, 'now'), integerOf(row, 'lines')];
  // No older program writes lines into a new database.
  const keyedAt = lineCount > 0 || booleanOf(row, 'is_used') ? at : 0;
  await storeHead(transaction, signHead(key, { ...head, lineCount, lastHash: newest, keyedAt }));
  return { at, lineCount };
}

/** Returns the stored head. Returns null when the row of the head was deleted. */
export async function readHead(sql: Sql | TransactionSql): Promise<StoredHead | null> {
  const rows = await sql`select * from audit_head`;
  return rows.length === 0 ? null : readHeadColumns(oneRow(rows));
}

/** Returns the head and the digest of the newest line. Only one transaction at a time may append, because each line contains the digest of the line before. */
async function readLocked(
  transaction: TransactionSql,
): Promise<{ readonly head: StoredHead | null; readonly newest: Buffer }> {
  const [, head, lines] = await Promise.all([
    // Without `execute` the driver sends this statement after the reading of the head.
    transaction`select pg_advisory_xact_lock(${auditLock.space}, ${auditLock.key})`.execute(),
    readHead(transaction),
    transaction`select hash from audit_entries order by id desc limit 1`,
  ]);
  return { head, newest: hashOf(lines) };
}

/** Lines that an older program appends to its database during the change of version become part of the chain. After this time, and in a new database, a line without a keyed digest breaks the chain. */
async function withOlderProgram(transaction: TransactionSql, head: HeadValues, newest: Buffer): Promise<HeadValues> {
  const rows = await transaction`
    select count(*) as added from audit_entries
    where ${head.keyedAt} > extract(epoch from now()) * 1000 - ${auditUpgradeMs}::float8
      and id > coalesce((select max(id) from audit_entries where hash = ${head.lastHash}), case when ${head.lineCount} = 0 then 0 end)`;
  const added = integerOf(oneRow(rows), 'added');
  return added === 0 ? head : { ...head, lineCount: head.lineCount + added, lastHash: newest };
}

async function insertLine(transaction: TransactionSql, line: NewAuditEntry, hash: Buffer): Promise<void> {
  await transaction`insert into audit_entries ${transaction(valuesOf(newEntryColumns, { ...line, hash }))}`;
}

async function storeHead(transaction: TransactionSql, head: StoredHead): Promise<void> {
  await transaction`update audit_head set ${transaction(valuesOf(headColumns, head))}`;
}

function hashOf(rows: readonly Row[]): Buffer {
  return rows.length === 0 ? noHash : readBytes(oneRow(rows)['hash']);
}

function withSystemUser(entry: NewAuditEntry, systemUser: string): NewAuditEntry {
  if (entry.actorId !== null) return entry;
  const note = `(system user ${systemUser})`;
  return { ...entry, detail: entry.detail === '' ? note : `${entry.detail} ${note}` };
}
