// The interface of a price path: a price for every market time, and the price changes between two times.

/**
 * A path of prices in whole ticks over market time. Market time is in epoch milliseconds and can differ from wall time. Ticks are numbers here, because a path
 * is chart data. Ticks become bigint before they are compared with the prices of orders.
 */
export interface PricePath {
  readonly isRecorded: boolean;
  readonly startAt: number;
  readonly endAt: number;
  /** Returns the price in ticks at a time. */
  priceAt(at: number): number;
  /** Calls `visit` for every price change in (from, to], in time order. */
  corners(from: number, to: number, visit: (ticks: number, at: number) => void): void;
  /** Returns the number of contracts that were traded in [from, to). It is used only as a statistic. */
  volumeBetween(from: number, to: number): number;
}
