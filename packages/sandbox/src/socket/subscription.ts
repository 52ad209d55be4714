// One subscription of a socket: its argument and the state of its last pushes.
import { text, type Raw } from '../wire/envelope.ts';
import { instruments } from '../market/instruments.ts';
import type { BookSides } from '../wire/market-rows.ts';
import type { World } from '../state/world.ts';

/** The deep book as it was last sent to a subscriber. */
export interface SentBook extends BookSides {
  readonly seqId: number;
}

/** One subscription and the state of its last pushes. */
export interface Subscription {
  readonly channel: string;
  readonly instId: string;
  readonly instType: string;
  /** The argument of the subscription, with the uid on private channels. Every push contains it. */
  readonly arg: Raw;
  pushedAt: number;
  lastText: string;
  /** The last pushed state of each position. */
  readonly sentPositions: Map<string, string>;
  /** The deep book that was last sent. */
  sentBook: SentBook | undefined;
}

/** Returns whether a subscription covers an instrument: by the instrument id, the family and the instrument type. */
export function coversInstrument(subscription: Subscription, instId: string): boolean {
  const family = text(subscription.arg, 'instFamily') || text(subscription.arg, 'uly');
  if (!['', 'SWAP', 'ANY'].includes(subscription.instType)) return false;
  return ['', instId].includes(subscription.instId) && ['', instruments.get(instId)?.family].includes(family);
}

/** Returns whether a period has passed since the last push. When the period has passed, the function stores the current time as the time of the last push. */
export function claimPush(world: World, subscription: Subscription, periodMs: number): boolean {
  if (world.clock.now() - subscription.pushedAt < periodMs) return false;
  subscription.pushedAt = world.clock.now();
  return true;
}

/**
 * Returns whether the period of a repeated push has passed. The next period begins when this period ended, also when the push is late. Late
 * pushes would otherwise move to the pushes of other subscriptions until all subscriptions are pushed at the same time. After a pause of two
 * periods, the next period begins now.
 */
export function claimPeriod(world: World, subscription: Subscription, periodMs: number): boolean {
  const now = world.clock.now();
  const endedAt = subscription.pushedAt + periodMs;
  if (now < endedAt) return false;
  subscription.pushedAt = now - endedAt < periodMs ? endedAt : now;
  return true;
}
