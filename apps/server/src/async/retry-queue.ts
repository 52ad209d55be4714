// Offers to the engine what the store lists, page after page: many at once, and nobody waits long for a bot that is slow to answer.
import type { Clock } from '@rondo/engine/ports';
import { inParallel } from './map-limit.ts';
import { serverLimits } from '../limits.ts';

/** A list of the store that is read in pages: what comes after a place of it. */
export interface Offering<Item> {
  readonly read: (after: number) => Promise<readonly Item[]>;
  readonly placeOf: (item: Item) => number;
  /** Asks the engine, and ends by itself after `engineAnswerMs`. */
  readonly offer: (item: Item) => Promise<void>;
}

/**
 * Offers everything that is listed. After `offerPaceMs` the next one has its turn, and the slow answer is awaited beside it:
 * a thousand bots whose exchange is dead hold up those behind them for eight seconds, in the order of their turns.
 */
export async function offerAll<Item>(clock: Clock, { read, placeOf, offer }: Offering<Item>): Promise<void> {
  let page = await read(0);
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    await inParallel(page, serverLimits.offersAtOnce, (item) => within(clock, offer(item), serverLimits.offerPaceMs));
    page = await read(placeOf(last));
  }
}

/** The answer, or nothing when it takes longer: the work goes on, and what is recorded is offered again. */
export function within<Value>(clock: Clock, work: Promise<Value>, ms: number): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(ms, () => resolve(undefined));
    work.then(resolve, reject).finally(() => timer.cancel());
  });
}
