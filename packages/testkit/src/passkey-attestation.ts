// Certificates that a caller chooses freely, as the attestation of an Android key (WebAuthn 8.4). They name the address of a revocation list.
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** Returns two certificates in DER: one for the key of the authenticator, and the certificate of its invented issuer. `crlUrl` is the address of the revocation list. */
export function attestationCertificates(
  publicKey: KeyObject,
  { clientDataHash, crlUrl }: { readonly clientDataHash: Buffer; readonly crlUrl: string },
): readonly [Buffer, Buffer] {
  const issuer = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const address = der(0x86, Buffer.from(crlUrl));
  const leaf = certificate(issuer.privateKey, { publicKey, subject: 'leaf', serial: 2 }, [
    extension(androidKey, keyDescription(clientDataHash)),
    extension(crlDistributionPoints, sequence(sequence(der(0xa0, der(0xa0, address))))),
  ]);
  const root = certificate(issuer.privateKey, { publicKey: issuer.publicKey, subject: 'root', serial: 1 }, [
    extension(subjectKey, octets(createHash('sha1').update('root').digest())),
  ]);
  return [leaf, root];
}

// DER (X.690) of the few kinds that a certificate needs (RFC 5280 4.1).
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content]);
  if (length < 256) return Buffer.concat([Buffer.from([tag, 0x81, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 255]), content]);
}
const sequence = (...contents: readonly Buffer[]): Buffer => der(0x30, ...contents);
const octets = (bytes: Buffer): Buffer => der(0x04, bytes);
const integer = (value: number): Buffer => der(0x02, Buffer.from([value]));
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));

/** 1.3.6.1.4.1.11129.2.1.17, 2.5.29.31 and 2.5.29.14. */
const androidKey = '2b06010401d679020111';
const crlDistributionPoints = '551d1f';
const subjectKey = '551d0e';
/** 1.2.840.10045.4.3.2: ECDSA with SHA-256. */
const ecdsa = sequence(objectId('2a8648ce3d040302'));

const extension = (id: string, value: Buffer): Buffer => sequence(objectId(id), octets(value));

/** The description of a key in an Android key store: versions, levels, challenge, and empty lists. */
function keyDescription(challenge: Buffer): Buffer {
  const level = der(0x0a, Buffer.from([1]));
  return sequence(
    integer(3),
    level,
    integer(4),
    level,
    octets(challenge),
    octets(Buffer.alloc(0)),
    sequence(),
    sequence(),
  );
}

const nameOf = (name: string): Buffer =>
  sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(name)))));

function certificate(
  issuerKey: KeyObject,
  { publicKey, subject, serial }: { readonly publicKey: KeyObject; readonly subject: string; readonly serial: number },
  extensions: readonly Buffer[],
): Buffer {
  const time = (text: string): Buffer => der(0x18, Buffer.from(text));
  const content = sequence(
    der(0xa0, integer(2)),
    integer(serial),
    ecdsa,
    nameOf('root'),
    sequence(time('20200101000000Z'), time('20991231235959Z')),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', content, issuerKey);
  return sequence(content, ecdsa, der(0x03, Buffer.from([0]), signature));
}
