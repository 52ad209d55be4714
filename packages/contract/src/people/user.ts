// The wire format of the profile of the caller. The profile never contains secrets of the exchange (decision 13).
import * as z from 'zod';
import { venueSchema } from '../wire/venues.ts';
import { approvalStateSchema } from './operator.ts';

/** GET /api/user/me returns the profile. `okx_account.api_key` is masked. The secret key and the passphrase are always null. */
export const userSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  name: z.string(),
  level: z.number(),
  role: z.enum(['member', 'operator']),
  has_okx_connected: z.boolean(),
  has_granted: z.boolean(),
  /** The state of the approval. A person whose approval was withdrawn (`revoked`) keeps the running bots and the links (decision 42). */
  approval: approvalStateSchema,
  /** True when the person has started a bot at any time. An older server does not send it, and true hides the check-list of the first run. */
  has_run_bot: z.boolean().default(true),
  integrations: z.object({ okx: z.boolean(), lbank: z.boolean() }),
  okx_account: z.object({ api_key: z.string().nullable(), secret_key: z.null(), passphrase: z.null() }),
  /** The venue of this installation, and whether the money is simulated: on the sandbox, and for a person whose accounts all have no real money. */
  environment: z.object({ venue: venueSchema, is_simulated: z.boolean() }),
});
/** The profile of the caller. */
export type UserResponse = z.infer<typeof userSchema>;
