// What a market path is to the rest of the sandbox: a price for every instant of market time, and the corners in between.

/**
 * A path of prices in whole ticks over market time (epoch milliseconds of the path itself).
 * Ticks are numbers here because a path is chart material; they become bigint before an order sees them.
 */
export interface PricePath {
  readonly isRecorded: boolean;
  readonly startAt: number;
  readonly endAt: number;
  /** Ticks standing at an instant. */
  priceAt(at: number): number;
  /** Every corner in (from, to], in the order it is travelled. */
  corners(from: number, to: number, visit: (ticks: number, at: number) => void): void;
  /** Contracts traded in [from, to): a statistic. */
  volumeBetween(from: number, to: number): number;
}
