// Calculates the times of the next pass and of the next reading. A message, a pushed hint or a finished reading wakes the actor earlier.
import { firstHoldEnd, needsPrice, openingEnd } from '@rondo/strategy';
import { mayCloseUnproven, unprovenCloseAt } from '../facts/dark-close.ts';
import { releasesAt } from '../gate/margin-block.ts';
import { leaseTtlMs, tickMs } from '../limits.ts';
import type { AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import { hasDoubt, listingDueAt, slowReadDueAt, snapshotDueAt } from '../readings/cadence.ts';
import { leverageDueAt } from '../readings/leverage.ts';

/**
 * Returns the time of the next pass in local epoch ms. `now` is the end of the last pass. `isIdle` is true when every
 * order was as planned after this pass. No pass is necessary for a reading that is due (`nextReadingAt`).
 */
export function nextPassAt(
  memory: AccountMemory,
  { now, isIdle }: { readonly now: number; readonly isIdle: boolean },
): number {
  let at = isIdle && !hasTimers(memory, now) ? memory.renewedAt + leaseTtlMs : now + tickMs;
  for (const bot of memory.bots.values()) {
    for (const waitAt of waitsOf(bot)) if (waitAt > now && waitAt < at) at = waitAt;
    at = Math.min(at, closeAt(memory, bot, now));
  }
  return Math.max(at, now);
}

/**
 * Returns the earliest time after `now` at which a reading is due, in local epoch ms. A reading whose time has passed is
 * running, and its end wakes the actor.
 */
export function nextReadingAt(memory: AccountMemory, now: number): number {
  const dueAts = [snapshotDueAt(memory), listingDueAt(memory), slowReadDueAt(memory), leverageDueAt(memory)];
  return Math.min(...dueAts.filter((at) => at > now));
}

// Returns the time at which a stopped bot closes its position without a successful reading, or Infinity.
function closeAt(memory: AccountMemory, bot: BotMemory, now: number): number {
  const at = unprovenCloseAt(memory, bot);
  return at === null || (at <= now && !mayCloseUnproven(memory, bot, now)) ? Infinity : at;
}

// Returns the times at which holds of the bot end (strategy 8.6), the first time after the end of its signal (strategy 8.5), and the times at which
// its waits for margin end.
function waitsOf(bot: BotMemory): readonly number[] {
  const [opening, hold] = [openingEnd(bot.state), firstHoldEnd(bot.state)];
  if (opening === null && hold === null && bot.blocks.size === 0) return none;
  return [...releasesAt(bot), hold ?? [], opening === null ? [] : opening + 1].flat();
}

const none: readonly number[] = [];

// Returns true while a pass must run every `tickMs`: a slot waits after a refusal, an order must be looked up, a frozen bot is
// being stopped, or a bot waits for a price.
function hasTimers(memory: AccountMemory, now: number): boolean {
  if (hasDoubt(memory) || [...memory.frozen.values()].some(({ stop }) => stop !== null)) return true;
  for (const { lookups, state } of memory.orders.active())
    if (lookups.isDue || (state !== 'live' && state !== 'partiallyFilled')) return true;
  for (const bot of memory.bots.values()) {
    if (needsPrice(bot.state)) return true;
    for (const { until } of bot.backoffs.values()) if (until > now) return true;
  }
  return false;
}
