// Replaces the master key while servers run: stores the new key for them, and wraps every data key again (decision 13).
import type { Sql, TransactionSql } from 'postgres';
import { integerOf, oneRow, textOf, textOrNull } from '../database/row.ts';
import type { HoneyIds } from '../links/honey-account.ts';
import type { AuditWriter } from '../people/audit-writer.ts';
import type { StoreResult } from '../result.ts';
import { installationKeyNames, installationKeysSetting } from '../secrets/installation-keys.ts';
import { masterKeyId, sealLink, type StoredRotation } from '../secrets/key-ring.ts';
import { readRotation, rotationSetting, type MasterKeys } from './master-keys.ts';
import { installationKeyPurpose } from '../secrets/seal-work.ts';
import { oauthSecretSetting, resealOauthSecret, storeOauthSecret } from './oauth-secret.ts';
import { peopleSetting, readPeople } from '../secrets/people-keys.ts';
import { createPeopleRotation, renewPeopleSecrets, resealPeopleLinks, type PeopleRotation } from './people-rotation.ts';
import { addPepper, countHashes, peppersSetting, resealPeppers, type PepperStatus } from '../secrets/peppers.ts';
import { resealTexts, type RotationResult } from './reseal-tables.ts';
import { keyIdOf, seal, unseal, type SealingKey } from '../secrets/sealing.ts';
import type { Secret } from '../secrets/secret-text.ts';

/** How many texts a key has sealed. The id is null for texts that name no key. */
export interface KeyCount {
  readonly keyId: string | null;
  readonly count: number;
}

/** The sealed texts of each key. */
export interface KeyStatus {
  readonly ownId: string;
  readonly newest: string | null;
  /** True while a server with the key before the newest one can still open the texts. */
  readonly isLinked: boolean;
  readonly texts: readonly KeyCount[];
  /** The second factors of each people key, or null when the installation has no people key. */
  readonly people: {
    readonly newest: string;
    readonly isLinked: boolean;
    readonly factors: readonly KeyCount[];
  } | null;
  readonly peppers: PepperStatus;
  /** True when servers use the stored client secret of the OAuth program instead of the one of their settings. */
  readonly hasOauthSecret: boolean;
}

/** The rotation of the master key. */
export interface KeyRotation extends PeopleRotation {
  status(): Promise<KeyStatus>;
  /**
   * Seals every text with the new key. Servers that run open the new key with their own key. An interrupted rotation continues with the same new key. The call is refused
   * when a rotation to another key is not finished, and when the new key is the present key. `report` receives the number of texts that are done.
   */
  rotate(
    next: Uint8Array,
    options: { readonly now: number; readonly report: (done: number) => void },
  ): Promise<StoreResult<{ readonly result: RotationResult }, 'unfinished' | 'same_key'>>;
  /**
   * Adds a new pepper in one transaction. New hashes have it at once, on every server. A hash with a former pepper stays valid and is replaced at the next log-in of its
   * person. The call is refused when the installation has too many peppers.
   */
  rotatePepper(now: number): Promise<StoreResult<{ readonly pepperId: string }, 'too_many'>>;
  /** Stores a new client secret of the OAuth program, which all servers use at once instead of the one of their settings. */
  rotateOauthSecret(secret: Secret, now: number): Promise<void>;
  /** Removes the stored client secret, so servers use the one of their settings. Returns false when there was none. */
  retireOauthSecret(now: number): Promise<boolean>;
  /** Removes the sealed new key, so the former key opens nothing any more. The call is refused while a text has another key, and when this process has another key. */
  retire(now: number): Promise<StoreResult<object, 'unfinished' | 'other_key'>>;
}

