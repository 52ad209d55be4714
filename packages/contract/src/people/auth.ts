// The wire format of the log-in and the log-out. The refresh and the log-out send the refresh token in an HttpOnly cookie.
import * as z from 'zod';
import { contractLimits } from '../limits.ts';
import { passkeyAssertionSchema } from './passkeys.ts';
import { secondFactorCodeSchema } from './sessions.ts';

/** The body of POST /api/auth/login. The server returns LOGIN_REQUIRED_FIELDS when a field is empty, and LOGIN_FAILED when the e-mail or the password is wrong. */
export const loginRequestSchema = z.strictObject({
  email: z
    .string()
    .max(contractLimits.emailLength)
    .refine((text) => !/\p{Cc}/u.test(text), { message: 'control characters are not allowed' }),
  password: z.string().max(contractLimits.passwordLength * 2),
  /** A code of the authenticator or a recovery code. A client must send it after the server has returned TOTP_REQUIRED. */
  code: secondFactorCodeSchema.optional(),
  /** A passkey of the person, in place of the code. */
  passkey: passkeyAssertionSchema.optional(),
  /** Specification 5: the check box "remember me" is checked by default. */
  remember: z.boolean().default(true),
});

/** The access token of the session, with the name and the level of the user. `expires_at` is in epoch ms. */
export const loginResponseSchema = z.object({
  access_token: z.string(),
  expires_at: z.number(),
  name: z.string(),
  level: z.number(),
});
/** The access token of the session, with the name and the level of the user. */
export type LoginResponse = z.infer<typeof loginResponseSchema>;

/** The response of a call that returns no data. */
export const doneResponseSchema = z.object({ success: z.literal(true) });
