// Collects the commands that are called at the same time, so that they are sent in one request.
import { maxBatchOrders } from '../../limits.ts';

/** The commands that wait for the end of the current microtasks. */
export interface Batches<Item, Result> {
  /** Adds a command. Commands with the same key are sent together. Resolves with the result of this command. */
  add(key: string, item: Item): Promise<Result>;
}

type Waiting<Item, Result> = { readonly item: Item; readonly resolve: (result: Promise<Result>) => void };

/**
 * Returns an empty collection. `send` gets at most `maxBatchOrders` commands, and returns one result for each command in
 * the same sequence.
 */
export function createBatches<Item, Result>(
  send: (items: readonly Item[]) => Promise<readonly Result[]>,
): Batches<Item, Result> {
  const waiting = new Map<string, Waiting<Item, Result>[]>();

  function sendAll(items: readonly Waiting<Item, Result>[]): void {
    for (let from = 0; from < items.length; from += maxBatchOrders) sendPart(items.slice(from, from + maxBatchOrders));
  }

  function sendPart(part: readonly Waiting<Item, Result>[]): void {
    const results = send(part.map(({ item }) => item));
    part.forEach(({ resolve }, index) => resolve(results.then((all) => resultAt(all, index))));
  }

  function open(key: string): Waiting<Item, Result>[] {
    const items: Waiting<Item, Result>[] = [];
    waiting.set(key, items);
    // The microtask runs after the other calls that are being made now.
    queueMicrotask(() => {
      waiting.delete(key);
      sendAll(items);
    });
    return items;
  }

  return {
    add: (key, item) =>
      new Promise((resolve) => {
        const items = waiting.get(key) ?? open(key);
        items.push({ item, resolve });
      }),
  };
}

function resultAt<Result>(results: readonly Result[], index: number): Result {
  const result = results[index];
  if (result === undefined) throw new Error(`The batch has no result for the command ${index}.`);
  return result;
}
