// Linking an exchange account by consent: state, authorisation, both callbacks, token refresh, disconnect, and the trading ("fast API") key.
import * as z from 'zod';
import { contractLimits } from '../limits.ts';
import { findingSchema } from './preflight.ts';

/** The purpose of a consent: reading and trading by token, or creating a trading key. A state begins with its kind and a dot. */
export const oauthKindSchema = z.enum(['oauth', 'fast_api']);
/** The purpose of a consent. */
export type OauthKind = z.infer<typeof oauthKindSchema>;

const accountId = z.string().min(1).max(64);

/** A state that the server created: kind, 128 random bits, and a seal over both and the caller's session. */
export const oauthStateSchema = z
  .string()
  .max(contractLimits.oauthStateLength)
  .regex(/^(oauth|fast_api)\.[\w-]+\.[\w-]+\.[\w-]+$/);

/** GET /api/okx/oauth/auth and .../fast-api/auth. With `account_id` the consent is only for that account. */
export const authQuerySchema = z.strictObject({ account_id: accountId.optional() });

/** The address of the pop-up, and the state to be registered first. `expires_at` is epoch milliseconds. */
export const authResponseSchema = z.object({ auth_url: z.string(), state: z.string(), expires_at: z.number() });
/** The address of a consent and its state. */
export type AuthResponse = z.infer<typeof authResponseSchema>;

/** POST /api/okx/oauth/state/register: registers a state that was given to this session. It can be used once, within 10 minutes. */
export const stateRegisterRequestSchema = z.strictObject({ state: oauthStateSchema });
/** The registered state's end in epoch ms. */
export const stateRegisterResponseSchema = z.object({ success: z.literal(true), expires_at: z.number() });

/** The query of the redirect of the exchange. A missing code or state returns OAUTH_PARAMETERS_MISSING. `error` means that the user denied the consent. */
export const callbackQuerySchema = z.strictObject({
  code: z.string().max(contractLimits.oauthCodeLength).optional(),
  state: z.string().max(contractLimits.oauthStateLength).optional(),
  domain: z.string().max(contractLimits.oauthDomainLength).optional(),
  error: z.string().max(contractLimits.oauthDomainLength).optional(),
  error_description: z.string().max(contractLimits.oauthCodeLength).optional(),
});

/** The consent is stored. `has_key`: the account already has a trading key, which a new key would replace. Times are epoch seconds. */
export const callbackResponseSchema = z.object({
  success: z.literal(true),
  oauth_type: oauthKindSchema,
  account_id: z.string(),
  domain: z.string(),
  expires_at: z.number(),
  has_key: z.boolean(),
});
/** The stored consent. */
export type CallbackResponse = z.infer<typeof callbackResponseSchema>;

/** POST /api/okx/oauth/refresh. */
export const tokenRefreshRequestSchema = z.strictObject({ account_id: accountId });
/** The end of the renewed token in epoch seconds. */
export const tokenRefreshResponseSchema = z.object({
  success: z.literal(true),
  account_id: z.string(),
  expires_at: z.number(),
});

/** The path parameters: the id of an account. */
export const disconnectParamsSchema = z.strictObject({ id: accountId });

/** `is_key_deleted` false: the key exists at the exchange until its user deletes it there. */
export const disconnectResponseSchema = z.object({
  success: z.literal(true),
  account_id: z.string(),
  is_key_deleted: z.boolean(),
});

/**
 * POST .../fast-api/create-key. Without a passphrase the server generates one of 16 characters, which no response contains.
 * An existing key is replaced: the account is gated, the key is deleted and created again, verified, and used for a new connection.
 */
export const createKeyRequestSchema = z.strictObject({
  account_id: accountId,
  label: z.string().trim().min(1).max(contractLimits.keyLabelLength),
  passphrase: z.string().max(contractLimits.passphraseInput).optional(),
  perm: z.enum(['trade', 'read_only', 'read_only,trade']).default('trade'),
  bind_app: z.boolean().default(true),
  is_demo: z.boolean().default(false),
});

/** The created key, masked, with the findings of its preflight. */
export const createKeyResponseSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  account_id: z.string(),
  api_key: z.string(),
  perm: z.string(),
  /** True when an older key was deleted before this one was created. */
  is_replacement: z.boolean(),
  findings: z.array(findingSchema),
});
/** The created key. */
export type CreateKeyResponse = z.infer<typeof createKeyResponseSchema>;

/** DELETE .../fast-api/delete-key. */
export const deleteKeyQuerySchema = z.strictObject({
  account_id: accountId,
  is_demo: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
});

/** `existed` false: the exchange had no key of our application (59506), so there was nothing to delete. */
export const deleteKeyResponseSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  existed: z.boolean(),
});
