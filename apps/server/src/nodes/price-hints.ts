// The prices that the nodes publish for each other, as hints of the bus.
import type { Bus } from '@rondo/bus';
import type { PricePort } from '@rondo/exchange';
import type { ServerRole } from '../env.ts';

/** Connects the prices with the bus. Of two nodes, the one whose name in the hints is smaller is preferred. A node of people publishes no price. */
export function createPriceHints(bus: Bus, role: ServerRole): PricePort {
  return {
    publish({ channel, row, ageMs, venueAt }) {
      const { instId } = row;
      if (role === 'api' || typeof instId !== 'string' || !bus.figures().isConnected) return;
      bus.publish('price', { channel, row: { ...row, instId }, ageMs, venueAt });
    },
    subscribe: (listener) =>
      void bus.subscribe('price', ({ origin, fields }) => listener(fields, role === 'api' || origin.from < bus.node)),
  };
}
