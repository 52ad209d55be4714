// What people do with their own sessions, password, second factor and personal records.
import * as z from 'zod';
import { contractLimits } from '../limits.ts';
import { newPassword } from './registration.ts';

const knownPassword = z
  .string()
  .min(1)
  .max(contractLimits.passwordLength * 2);
/** Six digits of the authenticator, or a recovery code; blanks and dashes between them do not matter. */
export const secondFactorCode = z
  .string()
  .max(40)
  .transform((text) => text.replaceAll(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().regex(/^(\d{6}|[a-z2-7]{16})$/, { message: 'six digits or a recovery code' }));

/** One log-in that still works. `agent` is what the browser said it is. */
export const sessionItem = z.object({
  id: z.string(),
  agent: z.string(),
  is_current: z.boolean(),
  is_remembered: z.boolean(),
  created_at: z.number(),
  last_used_at: z.number(),
  ends_at: z.number(),
});
export type SessionItem = z.infer<typeof sessionItem>;
export const sessionList = z.object({ items: z.array(sessionItem) });
export const sessionParams = z.strictObject({ id: z.string().min(1).max(64) });

/** POST /api/auth/reauthenticate: the password, and the code when a second factor is on. */
export const reauthenticateRequest = z.strictObject({ password: knownPassword, code: secondFactorCode.optional() });
/** Sensitive calls are taken until `until` (epoch ms). */
export const reauthenticateAnswer = z.object({ success: z.literal(true), until: z.number() });

export const changePasswordRequest = z.strictObject({ current_password: knownPassword, new_password: newPassword });

/** POST /api/auth/reset: the operator's one-time link. */
export const resetPasswordRequest = z.strictObject({
  token: z.string().regex(/^[\w-]{20,100}$/),
  new_password: newPassword,
});

/** GET /api/auth/second-factor. */
export const secondFactorStatus = z.object({
  is_on: z.boolean(),
  is_required: z.boolean(),
  recovery_codes_left: z.number(),
});
/** POST /api/auth/second-factor: the secret is shown once; `uri` is what a QR code says. */
export const secondFactorBegun = z.object({ secret: z.string(), uri: z.string() });
export const secondFactorConfirmRequest = z.strictObject({ code: secondFactorCode });
/** Shown once; each opens the account once when the authenticator is lost. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

/** GET /api/user/me/export: everything that is kept about the caller, without secrets. */
export const personalExport = z.object({
  exported_at: z.string(),
  profile: z.record(z.string(), z.unknown()),
  sessions: z.array(sessionItem),
  log_ins: z.array(z.object({ at: z.string(), address: z.string(), outcome: z.string() })),
  exchange_accounts: z.array(z.record(z.string(), z.unknown())),
  bots: z.array(z.record(z.string(), z.unknown())),
  decisions: z.array(z.object({ at: z.string(), action: z.string(), detail: z.string() })),
});
export type PersonalExport = z.infer<typeof personalExport>;
