// Balance rows of GET account/balance and the account channel.
import * as z from 'zod';
import { okxDecimalOrBlank, okxInstant, okxText } from '../transport/field.ts';

/** One currency. `availEq` is blank in spot mode; then `availBal` is the available balance. */
export const okxBalanceDetail = z.object({
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
export const okxBalance = z.object({
  uTime: okxInstant,
  totalEq: okxDecimalOrBlank,
  mgnRatio: okxText,
  details: z.array(okxBalanceDetail).default([]),
});
/** A parsed `okxBalance`. */
export type OkxBalance = z.infer<typeof okxBalance>;
