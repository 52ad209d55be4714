// Exchange accounts that are linked with a key and a secret: list, create, edit, delete, test (specification 3, 5, 7).
import * as z from 'zod';
import { exchangeSchema } from '../wire/venues.ts';
import { contractLimits } from '../limits.ts';
import { lineOfText } from '../wire/text.ts';

const { exchangeAccount: bounds } = contractLimits;

/** GET /api/exchange-accounts/exchanges. `offers_bots` false: a key can be linked and tested, bots cannot trade there. */
const exchangeItemSchema = z.object({
  id: exchangeSchema,
  name: z.string(),
  status: z.enum(['available', 'coming_soon']),
  offers_bots: z.boolean(),
});
/** One exchange. */
export type ExchangeItem = z.infer<typeof exchangeItemSchema>;
/** The exchanges whose accounts can be linked. */
export const exchangeListSchema = z.object({ exchanges: z.array(exchangeItemSchema) });

/** Returns the exchange with this name, ignoring case; undefined when there is none. */
export function findExchange(exchanges: readonly ExchangeItem[], name: string): ExchangeItem | undefined {
  return exchanges.find((exchange) => exchange.name.toLowerCase() === name.trim().toLowerCase());
}

/** One linked account with its labels; never a secret. `status` is the result of the last test. */
export const keyedAccountSchema = z.object({
  id: z.string(),
  exchange_id: exchangeSchema,
  exchange_name: z.string(),
  account_name: z.string(),
  api_key: z.string(),
  secret_key: z.null(),
  is_testnet: z.boolean(),
  permissions: z.object({ read: z.boolean(), trade: z.boolean() }),
  tags: z.array(z.string()),
  description: z.string(),
  status: z.enum(['unchecked', 'connected', 'failed']),
  checked_at: z.number().nullable(),
  offers_bots: z.boolean(),
  created_at: z.number(),
});
/** One account that is linked with a key. */
export type KeyedAccount = z.infer<typeof keyedAccountSchema>;
/** The accounts that are linked with a key. */
export const keyedAccountListSchema = z.object({ accounts: z.array(keyedAccountSchema) });
/** GET /api/exchange-accounts: all exchanges by default. */
export const keyedAccountsQuerySchema = z.strictObject({ exchange_name: z.string().max(40).optional() });
/** The account of a path. */
export const keyedAccountParamsSchema = z.strictObject({ id: z.string().min(1).max(64) });

/** A list of texts, or one text with commas. The parsed list is trimmed, without empty texts and duplicates. */
const tags = z
  .union([z.string().max(bounds.tagsLength), z.array(z.string().max(bounds.tagLength)).max(bounds.tags)])
  .transform((value) => (typeof value === 'string' ? value.split(',') : value))
  .transform((list) => [...new Set(list.map((tag) => tag.trim()).filter((tag) => tag !== ''))])
  .pipe(z.array(lineOfText(bounds.tagLength)).max(bounds.tags));

/** Pasted text may have blanks and line ends around it. They are removed before any check (specification 5). */
const pasted = (maxLength: number) => z.string().max(maxLength).trim().pipe(lineOfText(maxLength));
const apiKey = pasted(bounds.keyLength);
const secretKey = pasted(bounds.secretLength);
const noKeys = { api_key: '', secret_key: '' };

/** POST /api/exchange-accounts/. A missing or blank name or key returns EXCHANGE_FIELDS_REQUIRED, an unknown exchange EXCHANGE_UNKNOWN. */
export const createKeyedAccountRequestSchema = z.strictObject({
  exchange_id: z.string().max(40).default(''),
  account_name: lineOfText(bounds.nameLength).default(''),
  credentials: z.strictObject({ api_key: apiKey.default(''), secret_key: secretKey.default('') }).default(noKeys),
  is_testnet: z.boolean().default(false),
  permissions: z
    .strictObject({ read: z.boolean().default(true), trade: z.boolean().default(false) })
    .default({ read: true, trade: false }),
  tags: tags.default([]),
  description: lineOfText(bounds.descriptionLength).default(''),
});
/** An account to link by its key. */
export type CreateKeyedAccountRequest = z.input<typeof createKeyedAccountRequestSchema>;

/** PUT /api/exchange-accounts/:id: the same fields. A missing field stays unchanged. A blank key or secret counts as missing. */
export const updateKeyedAccountRequestSchema = z.strictObject({
  exchange_id: z.string().max(40).optional(),
  account_name: lineOfText(bounds.nameLength).optional(),
  credentials: z.strictObject({ api_key: apiKey.default(''), secret_key: secretKey.default('') }).optional(),
  is_testnet: z.boolean().optional(),
  permissions: z.strictObject({ read: z.boolean().optional(), trade: z.boolean().optional() }).optional(),
  tags: tags.optional(),
  description: lineOfText(bounds.descriptionLength).optional(),
});
/** A change of an account. */
export type UpdateKeyedAccountRequest = z.input<typeof updateKeyedAccountRequestSchema>;

/** POST /api/exchange-accounts/:id/test. When `success` is false, `message` has the reason of the exchange and `parameters` fill its translation. */
export const keyTestResponseSchema = z.object({
  success: z.boolean(),
  message: z.string(),
  message_key: z.string(),
  parameters: z.record(z.string(), z.string()),
  account: keyedAccountSchema,
});
/** The result of a key's test. */
export type KeyTestResponse = z.infer<typeof keyTestResponseSchema>;
