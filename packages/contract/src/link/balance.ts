// The wire format of the balance of a linked account and of the margin that running bots reserve. Amounts are decimal strings in USDT.
import * as z from 'zod';
import { amountTextSchema } from '../wire/amount.ts';
import { foreignPositionSchema } from './positions.ts';

/** The response of GET /api/okx/account/balance. `total_balance` is the equity of the account, including unrealised PnL. */
export const balanceSchema = z.object({
  account_id: z.string(),
  currency: z.literal('USDT'),
  total_balance: amountTextSchema,
  cash_balance: amountTextSchema,
  available_balance: amountTextSchema,
  at: z.number(),
});

/** The query of GET /api/okx/account/balance. By default the first account of the user is read. */
export const balanceQuerySchema = z.strictObject({
  account_id: z.string().max(64).optional(),
  currency: z.literal('USDT').default('USDT'),
});

/**
 * The response of GET /api/margin. `available` is `total` minus the sum of the reservations plus `covered_loss`, the losses of open rounds
 * that the reservations of their bots cover (decision 41). An older server sends no `covered_loss`. A negative `available` means that the account has less margin than its
 * bots have reserved (specification 8). `foreign_positions` are the open positions of the account, and parts of them, that no running bot manages. `foreign_margin` is the sum of their
 * margins, which `available` still contains.
 */
export const marginSchema = z.object({
  account_id: z.string(),
  total: amountTextSchema,
  reserved_total: amountTextSchema,
  covered_loss: amountTextSchema.default('0'),
  available: amountTextSchema,
  reserved: z.array(z.object({ bot_id: z.string(), title: z.string(), symbol: z.string(), amount: amountTextSchema })),
  foreign_positions: z.array(foreignPositionSchema),
  foreign_margin: amountTextSchema,
  at: z.number(),
});
/** The margin of an account. */
export type MarginResponse = z.infer<typeof marginSchema>;

/** The query of GET /api/margin. By default the first account of the user is read. */
export const marginQuerySchema = z.strictObject({ account_id: z.string().max(64).optional() });
