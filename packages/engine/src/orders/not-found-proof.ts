// When may an order that was never answered count as never placed? Only when every part of this proof holds (reliability 4.4).
import { proofGapMs, proofLookups } from '../limits.ts';

/** Explicit absences so far: when each lookup began, in exchange time. Failed lookups are not among them. */
export type Absences = readonly number[];

/** What the full reading showed, after enough absences. `unavailable` parts prove nothing. */
export type FullReading = {
  readonly isReadComplete: boolean;
  readonly isInOpenOrders: boolean;
  readonly isInHistory: boolean;
  readonly hasFills: boolean;
  readonly isPositionExplained: boolean;
};

/**
 * The absences with one more explicit "does not exist", when it counts: it must have begun after `countsAfter` (the order's deadline plus the venue's grace),
 * and long enough after the one before. Only an answer of the exchange may be passed here, never a network error.
 */
export function withAbsence(absences: Absences, lookupBeganAt: number, countsAfter: number): Absences {
  if (lookupBeganAt <= countsAfter) return absences;
  const last = absences.at(-1);
  if (last !== undefined && lookupBeganAt < last + proofGapMs) return absences;
  return [...absences, lookupBeganAt].slice(-proofLookups);
}

/** True when the lookups suffice and the full reading is worth its requests. */
export function isReadyForReading(absences: Absences): boolean {
  return absences.length >= proofLookups;
}

/** True when the order certainly does not exist and never traded. */
export function isProvenAbsent(absences: Absences, reading: FullReading): boolean {
  return (
    isReadyForReading(absences) &&
    reading.isReadComplete &&
    !reading.isInOpenOrders &&
    !reading.isInHistory &&
    !reading.hasFills &&
    reading.isPositionExplained
  );
}
