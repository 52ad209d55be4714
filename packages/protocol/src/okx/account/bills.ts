// Rows of GET account/bills and bills-archive. Each row is one change of a balance.
import * as z from 'zod';
import { okxDecimalOrBlank, okxInstant, okxText } from '../transport/field.ts';

/**
 * One bill. Types: 1 transfer, 2 trade, 5 liquidation, 8 funding (subtype 173 paid, 174 received), 9 ADL. `fee` is negative when the account paid the fee.
 */
export const okxBillSchema = z.object({
  billId: z.string().regex(/^\d+$/),
  type: z.string(),
  subType: okxText,
  ccy: z.string(),
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
