// The not-found proof: an order with an unknown outcome counts as never placed only when every part of it holds (reliability 4.4).
import { proofGapMs, proofLookups } from '../limits.ts';

/** The start of each lookup with an explicit "not found" response, in exchange time. Failed lookups are not included. */
export type NotFoundTimes = readonly number[];

/** The result of a full reading of open orders, order history, fills and positions after enough lookups. */
export type FullReading = {
  readonly isReadComplete: boolean;
  readonly isInOpenOrders: boolean;
  readonly isInHistory: boolean;
  readonly hasFills: boolean;
  readonly isPositionExplained: boolean;
};

/**
 * The times with one more lookup that found nothing, if it counts: it began after `countsAfter` (the order's deadline plus the
 * venue's grace) and long enough after the one before. Only a response of the exchange may be passed here, never a network error.
 */
export function withNotFound(times: NotFoundTimes, lookupBeganAt: number, countsAfter: number): NotFoundTimes {
  if (lookupBeganAt <= countsAfter) return times;
  const last = times.at(-1);
  if (last !== undefined && lookupBeganAt < last + proofGapMs) return times;
  return [...times, lookupBeganAt].slice(-proofLookups);
}

/** True when the lookups suffice, so that the full reading is worth its requests. */
export function isReadyForReading(times: NotFoundTimes): boolean {
  return times.length >= proofLookups;
}

/** True when the order certainly does not exist and never traded. `times` and `reading` are of the same order. */
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
