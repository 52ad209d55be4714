// Opaque tokens: random text for the holder, SHA-256 for the database.
import { hash, randomBytes } from 'node:crypto';
import { tokenBytes } from '../limits.ts';

/** A new token of 256 random bits, safe in URLs and cookies. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** The digest of a token that the database stores. A token has full entropy, so a fast hash is enough. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
