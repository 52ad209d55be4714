// Changes the price of an exit whose limit price crosses the last price by more than the venue allows, because the
// venue would refuse the order. The new price is nearer to the last price, and the exit can still fill immediately.
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
import { isFreshPrice, type DecisionTime } from '../gate/fresh-price.ts';
import type { PriceBand, TickerReport } from '../ports/index.ts';

/**
 * Returns the order as it is sent. When the limit price of an exit crosses the last price by more than the band of the
 * venue allows, the exit gets the price at the edge of the band. The order is unchanged when the last price is too old
 * or the order is an entry.
 */
export function withinBand<Order extends DesiredOrder>(
  desired: Order,
  {
    band,
    ticker,
    ...times
  }: DecisionTime & { readonly band: PriceBand | null; readonly ticker: TickerReport | undefined },
): Order {
  if (band === null) return desired;
  if (!desired.reduces || desired.type !== 'limit' || desired.price === null || ticker === undefined) return desired;
  if (!isFreshPrice(ticker, times)) return desired;
  const isBuy = desired.side === 'buy';
  const far = beyond(ticker.last, band.farthestPerMille, isBuy);
  if (isBuy ? desired.price <= far : desired.price >= far) return desired;
  return { ...desired, price: beyond(ticker.last, band.edgePerMille, isBuy) };
}

// Returns a price that is `perMille` thousandths above the last price for a buy, or below the last price for a sell.
function beyond(last: Ticks, perMille: bigint, isBuy: boolean): Ticks {
  const share = fraction(perMille, 1_000n);
  const factor = isBuy ? addFractions(oneFraction, share) : subtractFractions(oneFraction, share);
  const price = multiplyFractions(fraction(last), factor);
  return ticks(isBuy ? floorFraction(price) : ceilFraction(price));
}
