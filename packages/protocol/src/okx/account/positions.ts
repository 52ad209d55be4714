// Position rows of GET account/positions and of the positions channel.
import * as z from 'zod';
import { okxDecimalOrBlank, okxInstant, okxName, okxText, okxWord } from '../transport/field.ts';
import { okxPosSide } from '../orders/orders.ts';

/** One position. `pos` is in contracts and has a sign only in net mode. `pos` is '0' after the position has closed. */
export const okxPositionSchema = z.object({
  instType: okxText,
  instId: okxName,
  mgnMode: okxWord(['cross', 'isolated']),
  posId: okxText,
  posSide: okxPosSide,
  pos: okxDecimalOrBlank,
  avgPx: okxDecimalOrBlank,
  markPx: okxDecimalOrBlank,
  upl: okxDecimalOrBlank,
  lever: okxDecimalOrBlank,
  liqPx: okxDecimalOrBlank,
  mgnRatio: okxDecimalOrBlank,
  ccy: okxText,
  cTime: okxInstant,
  uTime: okxInstant,
});
/** A parsed `okxPositionSchema`. */
export type OkxPosition = z.infer<typeof okxPositionSchema>;
