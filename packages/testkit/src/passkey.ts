// An authenticator with one passkey for tests (WebAuthn Level 3). It shares no code with the server.
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { attestationCertificates } from './passkey-attestation.ts';

/** What an authenticator reports about one use. */
export interface PasskeyUse {
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether the authenticator has verified the person, for example by a fingerprint. */
  readonly isVerified?: boolean;
  /** The counter of uses. The default 0 is the counter of a synced passkey. */
  readonly counter?: number;
  /** Replaces the attestation `none` by certificates that name this address of a revocation list, or by a signature with the key itself. */
  readonly attestation?: { readonly crlUrl: string } | 'self';
}

/** An authenticator. The answers have the format of our API. */
export interface PasskeyDevice {
  readonly id: string;
  create(challenge: string, use?: PasskeyUse): { id: string; client_data: string; attestation: string };
  respond(
    challenge: string,
    use?: PasskeyUse,
  ): { id: string; client_data: string; authenticator_data: string; signature: string };
}

/** Returns an authenticator with a new key (ES256) for the pages of an origin. */
export function passkeyDevice(origin: string): PasskeyDevice {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = createHash('sha256').update(x).digest();
  const id = credentialId.toString('base64url');
  const coseKey = map([
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x, 'base64url'))],
    [integer(-3), bytes(Buffer.from(y, 'base64url'))],
  ]);
  const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string, use: PasskeyUse): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: use.origin ?? origin, crossOrigin: false }));
  const authenticatorData = (use: PasskeyUse, credential: Buffer | null): Buffer => {
    const { rpId = new URL(origin).hostname, isVerified = true, counter = 0 } = use;
    const flags = 0x01 + (isVerified ? 0x04 : 0) + (credential === null ? 0 : 0x40);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const hash = createHash('sha256').update(rpId).digest();
    return Buffer.concat([hash, Buffer.from([flags]), count, credential ?? Buffer.alloc(0)]);
  };
  return {
    id,
    create(challenge, use = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey]);
      const client = clientData('webauthn.create', challenge, use);
      const data = authenticatorData(use, credential);
      const [format, statement] = statementOf({ privateKey, publicKey }, { client, data, use });
      const attestation = map([
        [text('fmt'), text(format)],
        [text('attStmt'), statement],
        [text('authData'), bytes(data)],
      ]);
      return { id, client_data: client.toString('base64url'), attestation: attestation.toString('base64url') };
    },
    respond(challenge, use = {}) {
      const data = authenticatorData(use, null);
      const client = clientData('webauthn.get', challenge, use);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        id,
        client_data: client.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      };
    },
  };
}

function statementOf(
  { privateKey, publicKey }: { readonly privateKey: KeyObject; readonly publicKey: KeyObject },
  { client, data, use: { attestation } }: { readonly client: Buffer; readonly data: Buffer; readonly use: PasskeyUse },
): readonly [format: string, statement: Buffer] {
  if (attestation === undefined) return ['none', map([])];
  const clientDataHash = createHash('sha256').update(client).digest();
  const signature = sign('sha256', Buffer.concat([data, clientDataHash]), privateKey);
  const signed = [
    [text('alg'), integer(-7)],
    [text('sig'), bytes(signature)],
  ] as const;
  if (attestation === 'self') return ['packed', map(signed)];
  const certificates = attestationCertificates(publicKey, { clientDataHash, crlUrl: attestation.crlUrl });
  return ['android-key', map([...signed, [text('x5c'), list(certificates.map(bytes))]])];
}

// CBOR (RFC 8949) of the few kinds that an attestation needs.
function head(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  if (value < 256) return Buffer.from([(kind << 5) | 24, value]);
  return Buffer.from([(kind << 5) | 25, value >> 8, value & 255]);
}
const integer = (value: number): Buffer => (value >= 0 ? head(0, value) : head(1, -1 - value));
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value]);
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const list = (items: readonly Buffer[]): Buffer => Buffer.concat([head(4, items.length), ...items]);
const map = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);
