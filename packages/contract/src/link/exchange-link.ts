// The wire format of the calls that link an exchange account by consent: state, authorisation, both callbacks, token refresh, unlinking, and the trading ("fast API") key.
import * as z from 'zod';
import { contractLimits } from '../limits.ts';
import { findingSchema } from './preflight.ts';

/** The purpose of a consent: reading and trading by token, or the creation of a trading key. A state begins with this kind and a dot. */
export const oauthKindSchema = z.enum(['oauth', 'fast_api']);
/** The purpose of a consent. */
export type OauthKind = z.infer<typeof oauthKindSchema>;

const accountId = z.string().min(1).max(64);

/** A state that the server created. It has the kind, 128 random bits, and a seal over the kind, the random bits and the session of the caller. */
export const oauthStateSchema = z
  .string()
  .max(contractLimits.oauthStateLength)
  .regex(/^(oauth|fast_api)\.[\w-]+\.[\w-]+\.[\w-]+$/);

/** The query of GET /api/okx/oauth/auth and .../fast-api/auth. When `account_id` is given, the consent is valid only for this account. */
export const authQuerySchema = z.strictObject({ account_id: accountId.optional() });

/** The address of the consent page, and the state that the client must register before it opens the page. `expires_at` is in epoch ms. */
export const authResponseSchema = z.object({ auth_url: z.string(), state: z.string(), expires_at: z.number() });
/** The address of the consent page and the state. */
export type AuthResponse = z.infer<typeof authResponseSchema>;

/** POST /api/okx/oauth/state/register registers a state that was created for this session. A state can be used once, within 10 minutes. */
export const stateRegisterRequestSchema = z.strictObject({ state: oauthStateSchema });
/** `expires_at` is the end of the registered state in epoch ms. */
export const stateRegisterResponseSchema = z.object({ success: z.literal(true), expires_at: z.number() });

/** The query with which the exchange redirects the browser. When the code or the state is missing, the server returns OAUTH_PARAMETERS_MISSING. `error` means that the user denied the consent. */
export const callbackQuerySchema = z.strictObject({
  code: z.string().max(contractLimits.oauthCodeLength).optional(),
  state: z.string().max(contractLimits.oauthStateLength).optional(),
  domain: z.string().max(contractLimits.oauthDomainLength).optional(),
  error: z.string().max(contractLimits.oauthDomainLength).optional(),
  error_description: z.string().max(contractLimits.oauthCodeLength).optional(),
});

/** The response after the server has stored the consent. `has_key` is true when the account already has a trading key, which a new key would replace. Times are in epoch seconds. */
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

/** The body of POST /api/okx/oauth/refresh. */
export const tokenRefreshRequestSchema = z.strictObject({ account_id: accountId });
/** `expires_at` is the end of the renewed token in epoch seconds. */
export const tokenRefreshResponseSchema = z.object({
  success: z.literal(true),
  account_id: z.string(),
  expires_at: z.number(),
});

/** The path parameters: the id of an account. */
export const disconnectParamsSchema = z.strictObject({ id: accountId });

/** When `is_key_deleted` is false, the key still exists at the exchange, and the user has to delete the key there. */
export const disconnectResponseSchema = z.object({
  success: z.literal(true),
  account_id: z.string(),
  is_key_deleted: z.boolean(),
});

/**
 * The body of POST .../fast-api/create-key. Without a passphrase the server generates a passphrase of 16 characters. No response contains the passphrase. When
 * the account has a key, the server deletes this key, creates and verifies a new key, and opens a new connection with the new key. During these steps the bots
 * of the account send nothing to the exchange.
 */
export const createKeyRequestSchema = z.strictObject({
  account_id: accountId,
  label: z.string().trim().min(1).max(contractLimits.keyLabelLength),
  passphrase: z.string().max(contractLimits.passphraseInput).optional(),
  perm: z.enum(['trade', 'read_only', 'read_only,trade']).default('trade'),
  bind_app: z.boolean().default(true),
  is_demo: z.boolean().default(false),
});

/** The response has the masked key and the findings of the preflight. */
export const createKeyResponseSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  account_id: z.string(),
  api_key: z.string(),
  perm: z.string(),
  /** True when the server deleted an older key before it created this key. */
  is_replacement: z.boolean(),
  findings: z.array(findingSchema),
});
/** The created key. */
export type CreateKeyResponse = z.infer<typeof createKeyResponseSchema>;

/** The query of DELETE .../fast-api/delete-key. */
export const deleteKeyQuerySchema = z.strictObject({
  account_id: accountId,
  is_demo: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
});

/** `existed` is false when the exchange had no key of our application (59506), so the server deleted nothing. */
export const deleteKeyResponseSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  existed: z.boolean(),
});
