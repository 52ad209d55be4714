// The funding of a series: the candle before which each rate is booked, and the rates with a common scale.
import { unitsAt } from '@rondo/decimal';
import type { FundingRate } from '../candles/candles.ts';
import { cellAt, type CandleColumns } from '../candles/columns.ts';

/** The booking i happens before the candle `candle[i]` at the rate `units[i] / 10^scale`. The bookings are in time order. */
export type FundingPlan = {
  readonly candle: Int32Array;
  readonly units: readonly bigint[];
  readonly scale: number;
};

/**
 * Returns the bookings of a series, or null without funding. Rates at or before the first candle are ignored, because
 * no close exists before them.
 */
export function planFunding(candles: CandleColumns, funding: readonly FundingRate[] | undefined): FundingPlan | null {
  if (funding === undefined || funding.length === 0) return null;
  const scale = funding.reduce((most, each) => Math.max(most, each.rate.scale), 0);
  const places: number[] = [];
  const units: bigint[] = [];
  let index = 0;
  for (const { at, rate } of funding) {
    while (index < candles.at.length && cellAt(candles.at, index) < at) index += 1;
    if (index === candles.at.length) break;
    if (index === 0) continue;
    places.push(index);
    units.push(unitsAt(rate, scale));
  }
  return {
    candle: Int32Array.from(places),
    units,
    scale,
  };
}
