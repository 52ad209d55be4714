// Opens the keys of the installation that a store needs: all of them with the master key, and those for people with the people key (ADR 8).
import type { Sql } from 'postgres';
import { StartError } from './embedded/start-error.ts';
import { honeyIdsOf, type HoneyIds } from './links/honey-account.ts';
import { openInstallationKeys, type InstallationKeys } from './secrets/installation-keys.ts';
import { parsePeople, peopleSecretsPurpose, readPeopleText, type PeopleSecrets } from './secrets/people-keys.ts';
import { createPeoplePeppers, createPeppers, type Peppers } from './secrets/peppers.ts';
import { SealsUnavailable, type SealSource } from './secrets/seal-work.ts';
import { createSeals, type Seals } from './secrets/seals.ts';

/** The keys of the installation that only a process with the master key has. */
export type TradingKeys = Pick<InstallationKeys, 'clientOrderIds' | 'sandboxClient'>;

/** The keys of the installation that a server uses. `trading` is null on a node with the people key, which does nothing that needs these keys. */
export interface StoreKeys {
  readonly oauthStates: Uint8Array;
  readonly trading: TradingKeys | null;
}

/** The opened keys of a store. */
export interface OpenedKeys {
  readonly seals: Seals;
  readonly keys: StoreKeys;
  readonly audit: Uint8Array;
  readonly honey: HoneyIds;
  readonly peppers: Peppers;
  /** Returns the public key of the signers, or null with the master key. */
  readonly signersKey: (() => Promise<Uint8Array>) | null;
}

/** Opens the key of the source and the keys that it opens. Throws StartError when the key is not a key of this database. */
export async function openStoreKeys(sql: Sql, source: SealSource): Promise<OpenedKeys> {
  if (source.kind === 'people') return openPeopleKeys(sql, source);
  const { seals, keys } = await openInstallationKeys(sql, source);
  const { oauthStates, clientOrderIds, sandboxClient, audit, passwords } = keys;
  return {
    seals,
    keys: { oauthStates, trading: { clientOrderIds, sandboxClient } },
    audit,
    honey: honeyIdsOf(keys),
    peppers: createPeppers(sql, seals, passwords),
    signersKey: null,
  };
}

async function openPeopleKeys(sql: Sql, source: SealSource): Promise<OpenedKeys> {
  const { name } = source;
  if (!(await source.begin(false)))
    throw new StartError('wrongKey', `The people key file ${name} does not exist. ${remedy}`);
  const seals = createSeals(sql, source);
  const open = async (text: string): Promise<PeopleSecrets> => {
    const plain = await seals.open(peopleSecretsPurpose, Buffer.from(parsePeople(text).sealed, 'base64'));
    return JSON.parse(plain.toString('utf8')) as PeopleSecrets; // The file people-rotation.ts seals this value.
  };
  const text = await readPeopleText(sql);
  if (text === null) throw new StartError('wrongKey', `This database has no people key. ${remedy}`);
  const secrets = await open(text).catch((error: unknown) => {
    if (error instanceof SealsUnavailable) throw error;
    throw new StartError('wrongKey', `The key of ${name} is not the people key of this database. ${remedy}`, error);
  });
  return {
    seals,
    keys: { oauthStates: Buffer.from(secrets.oauthStates, 'base64'), trading: null },
    audit: Buffer.from(secrets.audit, 'base64'),
    honey: secrets.honey,
    peppers: createPeoplePeppers(sql, open),
    async signersKey() {
      const stored = await readPeopleText(sql);
      if (stored === null) throw new Error('the database has no people key any more');
      return Buffer.from((await open(stored)).signers, 'base64');
    },
  };
}

const remedy =
  'Type "rondo keys rotate --people --to FILE" on a node with the master key, and give FILE to the nodes with the role api.';
