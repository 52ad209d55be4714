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
  /** The argument as subscribed, with uid on private channels: echoed in every push. */
  readonly arg: Raw;
  pushedAt: number;
  lastText: string;
  /** Last pushed state of each position. */
  readonly sentPositions: Map<string, string>;
  /** The deep book that was last sent. */
  sentBook: SentBook | undefined;
}

/** Whether a subscription covers an instrument: by its name, its family or its kind. */
export function isWanted(subscription: Subscription, instId: string): boolean {
  const family = text(subscription.arg, 'instFamily') || text(subscription.arg, 'uly');
  if (!['', 'SWAP', 'ANY'].includes(subscription.instType)) return false;
  return ['', instId].includes(subscription.instId) && ['', instruments.get(instId)?.family].includes(family);
}

/** Whether a period has passed since the last push; marks it as pushed when so. */
export function claimPush(world: World, subscription: Subscription, periodMs: number): boolean {
  if (world.clock.now() - subscription.pushedAt < periodMs) return false;
  subscription.pushedAt = world.clock.now();
  return true;
}
