// Ticker, mark price, trade and order book rows. The rows have one form over REST and over the socket.
import * as z from 'zod';
import { okxDecimal, okxDecimalOrBlank, okxInstant, okxName, okxSide, okxText } from '../transport/field.ts';

/** The last trade, the best quotes and the last 24 hours of one instrument. The `volCcy24h` of a swap is in base coin. */
export const okxTickerSchema = z.object({
  instType: okxText,
  instId: okxName,
  last: okxDecimalOrBlank,
  lastSz: okxDecimalOrBlank,
  bidPx: okxDecimalOrBlank,
  bidSz: okxDecimalOrBlank,
  askPx: okxDecimalOrBlank,
  askSz: okxDecimalOrBlank,
  open24h: okxDecimalOrBlank,
  high24h: okxDecimalOrBlank,
  low24h: okxDecimalOrBlank,
  vol24h: okxDecimalOrBlank,
  volCcy24h: okxDecimalOrBlank,
  sodUtc0: okxDecimalOrBlank,
  sodUtc8: okxDecimalOrBlank,
  ts: okxInstant,
});
/** A parsed `okxTickerSchema`. */
export type OkxTicker = z.infer<typeof okxTickerSchema>;

/** The mark price of one instrument. */
export const okxMarkPriceSchema = z.object({ instId: okxName, markPx: okxDecimal, ts: okxInstant });
/** A parsed `okxMarkPriceSchema`. */
export type OkxMarkPrice = z.infer<typeof okxMarkPriceSchema>;

/** One public trade of the trades channel. */
export const okxTradeSchema = z.object({
  instId: okxName,
  tradeId: okxName,
  px: okxDecimal,
  sz: okxDecimal,
  side: okxSide,
  ts: okxInstant,
});

/** One side of an order book. A row has the price, the size, an obsolete field that is always zero, and the number of orders. */
const okxBookSideSchema = z.array(z.tuple([okxDecimal, okxDecimal, z.string(), z.string()]));

/** An order book or a change of an order book. A size of zero removes the price. The exchange no longer maintains `checksum`. */
export const okxBookSchema = z.object({
  asks: okxBookSideSchema,
  bids: okxBookSideSchema,
  ts: okxInstant,
  checksum: z.number().int().optional(),
});
