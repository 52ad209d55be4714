// Opaque tokens: the holder gets a random text, and the database stores its SHA-256.
import { hash, randomBytes } from 'node:crypto';
import { tokenBytes } from '../limits.ts';

/** Returns a new token of 256 random bits. It can be used in URLs and cookies without encoding. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** Returns the digest of a token that the database stores. A token has full entropy, so a fast hash is sufficient. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
