// Rows of GET account/bills and bills-archive. Each row is one change of a balance.
import * as z from 'zod';
import { okxDecimalOrBlank, okxInstant, okxName, okxText } from '../transport/field.ts';

/**
 * One bill. `type` is 1 for a transfer, 2 for a trade, 5 for a liquidation, 8 for funding (`subType` 173 for paid and 174 for received funding), and 9 for ADL.
 * `fee` is negative when the account paid the fee.
 */
export const okxBillSchema = z.object({
  billId: z.string().regex(/^\d+$/),
  type: okxName,
  subType: okxText,
  ccy: okxName,
  instId: okxText,
  ordId: okxText,
  clOrdId: okxText,
  tradeId: okxText,
  bal: okxDecimalOrBlank,
  balChg: okxDecimalOrBlank,
  pnl: okxDecimalOrBlank,
  fee: okxDecimalOrBlank,
  sz: okxDecimalOrBlank,
  px: okxDecimalOrBlank,
  ts: okxInstant,
});
/** A parsed `okxBillSchema`. */
export type OkxBill = z.infer<typeof okxBillSchema>;
