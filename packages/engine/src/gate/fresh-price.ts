// Whether a price is fresh enough to decide with it. A frozen feed repeats an old price with a new receive time (failure 23).
import { priceMaxAgeMs, venuePriceMaxAgeMs } from '../limits.ts';
import type { MarkReport, TickerReport } from '../ports/index.ts';

/** The two clocks of a decision. `now` is local time. `venueNow` is exchange time, and null while the clock of the exchange is unknown. */
export type DecisionTime = { readonly now: number; readonly venueNow: number | null };

/** Returns true when the price was received lately and the exchange made it lately. Without a known exchange clock no price is fresh. */
export function isFreshPrice(price: TickerReport | MarkReport, { now, venueNow }: DecisionTime): boolean {
  if (now - price.receivedAt > priceMaxAgeMs) return false;
  return venueNow !== null && venueNow - price.at <= venuePriceMaxAgeMs;
}
