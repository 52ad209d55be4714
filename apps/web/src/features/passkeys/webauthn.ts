// Asks the authenticator of the browser for a new passkey or for an answer to a challenge. This file is loaded on first use.
import type { PasskeyAssertion, PasskeyChallenge, PasskeySetup } from '@rondo/contract';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

/** The name of the service in the dialog of the browser. */
const serviceName = 'Rondo';
/** ECDSA with P-256, EdDSA and RSA with SHA-256 (COSE), which the server accepts. */
const algorithms = [-7, -8, -257];

const timeLeft = ({ expires_at: end }: PasskeyChallenge): number => Math.max(0, end - Date.now());

/** Returns the answer of a passkey that the user chooses. Throws a `WebAuthnError` when the user cancels. */
export const signChallenge = async (asked: PasskeyChallenge): Promise<PasskeyAssertion> => {
  const { id, response } = await startAuthentication({
    optionsJSON: {
      challenge: asked.challenge,
      rpId: asked.rp_id,
      timeout: timeLeft(asked),
      userVerification: 'required',
    },
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    client_data: clientDataJSON,
    authenticator_data: authenticatorData,
    signature,
    ...(userHandle === undefined ? {} : { user_handle: userHandle }),
  };
};

/** Creates a passkey. Throws a `WebAuthnError` when the user cancels, or when the authenticator has a passkey of the user already. */
export const createCredential = async (begun: PasskeySetup) => {
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge: begun.challenge,
      rp: { id: begun.rp_id, name: serviceName },
      user: { id: begun.user_id, name: begun.user_name, displayName: begun.user_name },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: timeLeft(begun),
      excludeCredentials: begun.known.map((known) => ({ id: known, type: 'public-key' })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    },
  });
  return { id, client_data: response.clientDataJSON, attestation: response.attestationObject };
};
