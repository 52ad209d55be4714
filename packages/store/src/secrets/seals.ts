// Seals and opens the stored texts that are no trading keys, with the present rotation of the master key.
import type { Sql, TransactionSql } from 'postgres';
import { readRotation } from './master-keys.ts';
import type { SealSource, SealWork } from './seal-work.ts';

type Query = Sql | TransactionSql;

/** The seals of a database. A call in a transaction reads the rotation in it. */
export interface Seals {
  seal(purpose: string, text: Uint8Array, sql?: Query): Promise<Buffer>;
  /** Throws when the text was changed, and when it has another purpose or master key. */
  open(purpose: string, sealed: Uint8Array, sql?: Query): Promise<Buffer>;
  /** Returns the work for the present rotation. */
  work(sql?: Query): Promise<SealWork>;
}

/** Returns the seals of a database. The source must have begun. */
export function createSeals(database: Sql, source: SealSource): Seals {
  const work = async (sql: Query = database): Promise<SealWork> => source.work(await readRotation(sql));
  return {
    seal: async (purpose, text, sql) => Buffer.from(await (await work(sql)).sealText(purpose, text)),
    open: async (purpose, sealed, sql) => Buffer.from(await (await work(sql)).openText(purpose, sealed)),
    work,
  };
}
