// Sealing of exchange credentials: AES-256-GCM with a data key per account. The master key wraps the data key.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { secretOf, type Secret } from './secret-text.ts';

const keyBytes = 32; // AES-256
const nonceBytes = 12; // NIST SP 800-38D: 96 bits
const tagBytes = 16;
const formatVersion = 1;
/** A text of this format names its master key after the version. Only an installation whose master key was replaced has such texts. */
const namedVersion = 2;
const keyIdBytes = 4;

/** A master key with its id. Without an id, the sealed text does not name the key. */
export interface SealingKey {
  readonly id: string | null;
  readonly key: Uint8Array;
}

/**
 * Encrypts bytes for a purpose. `unseal` needs the same purpose. The result consists of version, id of the master key (when it has one), nonce, tag and ciphertext.
 */
export function seal(by: Uint8Array | SealingKey, plain: Uint8Array, purpose: string): Buffer {
  const { id, key } = by instanceof Uint8Array ? { id: null, key: by } : by;
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  const head = id === null ? [formatVersion] : [namedVersion, ...Buffer.from(id, 'hex')];
  return Buffer.concat([Buffer.from(head), nonce, cipher.getAuthTag(), body]);
}

/** Returns the id of the master key that a sealed text names, or null when it names none. */
export function keyIdOf(sealed: Uint8Array): string | null {
  return sealed[0] === namedVersion ? Buffer.from(sealed.subarray(1, 1 + keyIdBytes)).toString('hex') : null;
}

/** Returns whether the text inside is empty. The cipher adds no bytes to a text, so the length shows it. */
export function isEmpty(sealed: Uint8Array): boolean {
  return sealed.length <= (keyIdOf(sealed) === null ? 1 : 1 + keyIdBytes) + nonceBytes + tagBytes;
}

/** Returns the decrypted bytes. Throws when the sealed bytes were changed, or when the key or the purpose is different. */
export function unseal(key: Uint8Array, sealed: Uint8Array, purpose: string): Buffer {
  const from = sealed[0] === namedVersion ? 1 + keyIdBytes : 1;
  if ((sealed[0] !== formatVersion && sealed[0] !== namedVersion) || sealed.length < from + nonceBytes + tagBytes)
    throw new Error(`the sealed text of ${purpose} has an unknown format`);
  const nonce = sealed.subarray(from, from + nonceBytes);
  const tag = sealed.subarray(from + nonceBytes, from + nonceBytes + tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(from + nonceBytes + tagBytes)), decipher.final()]);
  } catch (error) {
    throw new Error(
      `the sealed text of ${purpose} cannot be opened: the text was changed, or it was sealed with another key than RONDO_MASTER_KEY`,
      { cause: error },
    );
  }
}

/** The sealed texts of one account, with their wrapped data key. */
export interface SealedTextsOf<Kind extends string> {
  readonly wrappedKey: Buffer;
  readonly sealed: Record<Kind, Buffer>;
}

/** Returns a new data key. */
export function drawAccountKey(): Buffer {
  return randomBytes(keyBytes);
}

/** Seals the texts of one account under a new data key. Each sealed text is bound to the account and to its kind. */
export function sealForAccount<Kind extends string>(
  masterKey: SealingKey,
  accountId: string,
  texts: Readonly<Record<Kind, Secret>>,
): SealedTextsOf<Kind> {
  return sealUnder(masterKey, { accountId, dataKey: drawAccountKey() }, texts);
}

/** Seals the texts of one account under a data key. */
export function sealUnder<Kind extends string>(
  masterKey: SealingKey,
  { accountId, dataKey }: { readonly accountId: string; readonly dataKey: Uint8Array },
  texts: Readonly<Record<Kind, Secret>>,
): SealedTextsOf<Kind> {
  const kinds = Object.keys(texts) as Kind[]; // The keys of the record are the kinds.
  const entries = kinds.map(
    (kind) => [kind, seal(dataKey, Buffer.from(texts[kind].reveal()), purposeOf(accountId, kind))] as const,
  );
  const wrappedKey = wrapAccountKey(masterKey, accountId, dataKey);
  return { wrappedKey, sealed: Object.fromEntries(entries) as Record<Kind, Buffer> }; // The result has one entry per kind.
}

/** Returns the data key of an account or a consent. Throws when the master key is another one than the key that wrapped the data key. */
export function openWrappedKey(masterKey: Uint8Array, accountId: string, wrappedKey: Uint8Array): Buffer {
  return unseal(masterKey, wrappedKey, purposeOf(accountId, 'dataKey'));
}

/** Wraps the data key of an account or a consent with another master key. */
export function wrapAccountKey(masterKey: SealingKey, accountId: string, dataKey: Uint8Array): Buffer {
  return seal(masterKey, dataKey, purposeOf(accountId, 'dataKey'));
}

/** One sealed text of an account. */
export interface SealedText {
  readonly accountId: string;
  readonly kind: string;
  readonly wrappedKey: Uint8Array;
  readonly sealed: Uint8Array;
}

/** Opens one sealed text of an account. */
export function unsealForAccount(masterKey: Uint8Array, { wrappedKey, ...from }: SealedText): Secret {
  return secretOf(unsealUnder(openWrappedKey(masterKey, from.accountId, wrappedKey), from).toString('utf8'));
}

/** Opens one sealed text of an account as bytes, which the caller can overwrite. */
export function unsealUnder(dataKey: Uint8Array, { accountId, kind, sealed }: Omit<SealedText, 'wrappedKey'>): Buffer {
  return unseal(dataKey, sealed, purposeOf(accountId, kind));
}

/** Returns the purpose of the seal of a person's second factor. */
export function secondFactorPurpose(userId: string): string {
  return `rondo/second_factors/${userId}`;
}

function purposeOf(accountId: string, kind: string): string {
  return `rondo/exchange_accounts/${accountId}/${kind}/v${formatVersion}`;
}
