// One-time codes of an authenticator (RFC 6238) with SHA-1, six digits and periods of 30 s. Every authenticator uses these parameters.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { totpStepMs, totpWindow } from '../limits.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'; // RFC 4648, lower case
const digits = 6;

/** Returns bytes as base32 text in lower case without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('');
}

/** Returns the code of a period. `counter` is the number of the period since 1970. */
export function totpCode(secret: Uint8Array, counter: number): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const digest = createHmac('sha1', secret).update(message).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const value = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(value % 10 ** digits).padStart(digits, '0');
}

/**
 * Returns the number of the period to which the code belongs. Returns null when the code is not valid now, or when the number is at most `after` (the number of
 * the last used code), because each code can be used once.
 */
export function matchTotp(
  secret: Uint8Array,
  code: string,
  { now, after }: { readonly now: number; readonly after: number },
): number | null {
  const current = Math.floor(now / totpStepMs);
  const given = Buffer.from(code.padEnd(digits));
  for (let counter = current - totpWindow; counter <= current + totpWindow; counter += 1) {
    const expected = Buffer.from(totpCode(secret, counter));
    if (counter > after && given.length === expected.length && timingSafeEqual(given, expected)) return counter;
  }
  return null;
}
