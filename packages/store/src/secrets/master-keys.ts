// The master keys of an installation. While the master key is replaced, the database has the new key, sealed with the key before it, so a running server opens both.
import { createHmac } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { oneRow, textOf } from '../database/row.ts';
import { keyIdOf, seal, unseal, type SealingKey } from './sealing.ts';

type Query = Sql | TransactionSql;

/** The stored rotation. `first` is the id of the key that sealed the texts without a key id. Each link is a key that is sealed with the key before it. */
export interface StoredRotation {
  readonly first: string;
  readonly newest: string;
  readonly links: readonly { readonly id: string; readonly by: string; readonly sealed: string }[];
}

/** The master keys that this process can open. */
export interface MasterKeys {
  /** Returns the key with which new texts are sealed. */
  newest(sql?: Query): Promise<SealingKey>;
  /** Returns the key of a sealed text. A key that another process has added is read from the database. Throws when the key is not known. */
  keyOf(sealed: Uint8Array, sql?: Query): Promise<Uint8Array>;
  /** Returns the id of the key that the source of this process has. */
  readonly ownId: string;
}

/** The name of the setting with the stored rotation. */
export const rotationSetting = 'masterKeys';

/** Returns the id of a master key: 8 hex digits that reveal nothing about the key. */
export function masterKeyId(key: Uint8Array): string {
  return createHmac('sha256', key).update('rondo master key id').digest('hex').slice(0, 8);
}

/** Returns the purpose of the seal of a new master key. */
export function linkPurpose(id: string): string {
  return `rondo/master_keys/${id}`;
}

/** Returns the stored rotation, or null when the master key was never replaced. */
export async function readRotation(sql: Query): Promise<StoredRotation | null> {
  const rows = await sql`select value::text as value from settings where key = ${rotationSetting}`;
  return rows.length === 0 ? null : (JSON.parse(textOf(oneRow(rows), 'value')) as StoredRotation); // Only this package writes the value.
}

/** Creates the master keys of a process whose source has the key `own`. */
export function createMasterKeys(database: Sql, own: Uint8Array): MasterKeys {
  const ownId = masterKeyId(own);
  const known = new Map([[ownId, own]]);
  let firstId = ownId;
  let isLoaded = false;
  const load = async (sql: Query): Promise<StoredRotation | null> => {
    const rotation = await readRotation(sql);
    isLoaded = true;
    if (rotation === null) return null;
    firstId = rotation.first;
    for (const { id, by, sealed } of rotation.links) {
      const key = known.get(by);
      if (key !== undefined && !known.has(id))
        known.set(id, unseal(key, Buffer.from(sealed, 'base64'), linkPurpose(id)));
    }
    return rotation;
  };
  return {
    ownId,
    async newest(sql = database) {
      const rotation = await load(sql);
      if (rotation === null) return { id: null, key: own };
      const key = known.get(rotation.newest);
      if (key === undefined) throw unknownKey(rotation.newest);
      return { id: rotation.newest, key };
    },
    async keyOf(sealed, sql = database) {
      const id = (): string => keyIdOf(sealed) ?? firstId;
      if (!isLoaded || !known.has(id())) await load(sql);
      const key = known.get(id());
      if (key === undefined) throw unknownKey(id());
      return key;
    },
  };
}

function unknownKey(id: string): Error {
  return new Error(
    `the text was sealed with the master key ${id}, which is neither the key of RONDO_MASTER_KEY nor a key that it opens`,
  );
}

/** Returns the sealed form of a new master key, for the link to the key before it. */
export function sealLink(by: Uint8Array, next: Uint8Array): string {
  return seal(by, next, linkPurpose(masterKeyId(next))).toString('base64');
}
