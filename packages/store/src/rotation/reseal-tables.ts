// Seals the texts of whole tables again, in batches and while other processes change the rows.
import type { Sql } from 'postgres';
import { textOf, type Row } from '../database/row.ts';
import { readBytes } from '../database/values.ts';
import { rewrapBatchRows, rewrapSweeps } from '../limits.ts';
import type { MasterKeys } from './master-keys.ts';
import {
  keyIdOf,
  openWrappedKey,
  seal,
  secondFactorPurpose,
  unseal,
  wrapAccountKey,
  type SealingKey,
} from '../secrets/sealing.ts';

/** A table of sealed texts. `reseal` returns the text of a row under another key. */
interface SealedTable {
  readonly table: string;
  readonly id: string;
  readonly column: string;
  readonly reseal: (
    from: Uint8Array,
    to: SealingKey,
    row: { readonly id: string; readonly sealed: Uint8Array },
  ) => Buffer;
}

const rewrap: SealedTable['reseal'] = (from, to, { id, sealed }) =>
  wrapAccountKey(to, id, openWrappedKey(from, id, sealed));
const keyTables: readonly SealedTable[] = [
  { table: 'exchange_accounts', id: 'id', column: 'wrapped_key', reseal: rewrap },
  { table: 'consents', id: 'id', column: 'wrapped_key', reseal: rewrap },
];
const factorTable: SealedTable = {
  table: 'second_factors',
  id: 'user_id',
  column: 'sealed_secret',
  reseal: (from, to, { id, sealed }) =>
    seal(to, unseal(from, sealed, secondFactorPurpose(id)), secondFactorPurpose(id)),
};

/** The result of a rotation: the texts that were sealed again, and the damaged texts that no key opens. */
export interface RotationResult {
  readonly keyId: string;
  readonly resealed: number;
  readonly unreadable: number;
}

type Counts = Omit<RotationResult, 'keyId'>;
type Report = (done: number) => void;

interface Work {
  readonly to: SealingKey;
  readonly report: Report;
}

/** Seals the data keys with the newest master key, and the second factors with the people key or, without one, with the newest master key. */
export async function resealTexts(sql: Sql, masterKeys: MasterKeys, report: Report): Promise<Counts> {
  const to = await masterKeys.newest();
  return sweepAll(async (done) => {
    let [resealed, unreadable] = [0, 0];
    const add = (found: Counts): void => {
      resealed += found.resealed;
      unreadable += found.unreadable;
    };
    const reportAll: Report = (count) => report(done + resealed + count);
    for (const table of keyTables) add(await resealTable(sql, masterKeys, { table, to, report: reportAll }));
    add(await resealFactorsOnce(sql, masterKeys, { to, report: reportAll }));
    return { resealed, unreadable };
  });
}

/** Seals the second factors with the people key. */
export async function resealFactors(sql: Sql, masterKeys: MasterKeys, report: Report): Promise<Counts> {
  const to = await masterKeys.newest();
  return sweepAll((done) => resealFactorsOnce(sql, masterKeys, { to, report: (count) => report(done + count) }));
}

async function resealFactorsOnce(sql: Sql, masterKeys: MasterKeys, { to, report }: Work): Promise<Counts> {
  return resealTable(sql, masterKeys, { table: factorTable, to: (await masterKeys.people()) ?? to, report });
}

/** A server that read the newest key before the work began can have sealed a text with the former key meanwhile, so the work is repeated until it finds none. */
async function sweepAll(sweep: (done: number) => Promise<Counts>): Promise<Counts> {
  let last = await sweep(0);
  let { resealed } = last;
  for (let count = 1; last.resealed > 0 && count < rewrapSweeps; count += 1) {
    last = await sweep(resealed);
    resealed += last.resealed;
  }
  return { resealed, unreadable: last.unreadable };
}

async function resealTable(
  sql: Sql,
  masterKeys: MasterKeys,
  { table, to, report }: Work & { readonly table: SealedTable },
): Promise<Counts> {
  let [resealed, unreadable, after] = [0, 0, ''];
  for (;;) {
    const rows = await sql`
      select ${sql(table.id)}::text as id, ${sql(table.column)} as sealed from ${sql(table.table)}
      where ${sql(table.column)} is not null and ${sql(table.id)}::text > ${after} order by ${sql(table.id)}::text limit ${rewrapBatchRows}`;
    if (rows.length === 0) return { resealed, unreadable };
    for (const row of rows) {
      const done = await resealRow(sql, masterKeys, { table, to, row });
      if (done === 'resealed') resealed += 1;
      if (done === 'unreadable') unreadable += 1;
      after = textOf(row, 'id');
    }
    report(resealed);
  }
}

// The row is changed only when no other process has sealed a new text meanwhile. The other process has used the newest key.
async function resealRow(
  sql: Sql,
  masterKeys: MasterKeys,
  { table, to, row }: { readonly table: SealedTable; readonly to: SealingKey; readonly row: Row },
): Promise<'resealed' | 'kept' | 'unreadable'> {
  const [id, sealed] = [textOf(row, 'id'), readBytes(row['sealed'])];
  if (keyIdOf(sealed) === to.id) return 'kept';
  let text: Buffer;
  try {
    text = table.reseal(await masterKeys.keyOf(sealed), to, { id, sealed });
  } catch {
    return 'unreadable'; // A damaged text. `rondo keys status` counts it under its former key.
  }
  const { count } = await sql`
    update ${sql(table.table)} set ${sql(table.column)} = ${text} where ${sql(table.id)}::text = ${id} and ${sql(table.column)} = ${Buffer.from(sealed)}`;
  return count === 1 ? 'resealed' : 'kept';
}
