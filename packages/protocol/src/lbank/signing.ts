// Signing of LBank v2 requests: HMAC-SHA256 in hex over the upper-case MD5 of all sorted parameters. Source: LBank v2 documentation, "Signature".
import { hmac } from '@noble/hashes/hmac.js';
import { md5 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The three headers that are signed with the parameters. `echostr` has 30 to 40 letters and digits. */
export interface LbankHeaders {
  readonly timestamp: string;
  readonly signature_method: 'HmacSHA256';
  readonly echostr: string;
}

/**
 * Returns the text whose HMAC-SHA256 in hex is the value of `sign`. `parameters` are the parameters of the form with `api_key` and without `sign`. The text does not
 * contain the path.
 */
export function lbankDigest(parameters: Readonly<Record<string, string>>, headers: LbankHeaders): string {
  const all = Object.entries({ ...parameters, ...headers }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = all.map(([name, value]) => `${name}=${value}`).join('&');
  return bytesToHex(md5(utf8ToBytes(text))).toUpperCase();
}

/** Returns the value of `sign`. */
export function signLbank(
  secretKey: string,
  parameters: Readonly<Record<string, string>>,
  headers: LbankHeaders,
): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(secretKey), utf8ToBytes(lbankDigest(parameters, headers))));
}
