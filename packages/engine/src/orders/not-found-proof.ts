// The not-found proof. An order with an unknown outcome counts as never placed only when every condition of the proof
// is met (reliability 4.4).
import { proofGapMs, proofLookups } from '../limits.ts';

/** The start times of the lookups with an explicit "not found" response, in exchange time. Failed lookups are not included. */
export type NotFoundTimes = readonly number[];

/**
 * The result of a full reading of open orders, order history, fills and positions. The reading starts after
 * `proofLookups` lookups with a "not found" response.
 */
export type FullReading = {
  readonly isReadComplete: boolean;
  readonly isInOpenOrders: boolean;
  readonly isInHistory: boolean;
  readonly hasFills: boolean;
  readonly isPositionExplained: boolean;
};

/**
 * Adds the start time of one more lookup with a "not found" response. The lookup counts when it began after
 * `countsAfter` (the deadline of the order plus the grace time of the venue) and at least `proofGapMs` after the
 * previous counted lookup. The caller must pass only a response of the exchange, and never a network error.
 */
export function withNotFound(times: NotFoundTimes, lookupBeganAt: number, countsAfter: number): NotFoundTimes {
  if (lookupBeganAt <= countsAfter) return times;
  if (lookupBeganAt < (times.at(-1) ?? 0) + proofGapMs) return times;
  return [...times, lookupBeganAt].slice(-proofLookups);
}

/** Returns true when enough lookups had a "not found" response, so that the full reading may start. */
export function isReadyForReading(times: NotFoundTimes): boolean {
  return times.length >= proofLookups;
}

/**
 * Returns true when the order certainly does not exist at the exchange. `times` and `reading` must belong to one order.
 */
export function isProvenAbsent(times: NotFoundTimes, reading: FullReading): boolean {
  return (
    isReadyForReading(times) &&
    reading.isReadComplete &&
    !reading.isInOpenOrders &&
    !reading.isInHistory &&
    !reading.hasFills &&
    reading.isPositionExplained
  );
}
