// Dispatches the items of a paged list of the store to the engine. The concurrency and the wait per item are bounded.
import pMap from 'p-map';
import type { Clock } from '@rondo/engine/ports';
import { serverLimits } from '../limits.ts';
import { withTimeout } from './with-timeout.ts';

/**
 * A list of the store that is read in pages. `read` returns the page that begins after a position, which is the position of the last item
 * of the previous page.
 */
export interface RetryQueue<Item> {
  readonly read: (after: number) => Promise<readonly Item[]>;
  readonly positionOf: (item: Item) => number;
  /** Passes the item to the engine. Resolves after `engineTimeoutMs` at the latest. */
  readonly dispatch: (item: Item) => Promise<void>;
}

/**
 * Dispatches every listed item once, in the sequence of the list. The function waits for at most `dispatchConcurrency` (32) items at a time, and for each item
 * at most `dispatchPaceMs` (250 ms). Therefore a thousand bots that get no response of the exchange delay the other bots by at most eight seconds. A failed
 * item does not stop the other items of its page. The errors of the page are thrown together afterwards.
 */
export async function drainQueue<Item>(clock: Clock, { read, positionOf, dispatch }: RetryQueue<Item>): Promise<void> {
  let page = await read(0);
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    await pMap(page, (item) => withTimeout(clock, dispatch(item), serverLimits.dispatchPaceMs), {
      concurrency: serverLimits.dispatchConcurrency,
      stopOnError: false,
    });
    page = await read(positionOf(last));
  }
}
