// The requests to LBank that our program may have signed: the two readings that check a key. Neither has a parameter beside the key.
import { lbankDigest } from './signing.ts';

/** A request to sign. The signer adds the key. `timestamp` is in epoch ms as text. */
export interface LbankForm {
  readonly method: string;
  readonly path: string;
  readonly timestamp: string;
  readonly echostr: string;
}

const forms: ReadonlySet<string> = new Set([
  'POST /v2/supplement/api_Restrictions.do',
  'POST /v2/supplement/user_info_account.do',
]);

const keyForm = /^[A-Za-z0-9_-]{1,128}$/;
const timestampForm = /^\d{13}$/;
const echoForm = /^[A-Za-z0-9]{30,40}$/;

/** Returns whether a text has the form of an LBank key. A text with `&` or `=` could add a parameter to the signed text. */
export function isLbankApiKey(text: string): boolean {
  return keyForm.test(text);
}

/**
 * Returns the text whose HMAC-SHA256 in hex signs the request, or null when it must not be signed. The signature does not cover the path, so it is also valid for every
 * other path of LBank that needs no parameter. It is valid for no order, cancellation, transfer and withdrawal, because each of these needs parameters, and a
 * parameter would change the signed text.
 */
export function lbankFormText(apiKey: string, { method, path, timestamp, echostr }: LbankForm): string | null {
  const isWhole = isLbankApiKey(apiKey) && timestampForm.test(timestamp) && echoForm.test(echostr);
  if (!isWhole || !forms.has(`${method} ${path}`)) return null;
  return lbankDigest({ api_key: apiKey }, { timestamp, signature_method: 'HmacSHA256', echostr });
}
