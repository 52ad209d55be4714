// The peppers of passwords. A hash names its pepper, so a new pepper replaces the former one at the next log-in of each person.
import { createHmac, randomBytes } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { integerOf, oneRow, textOf, textOrNull } from '../database/row.ts';
import { storedPeppers } from '../limits.ts';
import type { HoneyIds } from '../links/honey-account.ts';
import { installationKeysSetting } from './installation-keys.ts';
import type { MasterKeys } from '../rotation/master-keys.ts';
import { readPeopleText, type PeopleSecrets } from './people-keys.ts';
import { keyIdOf, seal, unseal, type SealingKey } from './sealing.ts';
import type { Seals } from './seals.ts';

/** A pepper. The first pepper of an installation has no id, and its hashes name none. */
export interface Pepper {
  readonly id: string | null;
  readonly key: Uint8Array;
}

/** The peppers at one time. `find` returns the pepper with this id, or null when there is none. */
export interface PepperRing {
  readonly newest: Pepper;
  find(id: string | null): Pepper | null;
}

/** Reads the peppers. Another process may have added one, so each use reads again. */
export interface Peppers {
  read(): Promise<PepperRing>;
}

/** The password hashes of each pepper. The id is null for hashes of the first pepper. */
export type PepperStatus = readonly {
  readonly id: string | null;
  readonly isNewest: boolean;
  readonly hashes: number;
}[];

/** The name of the setting with the sealed peppers. */
export const peppersSetting = 'peppers';

/** The stored peppers, by id and in base64. The first pepper is a key of the installation and is not in this setting. */
interface StoredPeppers {
  readonly newest: string;
  readonly keys: Readonly<Record<string, string>>;
}

/** Returns the peppers of an installation that has only the first pepper. */
export function onlyPepper(key: Uint8Array): Peppers {
  const set = pepperRing([{ id: null, key }]);
  return { read: () => Promise.resolve(set) };
}

/** Returns the peppers of a database. `first` is the pepper among the keys of the installation. */
export function createPeppers(sql: Sql, seals: Pick<Seals, 'open'>, first: Uint8Array): Peppers {
  let opened: { readonly text: string | null; readonly set: PepperRing } = {
    text: null,
    set: pepperRing([{ id: null, key: first }]),
  };
  return {
    async read() {
      const text = await readText(sql);
      if (text === opened.text || text === null) return opened.set;
      opened = { text, set: pepperRing([{ id: null, key: first }, ...(await openPeppers(text, seals.open))]) };
      return opened.set;
    },
  };
}

/** Returns the peppers of a node with the people key. `open` returns the keys of a text of the stored people keys. */
export function createPeoplePeppers(sql: Sql, open: (text: string) => Promise<PeopleSecrets>): Peppers {
  let opened: { readonly text: string; readonly set: PepperRing } | null = null;
  return {
    async read() {
      const text = await readPeopleText(sql);
      if (text === null) throw new Error('the database has no people key any more');
      if (opened?.text === text) return opened.set;
      const { peppers } = await open(text);
      opened = { text, set: pepperRing(peppers.map(({ id, key }) => ({ id, key: Buffer.from(key, 'base64') }))) };
      return opened.set;
    },
  };
}

type OpenText = (purpose: string, sealed: Buffer) => Promise<Uint8Array>;

/** Returns the stored peppers without the first one. The newest pepper is the last one. */
export async function readPeppers(sql: Sql | TransactionSql, open: OpenText): Promise<readonly Pepper[]> {
  const text = await readText(sql);
  return text === null ? [] : openPeppers(text, open);
}

async function openPeppers(text: string, open: OpenText): Promise<readonly Pepper[]> {
  const { newest, keys } = parse(text);
  const ids = Object.keys(keys).toSorted((a, b) => Number(a === newest) - Number(b === newest));
  const peppers: Pepper[] = [];
  for (const id of ids) peppers.push({ id, key: await open(pepperPurpose(id), Buffer.from(keys[id] ?? '', 'base64')) });
  return peppers;
}

function pepperRing(peppers: readonly Pepper[]): PepperRing {
  const byId = new Map(peppers.map((pepper) => [pepper.id, pepper]));
  const newest = peppers.at(-1);
  if (newest === undefined) throw new Error('an installation has at least one pepper');
  return { newest, find: (id) => byId.get(id) ?? null };
}

