// Signs the requests and the socket logins of one OKX key. The secret of the key may be in another process.
import { signOkxLogin, signOkxRequest, type OkxPrehash } from '@rondo/protocol';

/** The three parts of an API key with which requests and logins are signed. */
export interface OkxCredentials {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
}

/** A signature, and the two parts of the key that a signed request contains. */
export interface OkxSignature {
  readonly apiKey: string;
  readonly passphrase: string;
  readonly sign: string;
}

/**
 * Signs with one key. A method returns null when there is no signature: the signer refuses the request, or it does not respond in time. The request is then not sent.
 * The promises never reject.
 */
export interface OkxSigner {
  signRequest(request: OkxPrehash): Promise<OkxSignature | null>;
  /** Signs a socket login. The timestamp is the time in epoch seconds as text. */
  signLogin(timestampSeconds: string): Promise<OkxSignature | null>;
}

/** Returns a signer that has the secret of the key in this process. */
export function localSigner({ apiKey, secretKey, passphrase }: OkxCredentials): OkxSigner {
  return {
    signRequest: async (request) => ({ apiKey, passphrase, sign: signOkxRequest(secretKey, request) }),
    signLogin: async (timestamp) => ({ apiKey, passphrase, sign: signOkxLogin(secretKey, timestamp) }),
  };
}
