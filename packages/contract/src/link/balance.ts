// The balance of a linked account, and the part that running bots reserve. Money is USDT in decimal strings.
import * as z from 'zod';
import { amountTextSchema } from '../wire/amount.ts';

/** GET /api/okx/account/balance. `total_balance` is the account's equity with unrealised PnL. */
export const balanceSchema = z.object({
  account_id: z.string(),
  currency: z.literal('USDT'),
  total_balance: amountTextSchema,
  cash_balance: amountTextSchema,
  available_balance: amountTextSchema,
  at: z.number(),
});

/** GET /api/okx/account/balance: the first account by default. */
export const balanceQuerySchema = z.strictObject({
  account_id: z.string().max(64).optional(),
  currency: z.literal('USDT').default('USDT'),
});

/** GET /api/margin. `available` = total - sum of reservations. A negative value means that margin is missing (specification 8). */
export const marginSchema = z.object({
  account_id: z.string(),
  total: amountTextSchema,
  reserved_total: amountTextSchema,
  available: amountTextSchema,
  reserved: z.array(z.object({ bot_id: z.string(), title: z.string(), symbol: z.string(), amount: amountTextSchema })),
  at: z.number(),
});
/** The margin of an account. */
export type MarginResponse = z.infer<typeof marginSchema>;

/** GET /api/margin: the first account by default. */
export const marginQuerySchema = z.strictObject({ account_id: z.string().max(64).optional() });
