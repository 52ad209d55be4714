// Checks the audit: follows the digests from the oldest line to the line of the signed head.
import type { Sql } from 'postgres';
import { auditCheckRows } from '../limits.ts';
import { integerOf, oneRow, type Row } from '../database/row.ts';
import { auditEntries } from '../tables/people.ts';
import { allColumns, readerOf } from '../tables/derive.ts';
import type { AnchorLine } from './audit-anchor.ts';
import {
  erasedDigest,
  isSigned,
  keyedDigest,
  plainDigest,
  type NewAuditEntry,
  type StoredHead,
} from './audit-chain.ts';
import { decisions, readHead } from './audit-writer.ts';

/**
 * What is wrong with the audit. `head`: the head was changed or deleted. `line`: a line was changed, or the line before is missing. `end`: the newest lines are
 * missing. `added`: lines were added without the key. `exported`: the audit does not contain a line whose digest was exported earlier. `anchor`: the anchor was changed, or the
 * audit does not contain its line.
 */
export type AuditProblem = 'head' | 'line' | 'end' | 'added' | 'exported' | 'anchor';

/** The newest line at the time of an export: its number since the first line, purged lines included, and its digest in hex. `at` is in epoch ms. */
export interface AuditMark {
  readonly line: number;
  readonly hash: string;
  readonly at: number;
}

/** The result of a check. `lineId` is the id of the line at which the check ended. `lines` is the number of checked lines. */
export interface AuditCheck {
  readonly problem: AuditProblem | null;
  readonly lineId: number | null;
  readonly lines: number;
}

/** A line that was checked. Later checks can begin after this line. */
export interface CheckedLine {
  /** The number of the line since the first line. */
  readonly line: number;
  readonly id: number;
  readonly hash: Buffer;
}

interface Found extends AuditCheck {
  /** The newest line of a complete check. Null after a problem. */
  readonly newest: CheckedLine | null;
}

const readEntry = readerOf(allColumns(auditEntries));
type StoredEntry = ReturnType<typeof readEntry>;

interface Checked {
  readonly sql: Sql;
  /** The key of the audit. */
  readonly key: Uint8Array;
  /** The anchored line, or null when there is no anchor. */
  readonly anchor: AnchorLine | null;
}

/** Checks the lines after `from`, or all lines when `from` is null. The anchored line and each of the `marks` among these lines must have its digest. */
export async function checkAudit(
  checked: Checked,
  from: CheckedLine | null,
  marks: readonly AuditMark[],
): Promise<Found> {
  const { sql, key, anchor } = checked;
  const { head, newestId, ends } = await readEnds(sql, from?.id ?? 0);
  if (head === null || !isSigned(key, head)) return { problem: 'head', lineId: null, lines: 0, newest: null };
  const total = head.purgedCount + head.lineCount;
  if (marks.some(({ line }) => line > total)) return { problem: 'exported', lineId: null, lines: 0, newest: null };
  if (anchor !== null && !mayContain(head, anchor)) return { problem: 'anchor', lineId: null, lines: 0, newest: null };
  const expected = new Map(marks.map(({ line, hash }) => [line, hash]));
  const first = from !== null && from.line > head.purgedCount ? from : beginningOf(head);
  // A check of all lines finds what is missing before the new lines.
  if (first === from && !hasLinesBefore(from, { key, head, ends })) return checkAudit(checked, null, marks);
  const walked = await walk({ sql, key, anchor, expected }, first, total);
  if (walked.problem === 'line' && (await hasPurged(sql, head))) return checkAudit(checked, null, marks);
  if (walked.problem !== null) return { ...walked, newest: null };
  const { newest } = walked;
  if (newest.line < total || !newest.hash.equals(head.lastHash)) return { ...walked, problem: 'end', newest: null };
  if (newestId > newest.id) return { ...walked, problem: 'added', lineId: newestId, newest: null };
  return walked;
}

