// The profile of the caller. Exchange secrets are never part of it (decision 13).
import * as z from 'zod';
import { venueSchema } from '../wire/venues.ts';

/** GET /api/user/me. `okx_account.api_key` is masked; secret and passphrase are always null. */
export const userSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  name: z.string(),
  level: z.number(),
  role: z.enum(['member', 'operator']),
  has_okx_connected: z.boolean(),
  has_granted: z.boolean(),
  integrations: z.object({ okx: z.boolean(), lbank: z.boolean() }),
  okx_account: z.object({ api_key: z.string().nullable(), secret_key: z.null(), passphrase: z.null() }),
  /** Settings of this installation that screens need: simulated world, links. */
  environment: z.object({ venue: venueSchema, is_simulated: z.boolean() }),
});
/** The profile of the caller. */
export type UserResponse = z.infer<typeof userSchema>;