/** Returns the rotation of the master key of a database. */
export function createKeyRotation(
  sql: Sql,
  masterKeys: MasterKeys,
  { writer, honey }: { readonly writer: AuditWriter; readonly honey: HoneyIds },
): KeyRotation {
  return {
    async status() {
      const rotation = await readRotation(sql);
      return {
        ownId: masterKeys.ownId,
        newest: rotation?.newest ?? null,
        isLinked: (rotation?.links.length ?? 0) > 0,
        ...(await countAll(sql)),
        peppers: await countHashes(sql, honey),
        hasOauthSecret: (await sql`select 1 from settings where key = ${oauthSecretSetting}`).length > 0,
      };
    },
    rotatePepper: (now) =>
      sql.begin(async (transaction) => {
        const pepperId = await addPepper(transaction, masterKeys);
        if (pepperId === null) return { ok: false, refusal: 'too_many' };
        await renewPeopleSecrets(transaction, masterKeys, honey);
        const line = { actorId: null, action: 'keys.rotatePepper', subjectId: null, detail: `pepper ${pepperId}` };
        await writer.append(transaction, { ...line, at: now });
        return { ok: true, pepperId };
      }),
    async rotate(next, { now, report }) {
      const refusal = await sql.begin((transaction) => begin(transaction, masterKeys, next));
      if (refusal !== null) return { ok: false, refusal };
      const to = await masterKeys.newest();
      const sealed = await resealTexts(sql, masterKeys, report);
      const { unreadable } = sealed;
      let { resealed } = sealed;
      await sql.begin(async (transaction) => {
        resealed += await resealInstallationKeys(transaction, masterKeys, to);
        await writer.append(transaction, { ...auditLine('keys.rotate', to), at: now });
      });
      return { ok: true, result: { keyId: to.id ?? '', resealed, unreadable } };
    },
    ...createOauthRotation(sql, masterKeys, writer),
    ...createPeopleRotation(sql, masterKeys, { writer, honey }),
    retire: (now) =>
      sql.begin(async (transaction) => {
        const rotation = await readRotation(transaction);
        if (rotation?.newest !== masterKeys.ownId) return { ok: false, refusal: 'other_key' };
        const texts = await countTexts(transaction);
        if (texts.some(({ keyId }) => keyId !== rotation.newest)) return { ok: false, refusal: 'unfinished' };
        await storeRotation(transaction, { ...rotation, links: [] });
        await writer.append(transaction, { ...auditLine('keys.retire', { id: rotation.newest }), at: now });
        return { ok: true };
      }),
  };
}

function createOauthRotation(
  sql: Sql,
  masterKeys: MasterKeys,
  writer: AuditWriter,
): Pick<KeyRotation, 'rotateOauthSecret' | 'retireOauthSecret'> {
  return {
    rotateOauthSecret: (secret, now) =>
      sql.begin(async (transaction) => {
        await storeOauthSecret(transaction, masterKeys, secret);
        await writer.append(transaction, { ...oauthLine('keys.rotateOauthSecret'), at: now });
      }),
    retireOauthSecret: (now) =>
      sql.begin(async (transaction) => {
        if (!(await storeOauthSecret(transaction, masterKeys, null))) return false;
        await writer.append(transaction, { ...oauthLine('keys.retireOauthSecret'), at: now });
        return true;
      }),
  };
}

function oauthLine(action: string) {
  return { actorId: null, action, subjectId: null, detail: '' };
}

function auditLine(action: string, { id }: Pick<SealingKey, 'id'>) {
  return { actorId: null, action, subjectId: null, detail: `master key ${id ?? ''}` };
}

/** Stores the new key, sealed with the newest key. Returns the reason of a refusal, or null. */
async function begin(
  transaction: TransactionSql,
  masterKeys: MasterKeys,
  next: Uint8Array,
): Promise<'unfinished' | 'same_key' | null> {
  await transaction`select 1 from settings where key = ${installationKeysSetting} for update`;
  const rotation = await readRotation(transaction);
  const id = masterKeyId(next);
  if (rotation?.newest === id) return null; // An interrupted rotation continues.
  const by = await masterKeys.newest(transaction);
  const byId = rotation?.newest ?? masterKeys.ownId;
  if (byId === id) return 'same_key';
  if (rotation !== null && (await countTexts(transaction)).some(({ keyId }) => keyId !== rotation.newest))
    return 'unfinished';
  const link = { id, by: byId, sealed: sealLink(by.key, next) };
  await storeRotation(transaction, {
    first: rotation?.first ?? byId,
    newest: id,
    links: [...(rotation?.links ?? []), link],
  });
  return null;
}

