// The sealed key of an account, as a process receives it that opens it itself.
import { createHmac } from 'node:crypto';
import { unknownKey, type KeyRing, type StoredRotation } from './key-ring.ts';
import { drawAccountKey, isEmpty, openWrappedKey, sealUnder, unsealUnder, type SealingKey } from './sealing.ts';
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

/** The parts of a key. The caller overwrites the bytes of the secret after use. `isHoney` is true for the key of the honey account. */
export interface OpenedCredentials {
  readonly apiKey: string;
  readonly secretKey: Buffer;
  readonly passphrase: string;
  readonly isHoney: boolean;
}

/** Seals the parts of a key under a new data key. */
export function sealCredentials(
  masterKey: SealingKey,
  accountId: string,
  parts: KeyTexts,
): Omit<SealedCredentials, 'rotation'> {
  return sealTexts(masterKey, { accountId, dataKey: drawAccountKey() }, parts);
}

/** Seals the key of the honey account, whose secret is the mark of this account. */
export function sealHoneyCredentials(
  masterKey: SealingKey,
  accountId: string,
  parts: Omit<KeyTexts, 'secretKey'>,
): Omit<SealedCredentials, 'rotation'> {
  const place = { accountId, dataKey: drawAccountKey() };
  return sealTexts(masterKey, place, { ...parts, secretKey: honeySecret(place) });
}

function sealTexts(
  masterKey: SealingKey,
  place: { readonly accountId: string; readonly dataKey: Uint8Array },
  parts: KeyTexts,
): Omit<SealedCredentials, 'rotation'> {
  const { wrappedKey, sealed } = sealUnder(masterKey, place, {
    apiKey: secretOf(parts.apiKey),
    secretKey: secretOf(parts.secretKey),
    passphrase: secretOf(parts.passphrase),
  });
  return { accountId: place.accountId, wrappedKey, ...sealed };
}

/** Returns true for the sealed key of a revoked account, whose texts are empty. */
export function isKeyless({ secretKey }: Pick<SealedCredentials, 'secretKey'>): boolean {
  return isEmpty(secretKey);
}

/** Opens a sealed key with the keys of the ring, and with the keys of the rotation. Throws when the key was changed, and when its master key is not known. */
export function openCredentials(ring: KeyRing, sealed: SealedCredentials): OpenedCredentials {
  const { accountId, wrappedKey, rotation } = sealed;
  if (rotation !== null) ring.add(rotation);
  const masterKey = ring.find(ring.idOf(wrappedKey));
  if (masterKey === null) throw unknownKey(ring.idOf(wrappedKey));
  const dataKey = openWrappedKey(masterKey, accountId, wrappedKey);
  const open = (kind: keyof KeyTexts): Buffer => unsealUnder(dataKey, { accountId, kind, sealed: sealed[kind] });
  const secretKey = open('secretKey');
  return {
    apiKey: open('apiKey').toString('utf8'),
    secretKey,
    passphrase: open('passphrase').toString('utf8'),
    isHoney: secretKey.equals(Buffer.from(honeySecret({ accountId, dataKey }))),
  };
}

/**
 * Returns the secret of the honey account, which is its mark: 32 capital hex digits, like the secret of a key of OKX. Nobody can type such a secret for an account, because the
 * data key is drawn after it was typed.
 */
function honeySecret({ accountId, dataKey }: { readonly accountId: string; readonly dataKey: Uint8Array }): string {
  const digest = createHmac('sha256', dataKey).update(`rondo/honey_account/${accountId}`).digest('hex');
  return digest.slice(0, 32).toUpperCase();
}

/** Returns dots and the last four characters of a key. For a key of less than 12 characters it returns only dots. */
export function maskKey(apiKey: string): string {
  return apiKey.length < 12 ? '••••' : `••••${apiKey.slice(-4)}`;
}
