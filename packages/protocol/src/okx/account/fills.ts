// Rows of GET trade/fills and fills-history. Each row is one execution.
import * as z from 'zod';
import { okxDecimal, okxDecimalOrBlank, okxInstant, okxName, okxSide, okxText } from '../transport/field.ts';
import { okxPosSideOrBlank } from '../orders/orders.ts';

/** One execution. `fee` is negative when the account paid the fee. `tradeId` is negative for liquidations and ADL. `billId` is the cursor. */
export const okxFillSchema = z.object({
  instId: okxName,
  tradeId: okxName,
  ordId: okxName,
  clOrdId: okxText,
  billId: z.string().regex(/^\d+$/),
  subType: okxText,
  tag: okxText,
  fillPx: okxDecimal,
  fillSz: okxDecimal,
  fillPnl: okxDecimalOrBlank,
  side: okxSide,
  posSide: okxPosSideOrBlank,
  execType: okxText,
  feeCcy: okxText,
  fee: okxDecimalOrBlank,
  ts: okxInstant,
});
/** A parsed `okxFillSchema`. */
export type OkxFill = z.infer<typeof okxFillSchema>;
