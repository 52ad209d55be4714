// Dispatches a paged list of the store to the engine, with bounded concurrency and a bounded wait per item.
import type { Clock } from '@rondo/engine/ports';
import { serverLimits } from '../limits.ts';
import { mapLimit } from './map-limit.ts';
import { withTimeout } from './with-timeout.ts';

/** A list of the store that is read in pages, each after the position of the last item read. */
export interface RetryQueue<Item> {
  readonly read: (after: number) => Promise<readonly Item[]>;
  readonly positionOf: (item: Item) => number;
  /** Passes the item to the engine. Ends by itself after `engineTimeoutMs`. */
  readonly dispatch: (item: Item) => Promise<void>;
}

/**
 * Dispatches every listed item once, in order. An item that takes longer than `dispatchPaceMs` no longer delays the next
 * one and continues beside it, so a thousand bots of a dead exchange delay the others by at most eight seconds.
 */
export async function drainQueue<Item>(clock: Clock, { read, positionOf, dispatch }: RetryQueue<Item>): Promise<void> {
  let page = await read(0);
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    await mapLimit(page, serverLimits.dispatchConcurrency, (item) =>
      withTimeout(clock, dispatch(item), serverLimits.dispatchPaceMs),
    );
    page = await read(positionOf(last));
  }
}
