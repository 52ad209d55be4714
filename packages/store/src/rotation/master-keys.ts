// The master keys of an installation. While the master key is replaced, the database has the new key, sealed with the key before it, so a running server opens both.
import type { Sql, TransactionSql } from 'postgres';
import { oneRow, textOf } from '../database/row.ts';
import { createKeyRing, unknownKey, type StoredRotation } from '../secrets/key-ring.ts';
import { createPeopleLookup, linksOf, newestPeopleKey, readPeople } from '../secrets/people-keys.ts';
import type { SealingKey } from '../secrets/sealing.ts';

type Query = Sql | TransactionSql;

/** The master keys that this process can open. */
export interface MasterKeys {
  /** Returns the key with which new texts are sealed. */
  newest(sql?: Query): Promise<SealingKey>;
  /** Returns the key with which second factors are sealed, or null when the installation has no people key. */
  people(sql?: Query): Promise<SealingKey | null>;
  /** Returns the master key or the people key of a sealed text. A key that another process has added is read from the database. Throws when the key is not known. */
  keyOf(sealed: Uint8Array, sql?: Query): Promise<Uint8Array>;
  /** Returns the id of the key that the source of this process has. */
  readonly ownId: string;
}

/** The name of the setting with the stored rotation. */
export const rotationSetting = 'masterKeys';

/** Returns the stored rotation, or null when the master key was never replaced. */
export async function readRotation(sql: Query): Promise<StoredRotation | null> {
  const rows = await sql`select value::text as value from settings where key = ${rotationSetting}`;
  return rows.length === 0 ? null : (JSON.parse(textOf(oneRow(rows), 'value')) as StoredRotation); // Only this package writes the value.
}

/** Creates the master keys of a process whose source has the key `own`. */
export function createMasterKeys(database: Sql, own: Uint8Array): MasterKeys {
  const ring = createKeyRing(own);
  let isLoaded = false;
  const load = async (sql: Query): Promise<StoredRotation | null> => {
    const rotation = await readRotation(sql);
    isLoaded = true;
    if (rotation !== null) ring.add(rotation);
    return rotation;
  };
  return {
    ownId: ring.ownId,
    newest: async (sql = database) => ring.newest(await load(sql)),
    async keyOf(sealed, sql = database) {
      const find = (): Uint8Array | null => ring.find(ring.idOf(sealed));
      if (!isLoaded || find() === null) await load(sql);
      const key = find() ?? createPeopleLookup(ring, linksOf(await readPeople(sql)))(ring.idOf(sealed));
      if (key === null) throw unknownKey(ring.idOf(sealed));
      return key;
    },
    async people(sql = database) {
      const stored = await readPeople(sql);
      if (stored === null) return null;
      await load(sql);
      return newestPeopleKey(stored, createPeopleLookup(ring, linksOf(stored)));
    },
  };
}
