// Order rows and algo order rows. The rows have one form in REST responses and in socket pushes. A push has additional fields for the fill that caused it.
import * as z from 'zod';
import {
  okxDecimal,
  okxDecimalOrBlank,
  okxFlag,
  okxInstant,
  okxInstantOrBlank,
  okxName,
  okxSide,
  okxText,
  okxWord,
  okxWordOrBlank,
} from '../transport/field.ts';

/** The position side of a row. Both '' and 'net' mean net mode. */
export const okxPosSide = okxWord(['net', 'long', 'short', '']);
/** The position side of a row that may be without one. */
export const okxPosSideOrBlank = okxWordOrBlank(['net', 'long', 'short']);

/** One order. `accFillSz` is cumulative. `fill*` and `tradeId` describe the last fill. In a push, the last fill is the fill that caused the push. */
export const okxOrderSchema = z.object({
  instType: okxText,
  instId: okxName,
  ordId: okxName,
  clOrdId: okxText,
  algoId: okxText,
  algoClOrdId: okxText,
  tag: okxText,
  px: okxDecimalOrBlank,
  sz: okxDecimal,
  ordType: okxName,
  side: okxSide,
  posSide: okxPosSideOrBlank,
  accFillSz: okxDecimalOrBlank,
  avgPx: okxDecimalOrBlank,
  state: okxWord(['live', 'partially_filled', 'filled', 'canceled', 'mmp_canceled']),
  lever: okxDecimalOrBlank,
  fee: okxDecimalOrBlank,
  feeCcy: okxText,
  pnl: okxDecimalOrBlank,
  category: okxText,
  source: okxText,
  reduceOnly: okxFlag,
  cancelSource: okxText,
  uTime: okxInstant,
  cTime: okxInstant,
  tradeId: okxText,
  fillPx: okxDecimalOrBlank,
  fillSz: okxDecimalOrBlank,
  fillTime: okxInstantOrBlank,
  fillFee: okxDecimalOrBlank,
  fillFeeCcy: okxText,
  execType: okxText,
  reqId: okxText,
  amendResult: okxText,
});
/** A parsed `okxOrderSchema`. */
export type OkxOrder = z.infer<typeof okxOrderSchema>;

/** One algo order. After it has triggered, `ordId` or `ordIdList` contains the id of the order that it created. */
export const okxAlgoOrderSchema = z.object({
  instType: okxText,
  instId: okxName,
  algoId: okxName,
  algoClOrdId: okxText,
  ordType: okxName,
  side: okxSide,
  posSide: okxPosSideOrBlank,
  sz: okxDecimalOrBlank,
  state: okxWord(['live', 'pause', 'partially_effective', 'effective', 'canceled', 'order_failed', 'partially_failed']),
  slTriggerPx: okxDecimalOrBlank,
  slOrdPx: okxDecimalOrBlank,
  tpTriggerPx: okxDecimalOrBlank,
  ordId: okxText,
  ordIdList: z.array(z.string()).default([]),
  actualSz: okxDecimalOrBlank,
  actualPx: okxDecimalOrBlank,
  failCode: okxText,
  tag: okxText,
  reduceOnly: okxFlag,
  triggerTime: okxInstantOrBlank,
  cTime: okxInstant,
  uTime: okxInstantOrBlank,
});
/** A parsed `okxAlgoOrderSchema`. */
export type OkxAlgoOrder = z.infer<typeof okxAlgoOrderSchema>;
