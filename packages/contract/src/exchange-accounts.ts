// Linked exchange accounts as screens see them: never a secret.
import * as z from 'zod';

/** One linked account. `expires_at` is epoch seconds and null for a key that does not expire. */
export const exchangeAccount = z.object({
  id: z.string(),
  name: z.string(),
  exchange: z.enum(['okx', 'lbank']),
  environment: z.enum(['sandbox', 'demo', 'live']),
  is_expired: z.boolean(),
  expires_at: z.number().nullable(),
  api_key: z.string(),
});
export type ExchangeAccount = z.infer<typeof exchangeAccount>;

/** GET /api/okx/oauth/status. `broker_code` is the tag of every order (decisions.md 10). */
export const oauthStatus = z.object({
  connected: z.boolean(),
  accounts: z.array(exchangeAccount),
  broker_code: z.string(),
});
export type OauthStatus = z.infer<typeof oauthStatus>;
