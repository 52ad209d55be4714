// The same work on many things, a bounded number of them at once.

/** Works off all items, `width` at a time, in their order. One that fails holds up no other; the first failure is told at the end. */
export async function mapLimit<Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const failures: unknown[] = [];
  const workers = Array.from({ length: Math.min(width, items.length) }, async () => {
    for (const item of waiting) {
      try {
        await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  });
  await Promise.all(workers);
  if (failures.length > 0) throw failures[0];
}
