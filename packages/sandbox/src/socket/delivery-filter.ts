// Brings messages to one socket, or does not: silence, doubles and swapped order are faults a test may switch on.
import type { World } from '../state/world.ts';

/** What sends to a socket under the switches of the world. Only pushes with rows are doubled or swapped. */
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
