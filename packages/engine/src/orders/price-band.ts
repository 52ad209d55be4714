// An exit far through the market would fill at once, but the exchange refuses prices so far away: it is sent near the market instead.
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

/** The order as it is sent: the same unless it is an exit further through a fresh last price than the exchange may take. Entries keep their ladder. */
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
