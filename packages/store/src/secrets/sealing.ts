// Sealing of exchange credentials: AES-256-GCM with a data key per account. The master key wraps the data key.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
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

/** Returns the data key of an account or a consent. Throws when the master key is another one than the key that wrapped the data key. */
export function openWrappedKey(masterKey: Uint8Array, accountId: string, wrappedKey: Uint8Array): Buffer {
  return unseal(masterKey, wrappedKey, purposeOf(accountId, 'dataKey'));
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
  const dataKey = openWrappedKey(masterKey, from.accountId, from.wrappedKey);
  return secretOf(unseal(dataKey, from.sealed, purposeOf(from.accountId, from.kind)).toString('utf8'));
}

function purposeOf(accountId: string, kind: string): string {
  return `rondo/exchange_accounts/${accountId}/${kind}/v${formatVersion}`;
}
