// Rows of GET public/instruments: identity, increments of price and size, and limits of an order.
import * as z from 'zod';
import { okxDecimalOrBlank, okxInstantOrBlank, okxText, okxWord } from '../transport/field.ts';

/**
 * One instrument. Sizes are in contracts. One contract contains `ctVal` times `ctMult` units of `ctValCcy`. Fields can be blank before the contract is traded.
 */
export const okxInstrumentSchema = z.object({
  instType: z.string(),
  instId: okxText,
  instFamily: okxText,
  uly: okxText,
  settleCcy: okxText,
  baseCcy: okxText,
  quoteCcy: okxText,
  alias: okxText,
  category: okxText,
  optType: okxText,
  stk: okxText,
  ctVal: okxDecimalOrBlank,
  ctMult: okxDecimalOrBlank,
  ctValCcy: okxText,
  ctType: okxText,
  lotSz: okxDecimalOrBlank,
  minSz: okxDecimalOrBlank,
  tickSz: okxDecimalOrBlank,
  lever: okxDecimalOrBlank,
  maxLmtSz: okxDecimalOrBlank,
  maxMktSz: okxDecimalOrBlank,
  maxStopSz: okxDecimalOrBlank,
  maxTriggerSz: okxDecimalOrBlank,
  maxIcebergSz: okxDecimalOrBlank,
  maxTwapSz: okxDecimalOrBlank,
  state: okxWord(['live', 'suspend', 'rebase', 'post_only', 'preopen', 'test', 'settling', 'expired']),
  ruleType: okxText,
  groupId: okxText,
  listTime: okxInstantOrBlank,
  expTime: okxInstantOrBlank,
  instIdCode: z.number().int().nullish(),
  /** Announced changes of rules, with the new value and the time of the change. */
  upcChg: z.array(z.object({ param: okxText, newValue: okxText, effTime: okxInstantOrBlank })).nullish(),
});
/** A parsed `okxInstrumentSchema`. */
export type OkxInstrument = z.infer<typeof okxInstrumentSchema>;
