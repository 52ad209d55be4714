// The wire format of linked exchange accounts. It contains no secret.
import * as z from 'zod';
import { exchangeSchema } from '../wire/venues.ts';

/**
 * One linked account. `expires_at` is the end of the token in epoch seconds, or null when the account has no token. A trading key does not expire. The
 * `key_state` is `missing` when the key was deleted and no new key was created. It is `refused` when the exchange refuses the key, and `revoked` when the
 * operator revoked the key. `api_key` is masked, and it is empty when the account has no key. `permissions` are the rights of the key as the exchange reported them
 * last. They are null while they are unknown. With the right `withdraw` bots send no entries (decision 19).
 */
const exchangeAccountSchema = z.object({
  id: z.string(),
  name: z.string(),
  exchange: exchangeSchema,
  environment: z.enum(['sandbox', 'demo', 'live']),
  is_expired: z.boolean(),
  expires_at: z.number().nullable(),
  api_key: z.string(),
  permissions: z.array(z.string()).nullable(),
  key_state: z.enum(['none', 'active', 'missing', 'refused', 'revoked']),
  /** The minutes until the token expires, at least 0, or null when the account has no token. */
  minutes_left: z.number().nullable(),
  has_auto_refresh: z.boolean(),
  domain: z.string(),
});
/** One linked account. */
export type ExchangeAccountWire = z.infer<typeof exchangeAccountSchema>;

/** The response of GET /api/okx/oauth/status. `accounts` contains only accounts of the exchange on which bots trade. `broker_code` is the tag of every order (decision 10). */
export const oauthStatusSchema = z.object({
  connected: z.boolean(),
  accounts: z.array(exchangeAccountSchema),
  broker_code: z.string(),
});
/** The linked accounts. */
export type OauthStatus = z.infer<typeof oauthStatusSchema>;
