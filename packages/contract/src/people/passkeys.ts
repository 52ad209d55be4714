// The wire format of passkeys (WebAuthn Level 3). Bytes are base64url texts, as in the JSON form of the browsers.
import * as z from 'zod';
import { contractLimits } from '../limits.ts';
import { requiredLine } from '../wire/text.ts';

const bytes = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+$/);
/** WebAuthn 4: a credential id has at most 1,023 bytes. */
const credentialIdSchema = bytes(1_364);
const clientDataSchema = bytes(4_000);

/** The answer of an authenticator to a challenge of POST /api/auth/passkeys/challenge. */
export const passkeyAssertionSchema = z.strictObject({
  id: credentialIdSchema,
  client_data: clientDataSchema,
  authenticator_data: bytes(4_000),
  signature: bytes(8_000),
  user_handle: bytes(100).optional(),
});
/** The answer of an authenticator to a challenge. */
export type PasskeyAssertion = z.infer<typeof passkeyAssertionSchema>;

/** The body of POST /api/auth/passkeys/login. The passkey names the person and is also the second factor. */
export const passkeyLoginRequestSchema = z.strictObject({
  passkey: passkeyAssertionSchema,
  remember: z.boolean().default(true),
});

/** A challenge for a log-in or for a new check of the person. It works once, until `expires_at`, in the browser that has asked for it. */
export const passkeyChallengeSchema = z.object({ challenge: z.string(), rp_id: z.string(), expires_at: z.number() });
/** A challenge. */
export type PasskeyChallenge = z.infer<typeof passkeyChallengeSchema>;

/** The body of POST /api/auth/passkeys/begin. On a live venue an operator without a second factor needs the one-time token of the command line. */
export const passkeyBeginRequestSchema = z.strictObject({
  enrolment: z
    .string()
    .regex(/^[\w-]{20,100}$/)
    .optional(),
});
/** The response of POST /api/auth/passkeys/begin. `known` has the credentials of the caller, so that an authenticator does not make a second one. */
export const passkeySetupSchema = passkeyChallengeSchema.extend({
  user_id: z.string(),
  user_name: z.string(),
  known: z.array(z.string()),
});
/** The data with which a browser creates a passkey. */
export type PasskeySetup = z.infer<typeof passkeySetupSchema>;

/** The body of POST /api/auth/passkeys: the new credential, and its name. */
export const passkeyCreateRequestSchema = z.strictObject({
  name: requiredLine(contractLimits.passkeyNameLength),
  id: credentialIdSchema,
  client_data: clientDataSchema,
  attestation: bytes(40_000),
});

/** One passkey of the caller. `is_synced` is true when the authenticator may copy the passkey to other devices of the person. */
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  is_synced: z.boolean(),
  created_at: z.number(),
  last_used_at: z.number().nullable(),
});
/** One passkey of the caller. */
export type PasskeyItem = z.infer<typeof passkeySchema>;
/** The response of GET /api/auth/passkeys. `is_available` is false when this address of the server cannot have passkeys, for example an IP address. */
export const passkeyListSchema = z.object({ items: z.array(passkeySchema), is_available: z.boolean() });

/** The response of POST /api/auth/passkeys. The recovery codes exist only when this passkey has turned on the second factor, and are returned only once. */
export const passkeyCreatedSchema = z.object({ passkey: passkeySchema, recovery_codes: z.array(z.string()) });

/** The path parameters: the id of a passkey. */
export const passkeyParamsSchema = z.strictObject({ id: z.string().min(1).max(64) });
