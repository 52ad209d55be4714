// Balance rows of GET account/balance and of the account channel.
import * as z from 'zod';
import { okxDecimalOrBlank, okxInstant, okxName, okxText } from '../transport/field.ts';

/** The balance in one currency. `availEq` is blank in spot mode. In spot mode, `availBal` is the available balance. */
export const okxBalanceDetailSchema = z.object({
  ccy: okxName,
  eq: okxDecimalOrBlank,
  cashBal: okxDecimalOrBlank,
  availBal: okxDecimalOrBlank,
  availEq: okxDecimalOrBlank,
  frozenBal: okxDecimalOrBlank,
  upl: okxDecimalOrBlank,
  mgnRatio: okxDecimalOrBlank,
});

/** The balances of the account. */
export const okxBalanceSchema = z.object({
  uTime: okxInstant,
  totalEq: okxDecimalOrBlank,
  mgnRatio: okxText,
  details: z.array(okxBalanceDetailSchema).default([]),
});
/** A parsed `okxBalanceSchema`. */
export type OkxBalance = z.infer<typeof okxBalanceSchema>;
