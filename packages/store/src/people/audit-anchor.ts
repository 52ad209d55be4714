// The anchor of the audit: a line that was checked, signed with a key that only a process with the master key has. A node with the people key has the key of the audit and not
// this key, so whoever takes it over cannot write the lines up to the anchor again without being found.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Sql } from 'postgres';
import { oneRow, textOf } from '../database/row.ts';

/** The number of a line since the first line, and its digest in hex. */
export interface AnchorLine {
  readonly line: number;
  readonly hash: string;
}

/** The anchor of an audit. */
export interface AuditAnchor {
  /** Returns the anchored line, null when none was stored, or `changed` when the anchor was removed, replaced by an older one or not signed with its key. */
  read(): Promise<AnchorLine | null | 'changed'>;
  /** Stores a line that was checked. An older line replaces no newer one. Returns `first` when this call has stored the first anchor, and `none` when the anchor was changed. */
  store(checked: AnchorLine): Promise<'none' | 'first' | 'stored'>;
}

interface StoredAnchor extends AnchorLine {
  readonly mac: string;
}

const anchorSetting = 'auditAnchor';

/** Returns the key of the anchor of one database. `own` is a key of the installation that a node with the people key does not have, and `audit` is the key of the audit. */
export function anchorKeyOf(own: Uint8Array, audit: Uint8Array): Uint8Array {
  return createHmac('sha256', own).update('audit anchors').update(audit).digest();
}

/** Returns the anchor of a database. It remembers the newest line that this process has read. */
export function createAuditAnchor(sql: Sql, key: Uint8Array): AuditAnchor {
  let newest: AnchorLine | null = null;
  const read: AuditAnchor['read'] = async () => {
    // Another call can store a newer anchor while this one reads.
    const known = newest;
    const rows = await sql`select value::text as value from settings where key = ${anchorSetting}`;
    if (rows.length === 0) return known === null ? null : 'changed';
    const stored = anchorOf(JSON.parse(textOf(oneRow(rows), 'value')));
    if (stored === null || !isSigned(key, stored) || stored.line < (known?.line ?? 0)) return 'changed';
    const anchored = { line: stored.line, hash: stored.hash };
    if (anchored.line > (newest?.line ?? 0)) newest = anchored;
    return anchored;
  };
  return {
    read,
    async store({ line, hash }) {
      const before = await read();
      // A changed anchor is evidence, so nothing replaces it.
      if (before === 'changed') return 'none';
      const text = JSON.stringify({ line, hash, mac: macOf(key, { line, hash }) } satisfies StoredAnchor);
      const inserted = await sql`
        insert into settings (key, value) values (${anchorSetting}, ${text}::text::jsonb) on conflict (key) do nothing returning key`;
      if (inserted.length === 0)
        await sql`
          update settings set value = ${text}::text::jsonb where key = ${anchorSetting} and (value ->> 'line')::bigint < ${line}`;
      await read();
      return inserted.length === 0 ? 'stored' : 'first';
    },
  };
}

/** Returns the anchor of a stored value, or null when somebody has stored another value. */
function anchorOf(value: unknown): StoredAnchor | null {
  if (typeof value !== 'object' || value === null || !('line' in value) || !('hash' in value) || !('mac' in value))
    return null;
  const { line, hash, mac } = value;
  const isAnchor = typeof line === 'number' && typeof hash === 'string' && typeof mac === 'string';
  return isAnchor ? { line, hash, mac } : null;
}

function isSigned(key: Uint8Array, { line, hash, mac }: StoredAnchor): boolean {
  const [given, expected] = [Buffer.from(mac, 'hex'), Buffer.from(macOf(key, { line, hash }), 'hex')];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function macOf(key: Uint8Array, { line, hash }: AnchorLine): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([line, hash]))
    .digest('hex');
}
