// Requests and responses of log-in and log-out. Refresh and log-out send their token in an HttpOnly cookie.
import * as z from 'zod';
import { contractLimits } from '../limits.ts';
import { secondFactorCodeSchema } from './sessions.ts';

/** POST /api/auth/login. Empty fields are refused with LOGIN_REQUIRED_FIELDS, wrong ones with LOGIN_FAILED. */
export const loginRequestSchema = z.strictObject({
  email: z
    .string()
    .max(contractLimits.emailLength)
    .refine((text) => !/\p{Cc}/u.test(text), { message: 'control characters are not allowed' }),
  password: z.string().max(contractLimits.passwordLength * 2),
  /** A code of the authenticator, or a recovery code. It is required after TOTP_REQUIRED. */
  code: secondFactorCodeSchema.optional(),
  /** Specification 5: remember me is checked by default. */
  remember: z.boolean().default(true),
});

/** The session's access token with the profile's first fields. `expires_at` is epoch milliseconds. */
export const loginResponseSchema = z.object({
  access_token: z.string(),
  expires_at: z.number(),
  name: z.string(),
  level: z.number(),
});
/** The session's access token with the first fields of the profile. */
export type LoginResponse = z.infer<typeof loginResponseSchema>;

/** The response of calls that return no data. */
export const doneResponseSchema = z.object({ success: z.literal(true) });
