// Balance of a linked account and what of it is reserved by running bots. Money is USDT in decimal strings.
import * as z from 'zod';
import { amountText } from '../wire/amount.ts';

/** GET /api/okx/account/balance. `total_balance` is the account's equity with unrealised PnL. */
export const balance = z.object({
  account_id: z.string(),
  currency: z.literal('USDT'),
  total_balance: amountText,
  cash_balance: amountText,
  available_balance: amountText,
  at: z.number(),
});
export type Balance = z.infer<typeof balance>;

export const balanceQuery = z.strictObject({
  account_id: z.string().max(64).optional(),
  currency: z.literal('USDT').default('USDT'),
});

/** GET /api/margin. `available` = total - sum of reservations; negative means that margin is short (spec section 8). */
export const margin = z.object({
  account_id: z.string(),
  total: amountText,
  reserved_total: amountText,
  available: amountText,
  reserved: z.array(z.object({ bot_id: z.string(), title: z.string(), symbol: z.string(), amount: amountText })),
  at: z.number(),
});
export type Margin = z.infer<typeof margin>;

export const marginQuery = z.strictObject({ account_id: z.string().max(64).optional() });
