// Rows of GET trade/fills and fills-history. Each row is one execution.
import * as z from 'zod';
import { okxDecimal, okxDecimalOrBlank, okxInstant, okxText } from '../transport/field.ts';
import { okxPosSide } from '../orders/orders.ts';

/** One execution. `fee` is negative when the account paid the fee. `tradeId` is negative for liquidations and ADL. `billId` is the cursor. */
export const okxFillSchema = z.object({
  instId: z.string(),
  tradeId: z.string(),
  ordId: z.string(),
  clOrdId: okxText,
  billId: z.string().regex(/^\d+$/),
  subType: okxText,
  tag: okxText,
  fillPx: okxDecimal,
  fillSz: okxDecimal,
  fillPnl: okxDecimalOrBlank,
  side: z.enum(['buy', 'sell']),
  posSide: okxPosSide.default(''),
  execType: okxText,
  feeCcy: okxText,
  fee: okxDecimalOrBlank,
  ts: okxInstant,
});
/** A parsed `okxFillSchema`. */
export type OkxFill = z.infer<typeof okxFillSchema>;
