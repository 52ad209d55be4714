// The keys of an installation, such as the pepper of passwords. They are sealed with the master key and stored in the database, so they stay the same when the master key
// is replaced, and they show whether a master key belongs to the database.
import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { booleanOf, oneRow, textOf } from '../database/row.ts';
import { readBytes } from '../database/values.ts';
import { StartError } from '../embedded/start-error.ts';
import { installationKeyPurpose, SealsUnavailable, type SealSource, type SealWork } from './seal-work.ts';
import { createSeals, type Seals } from './seals.ts';

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
/** The sealed keys by name, in base64. */
type SealedKeys = Readonly<Record<string, string>>;

/** The name of the setting with the sealed keys. */
export const installationKeysSetting = 'keys';
/** A database of an older version has no sealed keys. So many of its sealed rows are tried, because a single row can be damaged. */
const triedRows = 20;

/**
 * Opens the master key and returns the seals and the keys of the installation. The first call for a new database draws, seals and stores the keys. Throws StartError when the
 * master key is another one than the key of the database, and when the source has no key although the database is in use. No key is created then.
 */
export async function openInstallationKeys(
  sql: Sql,
  source: SealSource,
): Promise<{ readonly seals: Seals; readonly keys: InstallationKeys }> {
  const isInUse = await isUsed(sql);
  if (!(await source.begin(!isInUse))) throw missingKey(source);
  const seals = createSeals(sql, source);
  const orOtherKey = (error: unknown): never => {
    throw error instanceof SealsUnavailable ? error : otherKey(source, error);
  };
  let texts = await readTexts(sql);
  if (texts === null) {
    const first = await (isInUse ? earlierKeys(sql, seals) : drawnKeys(seals)).catch(orOtherKey);
    await sql`
      insert into settings (key, value) values (${installationKeysSetting}, ${JSON.stringify(first)}::text::jsonb) on conflict (key) do nothing`;
    texts = await readTexts(sql);
  }
  if (texts !== null && texts['audit'] === undefined) {
    const sealed = await seals.seal(installationKeyPurpose('audit'), randomBytes(32)).catch(orOtherKey);
    await addAuditKey(sql, sealed);
    texts = await readTexts(sql);
  }
  const open = (name: keyof InstallationKeys): Promise<Uint8Array> =>
    seals.open(installationKeyPurpose(name), Buffer.from(texts?.[name] ?? '', 'base64')).catch(orOtherKey);
  const keys = {
    clientOrderIds: await open('clientOrderIds'),
    oauthStates: await open('oauthStates'),
    sandboxClient: await open('sandboxClient'),
    passwords: await open('passwords'),
    audit: await open('audit'),
  };
  return { seals, keys };
}

/** Returns the keys that an earlier version has used in this database, sealed. */
async function earlierKeys(sql: Sql, seals: Seals): Promise<SealedKeys> {
  const rows = await readWrappedRows(sql);
  return (await seals.work()).firstKeys(rows);
}

/** Returns the keys of a new database, sealed. They are random, so nobody who has the master key at a later time can compute them from it. */
async function drawnKeys(seals: Seals): Promise<SealedKeys> {
  const sealed = installationKeyNames.map(
    async (name) =>
      [name, (await seals.seal(installationKeyPurpose(name), randomBytes(32))).toString('base64')] as const,
  );
  return Object.fromEntries(await Promise.all(sealed));
}

/** A new master key opens nothing in a database that is in use, so none is created for it. */
async function isUsed(sql: Sql): Promise<boolean> {
  const row = oneRow(
    await sql`select exists (select 1 from users) or exists (select 1 from settings where key = ${installationKeysSetting}) as is_used`,
  );
  return booleanOf(row, 'is_used');
}

function missingKey({ name }: SealSource): StartError {
  return new StartError(
    'wrongKey',
    `The master key file ${name} does not exist, and the database was sealed with a master key. Restore the file, or set RONDO_MASTER_KEY. No new key was created.`,
  );
}

async function readTexts(sql: Sql): Promise<SealedKeys | null> {
  const rows = await sql`select value::text as value from settings where key = ${installationKeysSetting}`;
  if (rows.length === 0) return null;
  return JSON.parse(textOf(oneRow(rows), 'value')) as SealedKeys; // Only this file writes the value.
}

/** Adds the key of the audit to the keys of an earlier version. When two nodes add a key at the same time, the first key stays. */
async function addAuditKey(sql: Sql, sealed: Buffer): Promise<void> {
  await sql`
    update settings set value = value || jsonb_build_object('audit', ${sealed.toString('base64')}::text)
    where key = ${installationKeysSetting} and not jsonb_exists(value, 'audit')`;
}

/** Returns the newest sealed rows. In a database of an older version they show whether the master key is its key. */
async function readWrappedRows(sql: Sql): Promise<Parameters<SealWork['firstKeys']>[0]> {
  const rows = await sql`
    (select id, wrapped_key from exchange_accounts where wrapped_key is not null order by created_at desc limit ${triedRows})
    union all (select id, wrapped_key from consents where wrapped_key is not null order by created_at desc limit ${triedRows})`;
  return rows.map((row) => ({ id: textOf(row, 'id'), wrappedKey: readBytes(row['wrapped_key']) }));
}

function otherKey({ name }: SealSource, cause: unknown): StartError {
  return new StartError(
    'wrongKey',
    `The key of ${name} is not the master key of this database. Use the key with which the database was sealed; another key cannot open its trading keys and passwords.`,
    cause,
  );
}
