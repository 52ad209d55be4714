// Filter of the messages to one socket. With the faults of a test, the filter suppresses, duplicates or swaps messages.
import type { World } from '../state/world.ts';

/** Returns a send function that applies the active faults. Only pushes with rows are duplicated or swapped. */
export function createDeliveryFilter(world: World, send: (message: string) => void): (message: string) => void {
  let held: string | undefined;
  return (message) => {
    const { switches } = world;
    if (world.clock.now() < switches.silentUntil) return;
    const isPush = message.includes('"data":[') && message.includes('"arg":');
    if (isPush && held === undefined && switches.reorderShare > 0 && switches.chance() < switches.reorderShare) {
      held = message;
      return;
    }
    send(message);
    if (isPush && switches.duplicateShare > 0 && switches.chance() < switches.duplicateShare) send(message);
    if (held === undefined) return;
    const late = held;
    held = undefined;
    send(late);
  };
}
