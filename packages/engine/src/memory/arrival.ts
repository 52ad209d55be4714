// Calculates until when orders without a known outcome can arrive at the exchange.
import { deadlineMs } from '../limits.ts';
import type { Venue } from '../ports/index.ts';

/** The present time (local, epoch ms), and the time after a deadline in which the exchange may not show an order yet. */
export type FreezeDeps = { readonly now: number; readonly venue: Pick<Venue, 'notFoundGraceMs'> };

/**
 * Returns the local time (epoch ms) after which every placement has arrived at the exchange or is refused, and at least the present time. A
 * stored time can be later than the present time when the clock of the machine was ahead before a restart, so it is cut.
 */
export function arrivedBy(placements: readonly { readonly sentAt: number }[], { now, venue }: FreezeDeps): number {
  const { notFoundGraceMs } = venue;
  return placements.reduce(
    (latest, { sentAt }) => Math.max(latest, Math.min(sentAt, now) + deadlineMs + notFoundGraceMs),
    now,
  );
}
