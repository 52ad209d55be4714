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
  parts: Readonly<Record<'apiKey' | 'secretKey' | 'passphrase', string>>,
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
