// Signing of OKX v5 requests and socket logins: HMAC-SHA256 over an exact text, in base64. Source: OKX v5 documentation, "REST Authentication".
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';

/** The signed parts of a REST request. `path` includes the query exactly as it is sent. `body` is '' when the request has no body. */
export interface OkxPrehash {
  readonly timestamp: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Returns the text that is signed for a REST request: timestamp, upper-case method, path with query, and body. */
export function okxPrehash(request: OkxPrehash): string {
  return request.timestamp + request.method.toUpperCase() + request.path + request.body;
}

/** Returns the value of the OK-ACCESS-SIGN header. The timestamp is in ISO-8601 UTC with three fractional digits. */
export function signOkxRequest(secretKey: string, request: OkxPrehash): string {
  return signOkxText(secretKey, okxPrehash(request));
}

/** Returns the text that is signed for a socket login. The timestamp is the time in epoch seconds as text. */
export function okxLoginText(timestampSeconds: string): string {
  return `${timestampSeconds}GET/users/self/verify`;
}

/** Returns the value of `sign` in a socket login. The timestamp is the time in epoch seconds as text. */
export function signOkxLogin(secretKey: string, timestampSeconds: string): string {
  return signOkxText(secretKey, okxLoginText(timestampSeconds));
}

function signOkxText(secretKey: string, text: string): string {
  return base64.encode(hmac(sha256, utf8ToBytes(secretKey), utf8ToBytes(text)));
}
