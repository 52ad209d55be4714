// The price of an exit that is far through the market: a venue refuses a limit so far away, so it is sent nearer and still fills at once.
import {
  addFractions,
  ceilFraction,
  floorFraction,
  fraction,
  multiplyFractions,
  oneFraction,
  subtractFractions,
  ticks,
  type Ticks,
} from '@rondo/decimal';
import type { DesiredOrder } from '@rondo/strategy';
import { priceMaxAgeMs } from '../limits.ts';
import type { PriceBand, TickerReport } from '../ports/index.ts';

/** The order as it is sent: an exit further through a fresh last price than the venue's band gets the price at the band's edge. Entries never change. */
export function withinBand<Order extends DesiredOrder>(
  desired: Order,
  {
    band,
    ticker,
    now,
  }: { readonly band: PriceBand | null; readonly ticker: TickerReport | undefined; readonly now: number },
): Order {
  if (band === null) return desired;
  if (!desired.reduces || desired.type !== 'limit' || desired.price === null || ticker === undefined) return desired;
  if (now - ticker.receivedAt > priceMaxAgeMs) return desired;
  const isBuy = desired.side === 'buy';
  const far = beyond(ticker.last, band.farthestPerMille, isBuy);
  if (isBuy ? desired.price <= far : desired.price >= far) return desired;
  return { ...desired, price: beyond(ticker.last, band.edgePerMille, isBuy) };
}

// The last price worsened for the order by a share: up for a buy, down for a sell.
function beyond(last: Ticks, perMille: bigint, isBuy: boolean): Ticks {
  const share = fraction(perMille, 1_000n);
  const factor = isBuy ? addFractions(oneFraction, share) : subtractFractions(oneFraction, share);
  const price = multiplyFractions(fraction(last), factor);
  return ticks(isBuy ? floorFraction(price) : ceilFraction(price));
}
