// Opaque tokens: the holder gets a random text, and the database stores its SHA-256.
import { createHmac, hash, randomBytes } from 'node:crypto';
import { tokenBytes } from '../limits.ts';

/** Returns a new token of 256 random bits. It can be used in URLs and cookies without encoding. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** Returns the token that replaces a refresh token. Only the server can compute it, and a second use of the refresh token returns the equal token. */
export function nextRefreshToken(key: Uint8Array, token: string): string {
  return createHmac('sha256', key).update(`refresh token ${token}`).digest('base64url');
}

/** Returns the digest of a token that the database stores. A token has full entropy, so a fast hash is sufficient. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
