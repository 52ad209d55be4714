// The sealed key of an account, as a process receives it that opens it itself.
import { unknownKey, type KeyRing, type StoredRotation } from './key-ring.ts';
import { sealForAccount, unsealBytes, type SealingKey } from './sealing.ts';
import { secretOf } from './secret-text.ts';

/** The sealed parts of a key, and the stored rotation of the master key (null when the master key was never replaced). */
export interface SealedCredentials {
  readonly accountId: string;
  readonly wrappedKey: Uint8Array;
  readonly apiKey: Uint8Array;
  readonly secretKey: Uint8Array;
  readonly passphrase: Uint8Array;
  readonly rotation: StoredRotation | null;
}

/** The texts of a key. */
export type KeyTexts = Readonly<Record<'apiKey' | 'secretKey' | 'passphrase', string>>;

/** The sealed parts of a key that is stored for an account. `maskedKey` consists of dots and the last four characters of the key. */
export interface SealedKey extends Omit<SealedCredentials, 'accountId' | 'rotation'> {
  readonly maskedKey: string;
}

/** The parts of a key. The caller overwrites the bytes of the secret after use. */
export interface OpenedCredentials {
  readonly apiKey: string;
  readonly secretKey: Buffer;
  readonly passphrase: string;
}

/** Seals the parts of a key under a new data key. */
export function sealCredentials(
  masterKey: SealingKey,
  accountId: string,
  parts: KeyTexts,
): Omit<SealedCredentials, 'rotation'> {
  const { wrappedKey, sealed } = sealForAccount(masterKey, accountId, {
    apiKey: secretOf(parts.apiKey),
    secretKey: secretOf(parts.secretKey),
    passphrase: secretOf(parts.passphrase),
  });
  return { accountId, wrappedKey, ...sealed };
}

/** Opens a sealed key with the keys of the ring, and with the keys of the rotation. Throws when the key was changed, and when its master key is not known. */
export function openCredentials(ring: KeyRing, sealed: SealedCredentials): OpenedCredentials {
  const { accountId, wrappedKey, rotation } = sealed;
  if (rotation !== null) ring.add(rotation);
  const masterKey = ring.find(ring.idOf(wrappedKey));
  if (masterKey === null) throw unknownKey(ring.idOf(wrappedKey));
  const open = (kind: 'apiKey' | 'secretKey' | 'passphrase'): Buffer =>
    unsealBytes(masterKey, { accountId, kind, wrappedKey, sealed: sealed[kind] });
  return {
    apiKey: open('apiKey').toString('utf8'),
    secretKey: open('secretKey'),
    passphrase: open('passphrase').toString('utf8'),
  };
}

/** Returns dots and the last four characters of a key. For a key of less than 12 characters it returns only dots. */
export function maskKey(apiKey: string): string {
  return apiKey.length < 12 ? '••••' : `••••${apiKey.slice(-4)}`;
}
