// Calculates the time of the next pass. A message, a pushed hint or a finished reading wakes the actor earlier.
import { firstHoldEnd, needsPrice, openingEnd } from '@rondo/strategy';
import { mayCloseUnproven, unprovenCloseAt } from '../facts/dark-close.ts';
import { releasesAt } from '../gate/margin-block.ts';
import { leaseTtlMs, tickMs } from '../limits.ts';
import type { AccountMemory } from '../memory/account-memory.ts';
import { hasDoubt, listingDueAt, slowReadDueAt, snapshotDueAt } from '../readings/cadence.ts';
import { leverageDueAt } from '../readings/leverage.ts';

/**
 * Returns the time of the next pass in local epoch ms. `isIdle` is true when every order was as planned after the last
 * pass.
 */
export function nextPassAt(
  memory: AccountMemory,
  { now, isIdle }: { readonly now: number; readonly isIdle: boolean },
): number {
  // A reading whose time has passed is running, and its end wakes the actor.
  const dueAts = [snapshotDueAt(memory), listingDueAt(memory), slowReadDueAt(memory), leverageDueAt(memory)];
  const readings = dueAts.filter((at) => at > now);
  const ownAt = isIdle && !hasTimers(memory, now) ? memory.renewedAt + leaseTtlMs : now + tickMs;
  const times = [ownAt, ...readings, ...waitsOf(memory).filter((at) => at > now), ...closesOf(memory, now)];
  return Math.max(Math.min(...times), now);
}

// Returns the times at which stopped bots close their positions without a successful reading.
function closesOf(memory: AccountMemory, now: number): readonly number[] {
  return [...memory.bots.values()].flatMap((bot) => {
    const at = unprovenCloseAt(memory, bot);
    return at === null || (at <= now && !mayCloseUnproven(memory, bot, now)) ? [] : [at];
  });
}

// Returns the times at which holds of bots end (strategy 8.6), the first times after the ends of signals (strategy 8.5), and the times at which
// waits for margin end.
function waitsOf(memory: AccountMemory): readonly number[] {
  return [...memory.bots.values()].flatMap((bot) => {
    const opening = openingEnd(bot.state);
    return [...releasesAt(bot), firstHoldEnd(bot.state) ?? [], opening === null ? [] : opening + 1].flat();
  });
}

// Returns true while a pass must run every `tickMs`: a slot waits after a refusal, an order must be looked up, a frozen bot is
// being stopped, or a bot waits for a price.
function hasTimers(memory: AccountMemory, now: number): boolean {
  if (hasDoubt(memory) || [...memory.frozen.values()].some(({ stop }) => stop !== null)) return true;
  for (const order of memory.orders.values()) {
    if (
      order.kind === 'active' &&
      (order.lookups.isDue || (order.state !== 'live' && order.state !== 'partiallyFilled'))
    )
      return true;
  }
  for (const bot of memory.bots.values()) {
    if (needsPrice(bot.state)) return true;
    for (const { until } of bot.backoffs.values()) if (until > now) return true;
  }
  return false;
}
