// Watches the bounded collections in the memory of a process: none is above its declared bound (I31).
import type { Engine } from '@rondo/engine';
import type { CheckContext } from '../checks/checkers.ts';

/** Checks the sizes of the collections of one process. */
export function checkSizes(context: CheckContext, process: string, sizes: ReturnType<Engine['boundedSizes']>): void {
  for (const { name, size, most } of sizes)
    if (size > most)
      context.report({
        invariant: 'I31',
        at: context.now(),
        text: `${process} has ${size} ${name}, and the bound is ${most}`,
      });
}
