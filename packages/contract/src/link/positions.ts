// The wire format of the open positions of a linked account.
import * as z from 'zod';
import { amountTextSchema } from '../wire/amount.ts';

/**
 * One open position of the account. It belongs to a bot or to other trading of the user. `position_size` is in contracts. `pnl_percentage` is the PnL in percent of
 * the margin of the position.
 */
export const positionSchema = z.object({
  symbol: z.string(),
  side: z.enum(['long', 'short']),
  pnl: amountTextSchema,
  pnl_percentage: z.number(),
  entry_price: amountTextSchema,
  position_size: amountTextSchema,
  mark_price: amountTextSchema.nullable(),
  liquidation_price: amountTextSchema.nullable(),
});
/** One open position. */
export type PositionWire = z.infer<typeof positionSchema>;

/**
 * One open position that no running bot manages. `margin` is its margin in USDT: its value at the mark price, divided by its leverage. `beside` is null, or the name of
 * a running bot on the same instrument and side: the position is then what the exchange shows above the size of the bot, with the average price of the whole position
 * and a PnL in proportion to its size. An older server shows no such position.
 */
export const foreignPositionSchema = positionSchema.extend({
  margin: amountTextSchema,
  beside: z.string().nullable().default(null),
});
/** One open position that no running bot manages. */
export type ForeignPositionWire = z.infer<typeof foreignPositionSchema>;
