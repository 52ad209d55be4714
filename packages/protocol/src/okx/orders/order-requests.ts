// The bodies of the order calls. This client sends them, and the sandbox parses them.
import * as z from 'zod';

const amount = z.union([z.string(), z.number()]).transform(String);
const flag = z.union([z.boolean(), z.enum(['true', 'false'])]).transform((value) => value === true || value === 'true');

/** POST trade/order and each item of batch-orders. `sz` is in contracts. Numbers and texts are both accepted, as on OKX. */
export const okxPlaceRequestSchema = z.object({
  instId: z.string().optional(),
  tdMode: z.string(),
  side: z.enum(['buy', 'sell']),
  posSide: z.string().optional(),
  ordType: z.string(),
  sz: amount,
  px: amount.optional(),
  reduceOnly: flag.optional(),
  clOrdId: z.string().optional(),
  tag: z.string().optional(),
});
/** A request body that `okxPlaceRequestSchema` accepts. */
export type OkxPlaceRequest = z.input<typeof okxPlaceRequestSchema>;

/** POST trade/amend-order. `newSz` includes the size that is already filled. */
export const okxAmendRequestSchema = z.object({
  instId: z.string().optional(),
  ordId: z.string().optional(),
  clOrdId: z.string().optional(),
  newSz: amount.optional(),
  newPx: amount.optional(),
  reqId: z.string().optional(),
  cxlOnFail: flag.optional(),
});
/** A request body that `okxAmendRequestSchema` accepts. */
export type OkxAmendRequest = z.input<typeof okxAmendRequestSchema>;

/** POST trade/cancel-order. When both ids are given, `ordId` is used. */
export const okxCancelRequestSchema = z.object({
  instId: z.string().optional(),
  ordId: z.string().optional(),
  clOrdId: z.string().optional(),
});
/** A request body that `okxCancelRequestSchema` accepts. */
export type OkxCancelRequest = z.input<typeof okxCancelRequestSchema>;

/** POST trade/order-algo: the conditional stop that this product uses. When `slOrdPx` is -1, the triggered stop sends a market order. */
export const okxAlgoRequestSchema = z.object({
  instId: z.string(),
  tdMode: z.string(),
  side: z.enum(['buy', 'sell']),
  posSide: z.string().optional(),
  ordType: z.string(),
  sz: amount,
  slTriggerPx: amount.optional(),
  slOrdPx: amount.optional(),
  slTriggerPxType: z.string().optional(),
  reduceOnly: flag.optional(),
  algoClOrdId: z.string().optional(),
  tag: z.string().optional(),
});
/** A request body that `okxAlgoRequestSchema` accepts. */
export type OkxAlgoRequest = z.input<typeof okxAlgoRequestSchema>;

/** POST trade/amend-algos. */
export const okxAlgoAmendRequestSchema = z.object({
  instId: z.string(),
  algoId: z.string().optional(),
  algoClOrdId: z.string().optional(),
  newSz: amount.optional(),
  newSlTriggerPx: amount.optional(),
  newSlOrdPx: amount.optional(),
});
/** A request body that `okxAlgoAmendRequestSchema` accepts. */
export type OkxAlgoAmendRequest = z.input<typeof okxAlgoAmendRequestSchema>;

/** One item of POST trade/cancel-algos. The call accepts up to ten items. */
export const okxAlgoCancelRequestSchema = z.object({
  instId: z.string(),
  algoId: z.string().optional(),
  algoClOrdId: z.string().optional(),
});
/** A request body that `okxAlgoCancelRequestSchema` accepts. */
export type OkxAlgoCancelRequest = z.input<typeof okxAlgoCancelRequestSchema>;
