// Linked exchange accounts on the wire, without secrets.
import * as z from 'zod';
import { exchangeSchema } from '../wire/venues.ts';

/**
 * One linked account. `expires_at` is the end of the token in epoch seconds. It is null without a token, because a trading key does not expire.
 * `key_state` missing: the key was deleted and no new one made; refused: the exchange refuses it; revoked: the operator revoked it. `api_key` is masked
 * and empty without a key.
 */
const exchangeAccountSchema = z.object({
  id: z.string(),
  name: z.string(),
  exchange: exchangeSchema,
  environment: z.enum(['sandbox', 'demo', 'live']),
  is_expired: z.boolean(),
  expires_at: z.number().nullable(),
  api_key: z.string(),
  key_state: z.enum(['none', 'active', 'missing', 'refused', 'revoked']),
  /** Minutes until the token expires, at least 0; null without a token. */
  minutes_left: z.number().nullable(),
  has_auto_refresh: z.boolean(),
  domain: z.string(),
});
/** One linked account. */
export type ExchangeAccountWire = z.infer<typeof exchangeAccountSchema>;

/** GET /api/okx/oauth/status. `broker_code` is the tag of every order (decision 10). */
export const oauthStatusSchema = z.object({
  connected: z.boolean(),
  accounts: z.array(exchangeAccountSchema),
  broker_code: z.string(),
});
/** The linked accounts. */
export type OauthStatus = z.infer<typeof oauthStatusSchema>;
