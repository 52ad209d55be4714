// The order book channels. Small books are pushed completely. Deep books are pushed as changes whose sequence ids refer to the previous push.
import { claimPush, type Subscription } from './subscription.ts';
import { sandboxLimits } from '../limits.ts';
import type { MarketTimeline } from '../market/market-timeline.ts';
import { bookSeq, bookSides } from '../wire/market-rows.ts';
import type { World } from '../state/world.ts';

/** The number of levels of each channel that sends complete books. */
const wholeBooks: Readonly<Record<string, number>> = { books5: 5, 'bbo-tbt': 1 };
/** The number of levels of each channel that sends changes. */
const deepBooks: Readonly<Record<string, number>> = { books: 400, 'books-l2-tbt': 400, 'books50-l2-tbt': 50 };

/** Returns whether a channel is an order book channel. */
export function isBookChannel(channel: string): boolean {
  return channel in wholeBooks || channel in deepBooks;
}

/** Returns the pushes that an order book channel must send now. The result is empty when the book has not changed. */
export function bookPush(
  world: World,
  timeline: MarketTimeline,
  of: { subscription: Subscription; isFirst: boolean },
): unknown[] {
  const { subscription, isFirst } = of;
  const { arg, channel } = subscription;
  const isMoved = subscription.lastText !== String(timeline.ticks);
  subscription.lastText = String(timeline.ticks);
  const size = wholeBooks[channel];
  if (size !== undefined && !isMoved && !isFirst) return [];
  const now = world.clock.now();
  const ts = String(now);
  const seqId = bookSeq(world, timeline);
  if (size !== undefined)
    return [{ arg, data: [{ ...bookSides(timeline, size), instId: timeline.instrument.instId, ts, seqId }] }];
  const { sentBook: book } = subscription;
  if (isFirst || book === undefined) {
    subscription.sentBook = { ...bookSides(timeline, deepBooks[channel] ?? 1), seqId };
    return [{ arg, action: 'snapshot', data: [{ ...subscription.sentBook, ts, checksum: 0, prevSeqId: -1 }] }];
  }
  const update = (row: Record<string, unknown>): unknown[] => [
    { arg, action: 'update', data: [{ ...row, ts, checksum: 0, prevSeqId: book.seqId }] },
  ];
  // OKX pushes an unchanged book once a minute: the push has no levels and repeats the last sequence id.
  if (!isMoved)
    return claimPush(world, subscription, sandboxLimits.bookConfirmMs)
      ? update({ asks: [], bids: [], seqId: book.seqId })
      : [];
  const sides = bookSides(timeline, deepBooks[channel] ?? 1);
  subscription.sentBook = { ...sides, seqId };
  subscription.pushedAt = now;
  return update({ asks: changes(book.asks, sides.asks), bids: changes(book.bids, sides.bids), seqId });
}

// Returns the new and changed levels, and the removed levels with size 0.
function changes(before: readonly (readonly string[])[], after: readonly (readonly string[])[]): (readonly string[])[] {
  const known = new Map(before.map((level) => [level[0], level[1]]));
  const changed = after.filter((level) => known.get(level[0]) !== level[1]);
  const left = new Set(after.map((level) => level[0]));
  const gone = before.filter((level) => !left.has(level[0])).map((level) => [level[0] ?? '', '0', '0', '0']);
  return [...changed, ...gone];
}
