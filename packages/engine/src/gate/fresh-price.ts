// Checks the age of a price. A frozen feed repeats an old price with a new receive time, so both times of the price are
// checked (failure 23).
import { priceMaxAgeMs, venuePriceMaxAgeMs } from '../limits.ts';
import type { MarkReport, TickerReport } from '../ports/index.ts';

/**
 * The time of a decision on both clocks. `now` is local time. `venueNow` is exchange time. `venueNow` is null while the
 * clock of the exchange is unknown.
 */
export type DecisionTime = { readonly now: number; readonly venueNow: number | null };

/**
 * Returns true when neither the receive time nor the exchange time of the price is too old. Returns false while the
 * clock of the exchange is unknown.
 */
export function isFreshPrice(price: TickerReport | MarkReport, { now, venueNow }: DecisionTime): boolean {
  if (now - price.receivedAt > priceMaxAgeMs) return false;
  return venueNow !== null && venueNow - price.at <= venuePriceMaxAgeMs;
}
