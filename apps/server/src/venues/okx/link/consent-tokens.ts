// Converts the tokens of the exchange to the form of the store.
import type { OauthTokens } from '@rondo/exchange';
import { secretOf, type ConsentTokens } from '@rondo/store';
import { okxLimits } from '../okx-limits.ts';

/** Returns the tokens with the times at which they expire. `now` is the local time of the response. */
export function toConsentTokens(tokens: OauthTokens, now: number): ConsentTokens {
  return {
    accessToken: secretOf(tokens.accessToken),
    refreshToken: tokens.refreshToken === null ? null : secretOf(tokens.refreshToken),
    expiresAt: now + tokens.expiresInMs,
    refreshExpiresAt: tokens.refreshToken === null ? null : now + okxLimits.refreshTokenMs,
  };
}
