// The wire format of the calls about the caller's sessions, password, second factor and personal data.
import * as z from 'zod';
import { exchangeSchema } from '../wire/venues.ts';
import { contractLimits } from '../limits.ts';
import { passkeyAssertionSchema } from './passkeys.ts';
import { newPasswordSchema } from './registration.ts';

const knownPassword = z
  .string()
  .min(1)
  .max(contractLimits.passwordLength * 2);
/** Six digits of the authenticator, or a recovery code. Blanks and dashes between the characters are ignored. */
export const secondFactorCodeSchema = z
  .string()
  .max(40)
  .transform((text) => text.replaceAll(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().regex(/^(\d{6}|[a-z2-7]{16})$/, { message: 'six digits or a recovery code' }));

/** One active session. `agent` is the user agent of the browser. */
const sessionItemSchema = z.object({
  id: z.string(),
  agent: z.string(),
  is_current: z.boolean(),
  is_remembered: z.boolean(),
  created_at: z.number(),
  last_used_at: z.number(),
  ends_at: z.number(),
});
/** One active session. */
export type SessionItem = z.infer<typeof sessionItemSchema>;
/** The active sessions of the caller. */
export const sessionListSchema = z.object({ items: z.array(sessionItemSchema) });
/**
 * One attempt to log in. `is_current` is true for the log-in of the session of the caller. `is_new` is true when the password was correct on an unknown device, and no
 * other session has confirmed the attempt.
 */
const loginItemSchema = z.object({
  id: z.string(),
  at: z.number(),
  address: z.string(),
  agent: z.string(),
  outcome: z.enum(['done', 'wrong password', 'code missing', 'wrong code', 'changed meanwhile']),
  is_known_device: z.boolean(),
  is_current: z.boolean(),
  is_new: z.boolean(),
});
/** One attempt to log in. */
export type LoginItem = z.infer<typeof loginItemSchema>;
/** The newest attempts to log in as the caller. */
export const loginListSchema = z.object({ items: z.array(loginItemSchema) });

/** The path parameters: the id of a session. */
export const sessionParamsSchema = z.strictObject({ id: z.string().min(1).max(64) });

/** The body of POST /api/auth/reauthenticate: the password with a code when the second factor is on, or a passkey alone. */
export const reauthenticateRequestSchema = z.union([
  z.strictObject({ password: knownPassword, code: secondFactorCodeSchema.optional() }),
  z.strictObject({ passkey: passkeyAssertionSchema }),
]);
/** Sensitive calls are allowed until the time `until` in epoch ms. */
export const reauthenticateResponseSchema = z.object({ success: z.literal(true), until: z.number() });

/** The body of POST /api/auth/password. */
export const changePasswordRequestSchema = z.strictObject({
  current_password: knownPassword,
  new_password: newPasswordSchema,
});

/** The body of POST /api/auth/reset. `token` is the token of the operator's one-time link. */
export const resetPasswordRequestSchema = z.strictObject({
  token: z.string().regex(/^[\w-]{20,100}$/),
  new_password: newPasswordSchema,
});

/** The response of GET /api/auth/second-factor. */
export const secondFactorStatusSchema = z.object({
  is_on: z.boolean(),
  /** Whether an authenticator is set up. Without one, a passkey or a recovery code is the second factor. */
  has_authenticator: z.boolean(),
  passkeys: z.number(),
  is_required: z.boolean(),
  recovery_codes_left: z.number(),
});
/** The response of POST /api/auth/second-factor. The secret is returned only once. `uri` is the text of the QR code. */
export const secondFactorSetupSchema = z.object({ secret: z.string(), uri: z.string() });
/** The body of POST /api/auth/second-factor. On a live venue an operator needs the one-time token of the command line. */
export const secondFactorBeginRequestSchema = z.strictObject({
  enrolment: z
    .string()
    .regex(/^[\w-]{20,100}$/)
    .optional(),
});
/** The body of POST /api/auth/second-factor/confirm. */
export const secondFactorConfirmRequestSchema = z.strictObject({ code: secondFactorCodeSchema });
/** The recovery codes are returned only once, and only when the second factor was off before. Each recovery code can replace the code of the authenticator once. */
export const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) });

/** DELETE /api/user/me returns the keys that still exist at their exchange, because only their owner can delete them. */
export const userDeletionSchema = z.object({
  success: z.literal(true),
  remaining_keys: z.array(z.object({ exchange: exchangeSchema, label: z.string(), masked_key: z.string() })),
});

/** GET /api/user/me/export returns all stored data of the caller, without secrets. */
export const personalExportSchema = z.object({
  exported_at: z.string(),
  profile: z.record(z.string(), z.unknown()),
  sessions: z.array(sessionItemSchema),
  passkeys: z.array(z.record(z.string(), z.unknown())),
  log_ins: z.array(z.object({ at: z.string(), address: z.string(), outcome: z.string(), agent: z.string() })),
  exchange_accounts: z.array(z.record(z.string(), z.unknown())),
  bots: z.array(z.record(z.string(), z.unknown())),
  decisions: z.array(z.object({ at: z.string(), action: z.string(), detail: z.string() })),
  /** The stored rows of the person without secrets, by table. The fills, orders and bills are in the files of each bot. `is_complete` is false when only the newest rows of a table are here. */
  records: z.array(
    z.object({ table: z.string(), is_complete: z.boolean(), rows: z.array(z.record(z.string(), z.unknown())) }),
  ),
});
/** All stored data of the caller. */
export type PersonalExport = z.infer<typeof personalExportSchema>;