/** Stores a new random pepper. Returns its id, or null when the installation has as many peppers as it may have. */
export async function addPepper(transaction: TransactionSql, masterKeys: MasterKeys): Promise<string | null> {
  await lockKeys(transaction);
  const text = await readText(transaction);
  const keys = text === null ? {} : parse(text).keys;
  if (Object.keys(keys).length >= storedPeppers) return null;
  const pepper = randomBytes(32);
  const id = createHmac('sha256', pepper).update('rondo pepper id').digest('hex').slice(0, 8);
  const sealed = seal(await masterKeys.newest(transaction), pepper, pepperPurpose(id)).toString('base64');
  await store(transaction, { newest: id, keys: { ...keys, [id]: sealed } });
  return id;
}

/** Seals the peppers with another master key. Returns their number. The caller has locked the keys of the installation. */
export async function resealPeppers(
  transaction: TransactionSql,
  masterKeys: MasterKeys,
  to: SealingKey,
): Promise<number> {
  const text = await readText(transaction);
  if (text === null) return 0;
  const { newest, keys } = parse(text);
  const resealed: Record<string, string> = { ...keys };
  let count = 0;
  for (const [id, value] of Object.entries(keys)) {
    const sealed = Buffer.from(value, 'base64');
    if (keyIdOf(sealed) === to.id) continue;
    const plain = unseal(await masterKeys.keyOf(sealed, transaction), sealed, pepperPurpose(id));
    resealed[id] = seal(to, plain, pepperPurpose(id)).toString('base64');
    count += 1;
  }
  await store(transaction, { newest, keys: resealed });
  return count;
}

/** Adds the peppers of the source to the target, to which people are moved. Both databases have the same master key. The newest pepper of the target stays. `whenStored` is called in the transaction. */
export async function copyPeppers(
  source: Sql,
  target: Sql,
  whenStored: (transaction: TransactionSql) => Promise<void>,
): Promise<void> {
  const text = await readText(source);
  if (text === null) return;
  await target.begin(async (transaction) => {
    await lockKeys(transaction);
    const known = await readText(transaction);
    const from = parse(text);
    const to = known === null ? from : parse(known);
    await store(transaction, { newest: to.newest, keys: { ...from.keys, ...to.keys } });
    await whenStored(transaction);
  });
}

/** Counts the password hashes of each pepper, the newest pepper last. The hash of the honey account is not counted, because nobody logs in with it. */
export async function countHashes(sql: Sql, honey: HoneyIds): Promise<PepperStatus> {
  const text = await readText(sql);
  const newest = text === null ? null : parse(text).newest;
  const rows = await sql`
    select case when password_hash ~ '^[0-9a-f]{8}[$]' then left(password_hash, 8) end as pepper, count(*)::int as hashes
    from users where password_hash <> '' and id <> ${honey.userId} group by 1 order by 1`;
  const counts = new Map(rows.map((row) => [textOrNull(row, 'pepper'), integerOf(row, 'hashes')]));
  const ids = [...new Set([...counts.keys(), newest])].toSorted((a, b) => Number(a === newest) - Number(b === newest));
  return ids.map((id) => ({ id, isNewest: id === newest, hashes: counts.get(id) ?? 0 }));
}

/** Locks the keys of the installation until the end of the transaction, so that no two changes of keys run at the same time. */
export async function lockKeys(transaction: TransactionSql): Promise<void> {
  await transaction`select 1 from settings where key = ${installationKeysSetting} for update`;
}

async function readText(sql: Sql | TransactionSql): Promise<string | null> {
  const rows = await sql`select value::text as value from settings where key = ${peppersSetting}`;
  return rows.length === 0 ? null : textOf(oneRow(rows), 'value');
}

function parse(text: string): StoredPeppers {
  return JSON.parse(text) as StoredPeppers; // Only this file writes the value.
}

async function store(transaction: TransactionSql, peppers: StoredPeppers): Promise<void> {
  await transaction`
    insert into settings (key, value) values (${peppersSetting}, ${JSON.stringify(peppers)}::text::jsonb)
    on conflict (key) do update set value = excluded.value`;
}

function pepperPurpose(id: string): string {
  return `rondo/peppers/${id}`;
}
