// Makes and replaces the people key while servers run (ADR 8).
import type { Sql, TransactionSql } from 'postgres';
import { oneRow, textOf } from '../database/row.ts';
import { readBytes } from '../database/values.ts';
import type { HoneyIds } from '../links/honey-account.ts';
import type { AuditWriter } from '../people/audit-writer.ts';
import type { StoreResult } from '../result.ts';
import { installationKeysSetting } from '../secrets/installation-keys.ts';
import { masterKeyId, sealLink, type SealedLink } from '../secrets/key-ring.ts';
import type { MasterKeys } from './master-keys.ts';
import {
  openPeopleLink,
  peopleSecretsPurpose,
  readPeople,
  sealPeopleLink,
  signersKeyPurpose,
  storePeople,
  type PeopleSecrets,
  type StoredPeople,
} from '../secrets/people-keys.ts';
import { lockKeys, readPeppers } from '../secrets/peppers.ts';
import { resealFactors, type RotationResult } from './reseal-tables.ts';
import { installationKeyPurpose } from '../secrets/seal-work.ts';
import { drawEnvelopeKeys } from '../secrets/key-envelope.ts';
import { keyIdOf, seal, unseal, type SealingKey } from '../secrets/sealing.ts';

/** The rotation of the people key. */
export interface PeopleRotation {
  /**
   * Makes the key the people key and seals all second factors with it. A node with the former people key opens the new one. An interrupted call continues with the same key.
   * The call is refused for a former people key.
   */
  rotatePeople(
    key: Uint8Array,
    options: { readonly now: number; readonly report: (done: number) => void },
  ): Promise<StoreResult<{ readonly result: RotationResult }, 'former_key'>>;
  /** Removes the former people keys, so that they open nothing any more. The call is refused while a second factor has another key than the newest people key. */
  retirePeople(now: number): Promise<StoreResult<object, 'no_key' | 'unfinished'>>;
}

interface Deps {
  readonly writer: AuditWriter;
  readonly honey: HoneyIds;
}

/** Returns the rotation of the people key of a database. */
export function createPeopleRotation(sql: Sql, masterKeys: MasterKeys, { writer, honey }: Deps): PeopleRotation {
  return {
    async rotatePeople(key, { now, report }) {
      const keyId = masterKeyId(key);
      const isMade = await sql.begin((transaction) => makeNewest(transaction, masterKeys, { id: keyId, key, honey }));
      if (!isMade) return { ok: false, refusal: 'former_key' };
      const result = await resealFactors(sql, masterKeys, report);
      await sql.begin((transaction) => writer.append(transaction, lineOf('keys.rotatePeople', keyId, now)));
      return { ok: true, result: { keyId, ...result } };
    },
    retirePeople: (now) =>
      sql.begin(async (transaction) => {
        await lockKeys(transaction);
        const people = await readPeople(transaction);
        if (people === null) return { ok: false, refusal: 'no_key' };
        if (await hasOtherFactors(transaction, people)) return { ok: false, refusal: 'unfinished' };
        const byMaster = people.byMaster.filter(({ id }) => id === people.newest);
        await storePeople(transaction, { ...people, byMaster, links: [] });
        await writer.append(transaction, lineOf('keys.retirePeople', people.newest, now));
        return { ok: true };
      }),
  };
}

function lineOf(action: string, id: string, at: number) {
  return { actorId: null, action, subjectId: null, detail: `people key ${id}`, at };
}

/** Stores the key as the newest people key. Returns false for a former people key. */
async function makeNewest(
  transaction: TransactionSql,
  masterKeys: MasterKeys,
  { id, key, honey }: { readonly id: string; readonly key: Uint8Array; readonly honey: HoneyIds },
): Promise<boolean> {
  await lockKeys(transaction);
  const known = await readPeople(transaction);
  if (known?.newest !== id) {
    if (known?.byMaster.some((link) => link.id === id) === true) return false;
    const before = await masterKeys.people(transaction);
    const links = before === null ? [] : [{ id, by: before.id ?? '', sealed: sealLink(before.key, key) }];
    const byMaster = [...(known?.byMaster ?? []), sealPeopleLink(await namedMaster(masterKeys, transaction), id, key)];
    const signers = drawSigners(await masterKeys.newest(transaction));
    const all = [...(known?.links ?? []), ...links];
    await storePeople(transaction, { newest: id, byMaster, links: all, sealed: '', signers });
  }
  await renewPeopleSecrets(transaction, masterKeys, honey);
  return true;
}

