// The wire format of the calls that list, create, edit, delete and test exchange accounts with a typed key (specification 3, 5, 7).
import * as z from 'zod';
import { exchangeSchema } from '../wire/venues.ts';
import { contractLimits } from '../limits.ts';
import { lineOfText } from '../wire/text.ts';

const { exchangeAccount: bounds } = contractLimits;

/** One exchange in the response of GET /api/exchange-accounts/exchanges. When `offers_bots` is false, an account can be linked and tested, but bots cannot trade on this exchange. */
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

/** Returns the exchange with this name, in upper or lower case. Returns undefined when no exchange has this name. */
export function findExchange(exchanges: readonly ExchangeItem[], name: string): ExchangeItem | undefined {
  return exchanges.find((exchange) => exchange.name.toLowerCase() === name.trim().toLowerCase());
}

/** One linked account with its labels. It contains no secret. `status` is the result of the last test. */
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
/** The query of GET /api/exchange-accounts. By default the accounts of all exchanges are returned. */
export const keyedAccountsQuerySchema = z.strictObject({ exchange_name: z.string().max(40).optional() });
/** The path parameters: the id of an account. */
export const keyedAccountParamsSchema = z.strictObject({ id: z.string().min(1).max(64) });

/** A list of tags, or one text with tags between commas. The parsed tags are trimmed, and empty tags and duplicates are removed. */
const tags = z
  .union([z.string().max(bounds.tagsLength), z.array(z.string().max(bounds.tagLength)).max(bounds.tags)])
  .transform((value) => (typeof value === 'string' ? value.split(',') : value))
  .transform((list) => [...new Set(list.map((tag) => tag.trim()).filter((tag) => tag !== ''))])
  .pipe(z.array(lineOfText(bounds.tagLength)).max(bounds.tags));

/** A pasted text may begin or end with blanks and line ends. The schema removes these characters before any check (specification 5). */
const pasted = (maxLength: number) => z.string().max(maxLength).trim().pipe(lineOfText(maxLength));
const apiKey = pasted(bounds.keyLength);
const secretKey = pasted(bounds.secretLength);
const noKeys = { api_key: '', secret_key: '' };

/** The body of POST /api/exchange-accounts/. The server returns EXCHANGE_FIELDS_REQUIRED when the name or a key is missing or blank, and EXCHANGE_UNKNOWN when the exchange is unknown. */
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
/** A request to link an account with a typed key. */
export type CreateKeyedAccountRequest = z.input<typeof createKeyedAccountRequestSchema>;

/** The body of PUT /api/exchange-accounts/:id. It has the fields of a new account. A missing field is not changed. A blank key or secret counts as missing. */
export const updateKeyedAccountRequestSchema = z.strictObject({
  exchange_id: z.string().max(40).optional(),
  account_name: lineOfText(bounds.nameLength).optional(),
  credentials: z.strictObject({ api_key: apiKey.default(''), secret_key: secretKey.default('') }).optional(),
  is_testnet: z.boolean().optional(),
  permissions: z.strictObject({ read: z.boolean().optional(), trade: z.boolean().optional() }).optional(),
  tags: tags.optional(),
  description: lineOfText(bounds.descriptionLength).optional(),
});
/** A request to change an account. */
export type UpdateKeyedAccountRequest = z.input<typeof updateKeyedAccountRequestSchema>;

/** The response of POST /api/exchange-accounts/:id/test. When `success` is false, `message` has the reason of the exchange, and `parameters` has the values for the translation. */
export const keyTestResponseSchema = z.object({
  success: z.boolean(),
  message: z.string(),
  message_key: z.string(),
  parameters: z.record(z.string(), z.string()),
  account: keyedAccountSchema,
});
/** The result of the test of a key. */
export type KeyTestResponse = z.infer<typeof keyTestResponseSchema>;
