// The same work on many things, a bounded number of them at once.

/** Works off all items, `width` at a time, in their order. A failure is told when all work has ended. */
export async function inParallel<Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const workers = Array.from({ length: Math.min(width, items.length) }, async () => {
    for (const item of waiting) await work(item);
  });
  // A worker that fails does not leave the others working unseen.
  const ended = await Promise.allSettled(workers);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
