// Ticker and mark-price rows, alike over REST and socket.
import * as z from 'zod';
import { okxDecimal, okxDecimalOrBlank, okxInstant, okxText } from './field.ts';

/** Last trade, best quotes and the last 24 hours of one instrument. `volCcy24h` is base coin for swaps. */
export const okxTicker = z.object({
  instType: okxText,
  instId: z.string(),
  last: okxDecimalOrBlank,
  bidPx: okxDecimalOrBlank,
  askPx: okxDecimalOrBlank,
  open24h: okxDecimalOrBlank,
  high24h: okxDecimalOrBlank,
  low24h: okxDecimalOrBlank,
  vol24h: okxDecimalOrBlank,
  volCcy24h: okxDecimalOrBlank,
  ts: okxInstant,
});
export type OkxTicker = z.infer<typeof okxTicker>;

/** The mark price of one instrument. */
export const okxMarkPrice = z.object({ instId: z.string(), markPx: okxDecimal, ts: okxInstant });
export type OkxMarkPrice = z.infer<typeof okxMarkPrice>;

/** One public trade of the trades channel. */
export const okxTrade = z.object({
  instId: z.string(),
  tradeId: z.string(),
  px: okxDecimal,
  sz: okxDecimal,
  side: z.enum(['buy', 'sell']),
  ts: okxInstant,
});
export type OkxTrade = z.infer<typeof okxTrade>;
