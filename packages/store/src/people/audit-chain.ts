// The digests of the audit. The digest of a line contains the digest of the line before, and the signed head contains the digest of the newest line and the number of lines.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { auditEntries, auditHead } from '../tables/people.ts';
import { omitColumns, type RecordOf } from '../tables/derive.ts';

/** The columns of a line that its digest contains. */
export const entryColumns = omitColumns(auditEntries, ['id', 'hash', 'erasure']);

/** A line to write: actor, action, subject and reason. A null actor means that the command line or the server wrote the line. `at` is in epoch ms. */
export type NewAuditEntry = RecordOf<typeof entryColumns>;

/** The columns of the head. */
export const headColumns = omitColumns(auditHead, ['isOnly']);

/** The stored head. `mac` is empty until the head was signed for the first time. */
export type StoredHead = RecordOf<typeof headColumns>;

/** The values that the head signs. */
export type HeadValues = Omit<StoredHead, 'mac'>;

/** Returns the keyed digest of a line that follows the line with the digest `previous`. */
export function keyedDigest(key: Uint8Array, previous: Uint8Array, entry: NewAuditEntry): Buffer {
  return createHmac('sha256', key).update(previous).update(textOf(entry)).digest();
}

/** Returns the digest of a line of an older program, which had no key. */
export function plainDigest(previous: Uint8Array, entry: NewAuditEntry): Buffer {
  return createHash('sha256').update(previous).update(textOf(entry)).digest();
}

/** Returns the keyed digest of a line whose detail was erased. `hash` is the digest of the line with its detail. */
export function erasedDigest(key: Uint8Array, hash: Uint8Array, entry: NewAuditEntry): Buffer {
  return createHmac('sha256', key).update('erased').update(hash).update(textOf(entry)).digest();
}

/** Returns the head with its signature. */
export function signHead(key: Uint8Array, values: HeadValues): StoredHead {
  return { ...values, mac: macOf(key, values) };
}

/** Returns whether the key of the audit has signed the head. */
export function isSigned(key: Uint8Array, head: StoredHead): boolean {
  const expected = macOf(key, head);
  return head.mac.length === expected.length && timingSafeEqual(head.mac, expected);
}

function textOf({ at, actorId, action, subjectId, detail }: NewAuditEntry): string {
  return JSON.stringify([at, actorId, action, subjectId, detail]);
}

function macOf(key: Uint8Array, { lineCount, purgedCount, hashBefore, lastHash, keyedAt }: HeadValues): Buffer {
  const text = JSON.stringify([
    'head',
    lineCount,
    purgedCount,
    hashBefore.toString('hex'),
    lastHash.toString('hex'),
    keyedAt,
  ]);
  return createHmac('sha256', key).update(text).digest();
}