/** Reads the head, the newest id, the oldest line and the line with the id `checkedId` together, because lines can be appended and purged during the check. */
function readEnds(sql: Sql, checkedId: number) {
  return sql.begin('isolation level repeatable read', async (transaction) => {
    const rows = await transaction`
      select * from audit_entries where id in ((select min(id) from audit_entries), ${checkedId}) order by id`;
    const newest = oneRow(await transaction`select coalesce(max(id), 0) as id from audit_entries`);
    return { head: await readHead(transaction), newestId: integerOf(newest, 'id'), ends: rows.map(readEntry) };
  });
}

/** Returns whether the line that was checked last is still there, and the oldest line still follows the purged lines. */
function hasLinesBefore(checked: CheckedLine, { key, head, ends }: Ends): boolean {
  const [oldest] = ends;
  const last = ends.find(({ id }) => id === checked.id);
  if (oldest === undefined || last === undefined) return false;
  return last.hash.equals(checked.hash) && isFollower(key, head.hashBefore, oldest);
}

interface Ends {
  readonly key: Uint8Array;
  readonly head: StoredHead;
  readonly ends: readonly StoredEntry[];
}

/** Returns false for a head whose lines cannot contain the anchored line. A purge can remove this line as its newest one, and then the digest before the next line is the anchored one. */
function mayContain(head: StoredHead, { line, hash }: AnchorLine): boolean {
  if (line > head.purgedCount + head.lineCount || line < head.purgedCount) return false;
  return line > head.purgedCount || head.hashBefore.toString('hex') === hash;
}

interface Walk extends Checked {
  /** The exported digests by the number of their line. */
  readonly expected: ReadonlyMap<number, string>;
}

async function walk(
  { sql, key, anchor, expected }: Walk,
  first: CheckedLine,
  total: number,
): Promise<AuditCheck & { readonly newest: CheckedLine }> {
  let newest = first;
  const resultOf = (problem: AuditProblem | null, lineId: number | null) => ({
    problem,
    lineId,
    lines: newest.line - first.line,
    newest,
  });
  while (newest.line < total) {
    const limit = Math.min(auditCheckRows, total - newest.line);
    const rows: readonly Row[] =
      await sql`select * from audit_entries where id > ${newest.id} order by id limit ${limit}`;
    for (const row of rows) {
      const stored = readEntry(row);
      const { id, hash } = stored;
      if (!isFollower(key, newest.hash, stored)) return resultOf('line', id);
      newest = { line: newest.line + 1, id, hash };
      const exported = expected.get(newest.line);
      if (exported !== undefined && exported !== hash.toString('hex')) return resultOf('exported', id);
      if (anchor?.line === newest.line && anchor.hash !== hash.toString('hex')) return resultOf('anchor', id);
    }
    if (rows.length < limit) break;
  }
  return resultOf(null, newest.id === 0 ? null : newest.id);
}

/** Returns whether a line follows the line with the digest `previous`. */
function isFollower(key: Uint8Array, previous: Uint8Array, line: StoredEntry): boolean {
  const { hash, erasure } = line;
  return (
    hash.equals(keyedDigest(key, previous, line)) ||
    hash.equals(plainDigest(previous, line)) ||
    (isErasable(line) && erasure?.equals(erasedDigest(key, hash, line)) === true)
  );
}

/** Returns whether a line can be one whose reason was erased. Only decisions have reasons of operators. */
function isErasable({ action, detail }: NewAuditEntry): boolean {
  return detail === '' && decisions.includes(action);
}

function beginningOf(head: StoredHead): CheckedLine {
  return { line: head.purgedCount, id: 0, hash: head.hashBefore };
}

/** Returns whether a purge has removed lines after this head was read. */
async function hasPurged(sql: Sql, head: StoredHead): Promise<boolean> {
  return (await readHead(sql))?.purgedCount !== head.purgedCount;
}
