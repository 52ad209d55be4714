// Seals and opens the stored texts that are no trading keys, with the present state of the stored keys.
import type { Sql, TransactionSql } from 'postgres';
import { readRotation } from '../rotation/master-keys.ts';
import { linksOf, peopleRotation, readPeople } from './people-keys.ts';
import type { KeyState, SealSource, SealWork } from './seal-work.ts';

type Query = Sql | TransactionSql;

/** The seals of a database. A call in a transaction reads the stored keys in it. */
export interface Seals {
  seal(purpose: string, text: Uint8Array, sql?: Query): Promise<Buffer>;
  /** Throws when the text was changed, and when it has another purpose or key. */
  open(purpose: string, sealed: Uint8Array, sql?: Query): Promise<Buffer>;
  /** Returns the work for the present stored keys. */
  work(sql?: Query): Promise<SealWork>;
}

/** Returns the seals of a database. The source must have begun. */
export function createSeals(database: Sql, source: SealSource): Seals {
  const work = async (sql: Query = database): Promise<SealWork> => source.work(await readState(sql, source));
  return {
    seal: async (purpose, text, sql) => Buffer.from(await (await work(sql)).sealText(purpose, text)),
    open: async (purpose, sealed, sql) => Buffer.from(await (await work(sql)).openText(purpose, sealed)),
    work,
  };
}

async function readState(sql: Query, { kind }: SealSource): Promise<KeyState> {
  const people = await readPeople(sql);
  if (kind === 'master') return { rotation: await readRotation(sql), people: linksOf(people) };
  return { rotation: people === null ? null : peopleRotation(people), people: null };
}
