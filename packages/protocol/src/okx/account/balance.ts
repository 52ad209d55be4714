// Balance rows of GET account/balance and the account channel.
import * as z from 'zod';
import { okxDecimalOrBlank, okxInstant, okxText } from '../transport/field.ts';

/** One currency. `availEq` is blank in spot mode; then `availBal` is the available balance. */
export const okxBalanceDetailSchema = z.object({
  ccy: z.string(),
  eq: okxDecimalOrBlank,
  cashBal: okxDecimalOrBlank,
  availBal: okxDecimalOrBlank,
  availEq: okxDecimalOrBlank,
  frozenBal: okxDecimalOrBlank,
  upl: okxDecimalOrBlank,
  mgnRatio: okxDecimalOrBlank,
});

/** The account's balances. */
export const okxBalanceSchema = z.object({
  uTime: okxInstant,
  totalEq: okxDecimalOrBlank,
  mgnRatio: okxText,
  details: z.array(okxBalanceDetailSchema).default([]),
});
/** A parsed `okxBalanceSchema`. */
export type OkxBalance = z.infer<typeof okxBalanceSchema>;
