// The keys of an installation, such as the pepper of passwords. They are sealed with the master key and stored in the database, so they stay the same when the master key
// is replaced, and they show whether a master key belongs to the database.
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { booleanOf, oneRow, textOf } from '../database/row.ts';
import { readBytes } from '../database/values.ts';
import { StartError } from '../embedded/start-error.ts';
import type { KeySource } from './master-key.ts';
import { createMasterKeys, type MasterKeys } from './master-keys.ts';
import { seal, unseal, openWrappedKey, type SealingKey } from './sealing.ts';

/**
 * The keys of an installation, 32 bytes each: of the digests in client order ids, of the seals of OAuth states and of refresh tokens, of the sandbox's client secret, of
 * password hashes, and of the digests of the audit.
 */
export interface InstallationKeys {
  readonly clientOrderIds: Uint8Array;
  readonly oauthStates: Uint8Array;
  readonly sandboxClient: Uint8Array;
  readonly passwords: Uint8Array;
  readonly audit: Uint8Array;
}

/** The names of the keys in their setting. */
export const installationKeyNames = [
  'clientOrderIds',
  'oauthStates',
  'sandboxClient',
  'passwords',
  'audit',
] as const satisfies readonly (keyof InstallationKeys)[];
/** The name of the setting with the sealed keys. */
export const installationKeysSetting = 'keys';
/** A database of an older version has no sealed keys. So many of its sealed rows are tried, because a single row can be damaged. */
const triedRows = 20;

/**
 * Returns the master key and the keys of the installation. The first call for a database seals and stores the keys. Throws StartError when the master key is another
 * one than the key of the database, and when the source has no key although the database is in use. No key is created then.
 */
export async function openInstallationKeys(
  sql: Sql,
  source: KeySource,
): Promise<{ readonly masterKeys: MasterKeys; readonly keys: InstallationKeys }> {
  const masterKey = (await source.read()) ?? (await createMasterKey(sql, source));
  const masterKeys = createMasterKeys(sql, masterKey);
  let texts = await readTexts(sql);
  if (texts === null) {
    await refuseOtherKey(sql, masterKey, source);
    const value = JSON.stringify(sealAll(masterKey, deriveKeys(masterKey)));
    await sql`insert into settings (key, value) values (${installationKeysSetting}, ${value}::text::jsonb) on conflict (key) do nothing`;
    texts = await readTexts(sql);
  }
  if (texts !== null && texts['audit'] === undefined) {
    await addAuditKey(
      sql,
      await masterKeys.newest().catch((error: unknown) => Promise.reject(otherKey(source, error))),
    );
    texts = await readTexts(sql);
  }
  const open = async (name: keyof InstallationKeys): Promise<Uint8Array> => {
    try {
      const sealed = Buffer.from(texts?.[name] ?? '', 'base64');
      return unseal(await masterKeys.keyOf(sealed), sealed, installationKeyPurpose(name));
    } catch (error) {
      throw otherKey(source, error);
    }
  };
  const keys = {
    clientOrderIds: await open('clientOrderIds'),
    oauthStates: await open('oauthStates'),
    sandboxClient: await open('sandboxClient'),
    passwords: await open('passwords'),
    audit: await open('audit'),
  };
  return { masterKeys, keys };
}

/** Creates the master key of a new database. Throws StartError for a database that is in use, because a new key opens nothing in it. */
async function createMasterKey(sql: Sql, source: KeySource): Promise<Uint8Array> {
  const row = oneRow(
    await sql`select exists (select 1 from users) or exists (select 1 from settings where key = ${installationKeysSetting}) as is_used`,
  );
  if (!booleanOf(row, 'is_used')) return source.create();
  throw new StartError(
    'wrongKey',
    `The master key file ${source.name} does not exist, and the database was sealed with a master key. Restore the file, or set RONDO_MASTER_KEY. No new key was created.`,
  );
}

async function readTexts(sql: Sql): Promise<Readonly<Record<string, string>> | null> {
  const rows = await sql`select value::text as value from settings where key = ${installationKeysSetting}`;
  if (rows.length === 0) return null;
  return JSON.parse(textOf(oneRow(rows), 'value')) as Readonly<Record<string, string>>; // Only this file writes the value.
}

/** Adds the key of the audit to the keys of an earlier version. When two nodes add a key at the same time, the first key stays. */
async function addAuditKey(sql: Sql, masterKey: SealingKey): Promise<void> {
  const text = seal(masterKey, randomBytes(32), installationKeyPurpose('audit')).toString('base64');
  await sql`
    update settings set value = value || jsonb_build_object('audit', ${text}::text) where key = ${installationKeysSetting} and not jsonb_exists(value, 'audit')`;
}

/** The keys that earlier versions derived from the master key. An installation keeps these keys, so its password hashes and order ids stay valid. */
function deriveKeys(masterKey: Uint8Array): InstallationKeys {
  const derive = (text: string): Uint8Array => createHmac('sha256', masterKey).update(text).digest();
  return {
    clientOrderIds: derive('client order ids'),
    oauthStates: derive('oauth states'),
    sandboxClient: derive('sandbox client secret'),
    passwords: Buffer.from(hkdfSync('sha256', masterKey, 'rondo', 'password pepper', 32)),
    audit: randomBytes(32), // No earlier version had this key.
  };
}

function sealAll(masterKey: Uint8Array, keys: InstallationKeys): Readonly<Record<string, string>> {
  return Object.fromEntries(
    installationKeyNames.map((name) => [
      name,
      seal(masterKey, keys[name], installationKeyPurpose(name)).toString('base64'),
    ]),
  );
}

/** Throws when the database of an older version has wrapped data keys, and the master key opens none of them. */
async function refuseOtherKey(sql: Sql, masterKey: Uint8Array, source: KeySource): Promise<void> {
  const rows = await sql`
    (select id, wrapped_key from exchange_accounts where wrapped_key is not null order by created_at desc limit ${triedRows})
    union all (select id, wrapped_key from consents where wrapped_key is not null order by created_at desc limit ${triedRows})`;
  let cause: unknown = null;
  for (const row of rows) {
    try {
      openWrappedKey(masterKey, textOf(row, 'id'), readBytes(row['wrapped_key']));
      return;
    } catch (error) {
      cause = error;
    }
  }
  if (rows.length > 0) throw otherKey(source, cause);
}

function otherKey({ name }: KeySource, cause: unknown): StartError {
  return new StartError(
    'wrongKey',
    `The key of ${name} is not the master key of this database. Use the key with which the database was sealed; another key cannot open its trading keys and passwords.`,
    cause,
  );
}

/** Returns the purpose of the seal of a key of the installation. */
export function installationKeyPurpose(name: keyof InstallationKeys): string {
  return `rondo/installation_keys/${name}`;
}