/** Returns a new pair of keys of the signers. */
function drawSigners(by: SealingKey): StoredPeople['signers'] {
  const { publicKey, privateKey } = drawEnvelopeKeys();
  const sealed = seal(by, privateKey, signersKeyPurpose).toString('base64');
  return { publicKey: Buffer.from(publicKey).toString('base64'), sealed };
}

/** Returns the newest master key with its id, also when the master key was never replaced. */
async function namedMaster(
  masterKeys: MasterKeys,
  transaction: TransactionSql,
): Promise<SealingKey & { readonly id: string }> {
  const { id, key } = await masterKeys.newest(transaction);
  return { id: id ?? masterKeys.ownId, key };
}

/** Seals the keys that a node needs for people again, for example after a new pepper. Does nothing without a people key. The caller has locked the keys of the installation. */
export async function renewPeopleSecrets(
  transaction: TransactionSql,
  masterKeys: MasterKeys,
  honey: HoneyIds,
): Promise<void> {
  const [people, key] = [await readPeople(transaction), await masterKeys.people(transaction)];
  if (people === null || key === null) return;
  const rows = await transaction`select value::text as value from settings where key = ${installationKeysSetting}`;
  const texts = JSON.parse(textOf(oneRow(rows), 'value')) as Readonly<Record<string, string>>; // The file installation-keys.ts writes the value.
  const open = async (name: string): Promise<string> => {
    const sealed = Buffer.from(texts[name] ?? '', 'base64');
    const plain = unseal(await masterKeys.keyOf(sealed, transaction), sealed, installationKeyPurpose(name));
    return plain.toString('base64');
  };
  const later = await readPeppers(transaction, async (purpose, sealed) =>
    unseal(await masterKeys.keyOf(sealed, transaction), sealed, purpose),
  );
  const secrets: PeopleSecrets = {
    oauthStates: await open('oauthStates'),
    audit: await open('audit'),
    honey,
    signers: people.signers.publicKey,
    peppers: [
      { id: null, key: await open('passwords') },
      ...later.map(({ id, key: pepper }) => ({ id, key: Buffer.from(pepper).toString('base64') })),
    ],
  };
  const sealed = seal(key, Buffer.from(JSON.stringify(secrets)), peopleSecretsPurpose).toString('base64');
  await storePeople(transaction, { ...people, sealed });
}

/** Seals the people keys and the private key of the signers with another master key. Returns the number of texts. The caller has locked the keys of the installation. */
export async function resealPeopleLinks(
  transaction: TransactionSql,
  masterKeys: MasterKeys,
  to: SealingKey,
): Promise<number> {
  const people = await readPeople(transaction);
  const { id: toId } = to;
  if (people === null || toId === null) return 0;
  const byMaster: SealedLink[] = [];
  for (const link of people.byMaster) {
    const by = await masterKeys.keyOf(Buffer.from(link.sealed, 'base64'), transaction);
    byMaster.push(
      link.by === toId ? link : sealPeopleLink({ id: toId, key: to.key }, link.id, openPeopleLink(by, link)),
    );
  }
  const signersKey = Buffer.from(people.signers.sealed, 'base64');
  const isKept = keyIdOf(signersKey) === toId;
  const plain = unseal(await masterKeys.keyOf(signersKey, transaction), signersKey, signersKeyPurpose);
  const sealed = isKept ? people.signers.sealed : seal(to, plain, signersKeyPurpose).toString('base64');
  await storePeople(transaction, { ...people, byMaster, signers: { ...people.signers, sealed } });
  return people.byMaster.filter(({ by }) => by !== toId).length + (isKept ? 0 : 1);
}

async function hasOtherFactors(transaction: TransactionSql, { newest }: StoredPeople): Promise<boolean> {
  const rows = await transaction`select sealed_secret from second_factors`;
  return rows.some((row) => keyIdOf(readBytes(row['sealed_secret'])) !== newest);
}
