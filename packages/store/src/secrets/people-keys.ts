// The people key of an installation. It seals the secrets of second factors, and a second time the keys that a node needs for people, among them the pepper. So a node that
// serves people needs this key and no master key (ADR 8). An installation has it after `rondo keys rotate --people`.
import type { Sql, TransactionSql } from 'postgres';
import { oneRow, textOf } from '../database/row.ts';
import type { KeyRing, SealedLink, StoredRotation } from './key-ring.ts';
import { seal, unseal, type SealingKey } from './sealing.ts';

type Query = Sql | TransactionSql;

/** The people keys that a process with the master key opens. `links` are sealed with master keys. */
export interface PeopleLinks {
  readonly newest: string;
  readonly links: readonly SealedLink[];
}

/** The stored people keys. */
export interface StoredPeople {
  readonly newest: string;
  /** Each people key, sealed with the master key. */
  readonly byMaster: readonly SealedLink[];
  /** Each people key, sealed with the people key before it. So a node with the former people key opens the newest one. */
  readonly links: readonly SealedLink[];
  /** The keys that a node needs for people, sealed with the newest people key, in base64. */
  readonly sealed: string;
  /** The public key of the signers, and their private key, sealed with the master key, in base64. */
  readonly signers: { readonly publicKey: string; readonly sealed: string };
}

/** The keys that a node needs for people, in base64. The last pepper is the newest one. */
export interface PeopleSecrets {
  readonly oauthStates: string;
  readonly audit: string;
  readonly honey: { readonly accountId: string; readonly userId: string };
  readonly peppers: readonly { readonly id: string | null; readonly key: string }[];
  /** The public key of the signers. It is sealed, so a person who only writes to the database cannot replace it. */
  readonly signers: string;
}

/** The name of the setting with the people keys. */
export const peopleSetting = 'peopleKeys';
/** The purpose of the seal of the keys that a node needs for people. */
export const peopleSecretsPurpose = 'rondo/people_secrets';

/** Returns the purpose of the seal of a people key with a master key. */
function peopleKeyPurpose(id: string): string {
  return `rondo/people_keys/${id}`;
}

/** The purpose of the seal of the private key of the signers. */
export const signersKeyPurpose = 'rondo/signers_key';

/** Returns the stored people keys, or null when the installation has no people key. */
export async function readPeople(sql: Query): Promise<StoredPeople | null> {
  const text = await readPeopleText(sql);
  return text === null ? null : parsePeople(text);
}

/** Returns the text of the stored people keys. A changed text has changed keys. */
export async function readPeopleText(sql: Query): Promise<string | null> {
  const rows = await sql`select value::text as value from settings where key = ${peopleSetting}`;
  return rows.length === 0 ? null : textOf(oneRow(rows), 'value');
}

/** Reads the text of the stored people keys. */
export function parsePeople(text: string): StoredPeople {
  return JSON.parse(text) as StoredPeople; // Only this package writes the value.
}

/** Replaces the stored people keys. */
export async function storePeople(transaction: TransactionSql, people: StoredPeople): Promise<void> {
  await transaction`
    insert into settings (key, value) values (${peopleSetting}, ${JSON.stringify(people)}::text::jsonb)
    on conflict (key) do update set value = excluded.value`;
}

/** Returns the people keys as a process with a master key needs them. */
export function linksOf(people: StoredPeople | null): PeopleLinks | null {
  return people === null ? null : { newest: people.newest, links: people.byMaster };
}

/** Returns the people keys as a process with a people key needs them. No people key has sealed a text without a key id. */
export function peopleRotation({ newest, links }: StoredPeople): StoredRotation {
  return { first: '', newest, links };
}

/** Returns the newest people key among opened ones. */
export function newestPeopleKey(
  { newest }: Pick<StoredPeople, 'newest'>,
  open: (id: string) => Uint8Array | null,
): SealingKey {
  const key = open(newest);
  if (key === null) throw new Error(`the people key ${newest} cannot be opened with this key`);
  return { id: newest, key };
}

/** Returns the sealed form of a people key for processes with the master key. */
export function sealPeopleLink(by: SealingKey & { readonly id: string }, id: string, key: Uint8Array): SealedLink {
  return { id, by: by.id, sealed: seal(by, key, peopleKeyPurpose(id)).toString('base64') };
}

/** Opens a people key with the master key that sealed it. Throws when the link was changed. */
export function openPeopleLink(by: Uint8Array, { id, sealed }: SealedLink): Uint8Array {
  return unseal(by, Buffer.from(sealed, 'base64'), peopleKeyPurpose(id));
}

/** Returns the function that opens a people key with the master key that sealed it. It returns null for the id of another key. */
export function createPeopleLookup(
  ring: Pick<KeyRing, 'find'>,
  people: PeopleLinks | null,
): (id: string | null) => Uint8Array | null {
  return (id) => {
    const link = people?.links.find((each) => each.id === id);
    const by = link === undefined ? null : ring.find(link.by);
    return link === undefined || by === null ? null : openPeopleLink(by, link);
  };
}
