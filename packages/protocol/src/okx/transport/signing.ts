// Signing of OKX v5 requests and socket logins: HMAC-SHA256 over an exact text, in base64. Source: OKX v5 documentation, "REST Authentication".
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';

/** The signed parts of a REST request. `path` includes the query exactly as sent; `body` is '' without one. */
export interface OkxPrehash {
  readonly timestamp: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** The text that is signed for a REST request: timestamp, upper-case method, path with query, body. */
export function okxPrehash(request: OkxPrehash): string {
  return request.timestamp + request.method.toUpperCase() + request.path + request.body;
}

/** Value of the OK-ACCESS-SIGN header. Timestamp: ISO-8601 UTC with three fractional digits. */
export function signOkxRequest(secretKey: string, request: OkxPrehash): string {
  return signOkxText(secretKey, okxPrehash(request));
}

/** Value of `sign` in a socket login. Timestamp: epoch seconds as text. */
export function signOkxLogin(secretKey: string, timestampSeconds: string): string {
  return signOkxText(secretKey, `${timestampSeconds}GET/users/self/verify`);
}

function signOkxText(secretKey: string, text: string): string {
  return base64.encode(hmac(sha256, utf8ToBytes(secretKey), utf8ToBytes(text)));
}
