// Opens what a node without the master key has sealed for the signers: the input of a call, and the texts of a typed key.
import {
  keyCallPurpose,
  openEnvelope,
  signersKeyPurpose,
  typedKeyPurpose,
  unknownKey,
  unseal,
  type KeyRing,
  type KeyTexts,
  type StoredRotation,
} from '@rondo/store/secrets';
import * as z from 'zod';
import type { SignersKeyMessage } from './signer-messages.ts';

const keyTexts = z.strictObject({ apiKey: z.string(), secretKey: z.string(), passphrase: z.string() });

interface Envelope {
  readonly envelope: string;
  readonly signersKey: SignersKeyMessage;
  readonly rotation: StoredRotation | null;
}

/** Returns the input of a call. The server of this node gets it, so it contains no secret of a key. */
export function openCall(ring: KeyRing, { callId, ...sealed }: Envelope & { readonly callId: string }): string {
  return openFor(ring, sealed, keyCallPurpose(callId));
}

/** Returns the texts of a typed key, which only the signer gets. The envelope is bound to the account. */
export function openTypedKey(
  ring: KeyRing,
  { accountId, ...sealed }: Envelope & { readonly accountId: string },
): KeyTexts {
  return keyTexts.parse(JSON.parse(openFor(ring, sealed, typedKeyPurpose(accountId))));
}

/** Returns the error for work that a node with the people key does not do. */
export function noMasterKey(): Error {
  return new Error('this node has the people key and no master key');
}

function openFor(ring: KeyRing, { envelope, signersKey, rotation }: Envelope, purpose: string): string {
  if (rotation !== null) ring.add(rotation);
  const sealed = Buffer.from(signersKey.sealed, 'base64');
  const by = ring.find(ring.idOf(sealed));
  if (by === null) throw unknownKey(ring.idOf(sealed));
  const privateKey = unseal(by, sealed, signersKeyPurpose);
  const publicKey = Buffer.from(signersKey.publicKey, 'base64');
  return openEnvelope({ publicKey, privateKey }, Buffer.from(envelope, 'base64'), purpose).toString('utf8');
}
