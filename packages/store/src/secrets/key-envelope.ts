// Envelopes for the signers: a node without the master key seals a text that only a process with the master key opens (X25519, HKDF-SHA-256 and AES-256-GCM).
import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type JsonWebKey,
} from 'node:crypto';
import { seal, unseal } from './sealing.ts';

const formatVersion = 1;
const publicKeyBytes = 32; // RFC 7748
const keyBytes = 32; // AES-256

/** The keys of the signers of an installation, 32 bytes each. */
export interface EnvelopeKeys {
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
}

/** Returns a new pair of keys. */
export function drawEnvelopeKeys(): EnvelopeKeys {
  const { x = '', d = '' } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
  return { publicKey: Buffer.from(x, 'base64url'), privateKey: Buffer.from(d, 'base64url') };
}

/**
 * Encrypts bytes for the holder of the private key and for a purpose. Each envelope has an own sender key, which nobody keeps. The result consists of version, sender key and
 * sealed bytes.
 */
export function sealEnvelope(publicKey: Uint8Array, plain: Uint8Array, purpose: string): Buffer {
  const sender = generateKeyPairSync('x25519');
  const { x = '' } = sender.publicKey.export({ format: 'jwk' });
  const senderKey = Buffer.from(x, 'base64url');
  const receiver = createPublicKey({ key: jwkOf(publicKey), format: 'jwk' });
  const shared = diffieHellman({ privateKey: sender.privateKey, publicKey: receiver });
  const sealed = seal(keyOf(shared, senderKey, publicKey), plain, purpose);
  return Buffer.concat([Buffer.from([formatVersion]), senderKey, sealed]);
}

/** Returns the decrypted bytes. Throws when the envelope was changed, or when it is for other keys or for another purpose. */
export function openEnvelope({ publicKey, privateKey }: EnvelopeKeys, envelope: Uint8Array, purpose: string): Buffer {
  if (envelope[0] !== formatVersion || envelope.length <= 1 + publicKeyBytes)
    throw new Error(`the envelope of ${purpose} has an unknown format`);
  const senderKey = envelope.subarray(1, 1 + publicKeyBytes);
  const own = { ...jwkOf(publicKey), d: Buffer.from(privateKey).toString('base64url') };
  const shared = diffieHellman({
    privateKey: createPrivateKey({ key: own, format: 'jwk' }),
    publicKey: createPublicKey({ key: jwkOf(senderKey), format: 'jwk' }),
  });
  return unseal(keyOf(shared, senderKey, publicKey), envelope.subarray(1 + publicKeyBytes), purpose);
}

function jwkOf(publicKey: Uint8Array): JsonWebKey {
  return { kty: 'OKP', crv: 'X25519', x: Buffer.from(publicKey).toString('base64url') };
}

function keyOf(shared: Uint8Array, senderKey: Uint8Array, publicKey: Uint8Array): Uint8Array {
  return Buffer.from(hkdfSync('sha256', shared, Buffer.concat([senderKey, publicKey]), 'rondo envelope', keyBytes));
}

/** Returns the purpose of the envelope of the input of a call. */
export function keyCallPurpose(id: string): string {
  return `rondo/key_calls/${id}`;
}

/** Returns the purpose of the envelope of a key that a person typed for an account. */
export function typedKeyPurpose(accountId: string): string {
  return `rondo/typed_keys/${accountId}`;
}
