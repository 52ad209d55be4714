// Checks the answers of authenticators with the library of WebAuthn. The library is loaded at the first answer, because it needs 28 MB of memory.
// The library adds functions to `Reflect`, which is frozen when the library is loaded. This part of it has no further modules.
import 'reflect-metadata';
import type { PasskeyAssertion } from '@rondo/contract';
import type { PasskeyRecord } from '@rondo/store';
import type { RelyingParty } from './relying-party.ts';

/** ECDSA with P-256, EdDSA and RSA with SHA-256 (COSE): what the authenticators of phones, computers and security keys use. */
const algorithms = [-7, -8, -257];

/** What an answer must match. `isOwn` checks the challenge. */
export interface Expected {
  readonly party: RelyingParty;
  readonly isOwn: (challenge: string) => boolean;
}

/** A new credential of a browser. */
export interface Creation {
  readonly id: string;
  readonly clientData: string;
  readonly attestation: string;
}

/**
 * Returns the public key of a new credential. Throws when the answer does not match, when the authenticator has not verified the person, and for an attestation with
 * certificates.
 */
export async function readCreation(
  { id, clientData, attestation }: Creation,
  { party, isOwn }: Expected,
): Promise<Pick<PasskeyRecord, 'credentialId' | 'publicKey' | 'counter' | 'isSynced'>> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  await refuseCertificates(attestation);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...credentialOf(id),
      response: { clientDataJSON: clientData, attestationObject: attestation },
    },
    expectedChallenge: isOwn,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  });
  if (!verified) throw new Error('the attestation does not match its statement');
  const { credential, credentialDeviceType } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    isSynced: credentialDeviceType === 'multiDevice',
  };
}

/** Returns the new counter of a passkey. Throws when the answer does not match, or when the authenticator has not verified the person. */
export async function readAssertion(
  assertion: PasskeyAssertion,
  { credentialId, publicKey, counter }: PasskeyRecord,
  { party, isOwn }: Expected,
): Promise<Pick<PasskeyRecord, 'counter' | 'isSynced'>> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...credentialOf(assertion.id),
      response: {
        clientDataJSON: assertion.client_data,
        authenticatorData: assertion.authenticator_data,
        signature: assertion.signature,
      },
    },
    expectedChallenge: isOwn,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: true,
  });
  if (!verified) throw new Error('the signature is wrong');
  return {
    counter: authenticationInfo.newCounter,
    isSynced: authenticationInfo.credentialDeviceType === 'multiDevice',
  };
}

/**
 * Throws unless the attestation is empty, or a signature with the new key itself, which browsers pass on although we ask for none (WebAuthn 5.1.3). The caller chooses
 * the certificates of every other attestation, and the library would call the addresses of revocation lists in them.
 */
async function refuseCertificates(attestation: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const read = decodeAttestationObject(isoBase64URL.toBuffer(attestation));
  const format = read.get('fmt');
  if (format === 'none' || (format === 'packed' && read.get('attStmt').get('x5c') === undefined)) return;
  throw new Error('an attestation with certificates was not requested');
}

function credentialOf(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
}
