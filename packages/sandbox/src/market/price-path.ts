// The interface of a market path: a price for every instant of market time, and the price changes between instants.

/**
 * A path of prices in whole ticks over market time (epoch milliseconds of the path itself).
 * Ticks are numbers here because a path is chart data; they become bigint before they are compared with orders.
 */
export interface PricePath {
  readonly isRecorded: boolean;
  readonly startAt: number;
  readonly endAt: number;
  /** Price in ticks at an instant. */
  priceAt(at: number): number;
  /** Calls `visit` for every price change in (from, to], in order. */
  corners(from: number, to: number, visit: (ticks: number, at: number) => void): void;
  /** Contracts traded in [from, to): a statistic. */
  volumeBetween(from: number, to: number): number;
}
