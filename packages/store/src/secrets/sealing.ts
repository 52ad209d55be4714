// Sealing of exchange credentials: AES-256-GCM with a data key per account. The master key wraps the data key.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { dirname, relative, resolve, isAbsolute } from 'node:path';
import { systemCode } from '../embedded/start-error.ts';
import { secretOf, type Secret } from './secret-text.ts';

const keyBytes = 32; // AES-256
const nonceBytes = 12; // NIST SP 800-38D: 96 bits
const tagBytes = 16;
const formatVersion = 1;

/** Encrypts bytes for a purpose. `unseal` needs the same purpose. The result consists of version, nonce, tag and ciphertext. */
export function seal(key: Uint8Array, plain: Uint8Array, purpose: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([formatVersion]), nonce, cipher.getAuthTag(), body]);
}

/** Returns the decrypted bytes. Throws when the sealed bytes were changed, or when the key or the purpose is different. */
export function unseal(key: Uint8Array, sealed: Uint8Array, purpose: string): Buffer {
  if (sealed[0] !== formatVersion || sealed.length < 1 + nonceBytes + tagBytes)
    throw new Error(`the sealed text of ${purpose} has an unknown format`);
  const nonce = sealed.subarray(1, 1 + nonceBytes);
  const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)), decipher.final()]);
  } catch (error) {
    throw new Error(
      `the sealed text of ${purpose} cannot be opened: the text was changed, or it was sealed with another key than RONDO_MASTER_KEY`,
      { cause: error },
    );
  }
}

/** Seals the texts of one account under a new data key. Each sealed text is bound to the account and to its kind. */
export function sealForAccount<Kind extends string>(
  masterKey: Uint8Array,
  accountId: string,
  texts: Readonly<Record<Kind, Secret>>,
): { readonly wrappedKey: Buffer; readonly sealed: Record<Kind, Buffer> } {
  const dataKey = randomBytes(keyBytes);
  const kinds = Object.keys(texts) as Kind[]; // The keys of the record are the kinds.
  const entries = kinds.map(
    (kind) => [kind, seal(dataKey, Buffer.from(texts[kind].reveal()), purposeOf(accountId, kind))] as const,
  );
  const wrappedKey = seal(masterKey, dataKey, purposeOf(accountId, 'dataKey'));
  return { wrappedKey, sealed: Object.fromEntries(entries) as Record<Kind, Buffer> }; // The result has one entry per kind.
}

/** Opens one sealed text of an account. */
export function unsealForAccount(
  masterKey: Uint8Array,
  from: {
    readonly accountId: string;
    readonly kind: string;
    readonly wrappedKey: Uint8Array;
    readonly sealed: Uint8Array;
  },
): Secret {
  const dataKey = unseal(masterKey, from.wrappedKey, purposeOf(from.accountId, 'dataKey'));
  return secretOf(unseal(dataKey, from.sealed, purposeOf(from.accountId, from.kind)).toString('utf8'));
}

/**
 * Returns the master key. `value` is a text of 64 hex or 43-44 base64 characters. Without `value`, the key is read from `file`, and a missing file is created
 * with mode 0600. Throws when the file is inside one of `forbiddenFolders` (data, backups), or when the group or other users of the machine have a
 * permission for the file. Source: decision 13.
 */
export async function masterKeyFrom(options: {
  readonly value?: string | undefined;
  readonly file: string;
  readonly forbiddenFolders: readonly string[];
}): Promise<Uint8Array> {
  if (options.value !== undefined && options.value !== '') return parseKey(options.value, 'RONDO_MASTER_KEY');
  const file = resolve(options.file);
  for (const folder of options.forbiddenFolders) {
    const inside = relative(resolve(folder), file);
    if (!inside.startsWith('..') && !isAbsolute(inside))
      throw new Error(`The master key file ${file} is inside ${folder}, so a copy of the data would contain the key.`);
  }
  await createKeyFile(file);
  const { mode } = await stat(file);
  if ((mode & 0o077) !== 0)
    throw new Error(`Other users of this machine may read the master key file ${file}. Run: chmod 600 ${file}`);
  return parseKey((await readFile(file, 'utf8')).trim(), file);
}

async function createKeyFile(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const made = await open(file, 'wx', 0o600).catch((error: unknown) => {
    if (systemCode(error) === 'EEXIST') return null;
    throw error;
  });
  if (made === null) return;
  await made.writeFile(`${randomBytes(keyBytes).toString('hex')}\n`);
  await made.sync();
  await made.close();
}

function parseKey(text: string, source: string): Uint8Array {
  const key = /^[0-9a-fA-F]{64}$/.test(text)
    ? Buffer.from(text, 'hex')
    : /^[A-Za-z0-9+/]{43}=?$/.test(text)
      ? Buffer.from(text, 'base64')
      : null;
  if (key === null || key.length !== keyBytes)
    throw new Error(`${source} is not a key of 32 bytes in hex (64 characters) or base64.`);
  return key;
}

function purposeOf(accountId: string, kind: string): string {
  return `rondo/exchange_accounts/${accountId}/${kind}/v${formatVersion}`;
}