async function storeRotation(sql: TransactionSql, rotation: StoredRotation): Promise<void> {
  await sql`
    insert into settings (key, value) values (${rotationSetting}, ${JSON.stringify(rotation)}::text::jsonb)
    on conflict (key) do update set value = excluded.value`;
}

async function resealInstallationKeys(
  transaction: TransactionSql,
  masterKeys: MasterKeys,
  to: SealingKey,
): Promise<number> {
  const texts = await readInstallationTexts(transaction);
  let count = 0;
  for (const name of installationKeyNames) {
    const sealed = Buffer.from(texts[name] ?? '', 'base64');
    if (keyIdOf(sealed) === to.id) continue;
    const plain = unseal(await masterKeys.keyOf(sealed, transaction), sealed, installationKeyPurpose(name));
    const text = seal(to, plain, installationKeyPurpose(name)).toString('base64');
    await transaction`
      update settings set value = jsonb_set(value, array[${name}::text], to_jsonb(${text}::text)) where key = ${installationKeysSetting}`;
    count += 1;
  }
  count += await resealPeppers(transaction, masterKeys, to);
  count += await resealPeopleLinks(transaction, masterKeys, to);
  return count + (await resealOauthSecret(transaction, masterKeys, to));
}

async function readInstallationTexts(sql: Sql | TransactionSql): Promise<Readonly<Record<string, string>>> {
  const rows = await sql`select value::text as value from settings where key = ${installationKeysSetting} for update`;
  return JSON.parse(textOf(oneRow(rows), 'value')) as Readonly<Record<string, string>>; // The file installation-keys.ts writes the value.
}

/** Counts the texts of the master keys. */
async function countTexts(sql: Sql | TransactionSql): Promise<KeyStatus['texts']> {
  return (await countAll(sql)).texts;
}

async function countAll(sql: Sql | TransactionSql): Promise<Pick<KeyStatus, 'texts' | 'people'>> {
  const rows = await sql`
    select case when get_byte(sealed, 0) = 2 then encode(substring(sealed from 2 for 4), 'hex') end as key_id, count(*)::int as count
    from (
      select wrapped_key as sealed from exchange_accounts union all select wrapped_key from consents union all select sealed_secret from second_factors
      union all select decode(text, 'base64') from settings, jsonb_each_text(value) as entries (name, text) where settings.key = ${installationKeysSetting}
      union all select decode(text, 'base64') from settings, jsonb_each_text(value -> 'keys') as entries (name, text) where settings.key = ${peppersSetting}
      union all select decode(link ->> 'sealed', 'base64') from settings, jsonb_array_elements(value -> 'byMaster') as link where settings.key = ${peopleSetting}
      union all select decode(value -> 'signers' ->> 'sealed', 'base64') from settings where settings.key = ${peopleSetting}
      union all select decode(value #>> '{}', 'base64') from settings where settings.key = ${oauthSecretSetting}
    ) as texts where sealed is not null group by 1 order by 1`;
  const counts = rows.map((row) => ({ keyId: textOrNull(row, 'key_id'), count: integerOf(row, 'count') }));
  const people = await readPeople(sql);
  if (people === null) return { texts: counts, people: null };
  const isOfPeople = ({ keyId }: KeyCount): boolean => people.byMaster.some(({ id }) => id === keyId);
  return {
    texts: counts.filter((each) => !isOfPeople(each)),
    people: {
      newest: people.newest,
      isLinked: people.byMaster.length > 1,
      factors: counts.filter((each) => isOfPeople(each)),
    },
  };
}
