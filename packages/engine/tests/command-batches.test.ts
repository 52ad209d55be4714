// Tests that the commands of one group are sent at the same time: their intents are stored in one transaction, and the outcome
// of each order is recorded separately.
import { expect, test } from 'vitest';
import type { Outcome, PlaceOrder } from '../src/ports/index.ts';
import { openWorld, stop } from './fake-world.ts';

const roundTripMs = 200;

/** Builds a world in which each command has a round trip. `respond` may replace the outcome of a placement. */
function openSlowWorld(respond: (order: PlaceOrder) => Outcome<never> | null = () => null) {
  const sentAt: { readonly name: string; readonly at: number }[] = [];
  const world = openWorld((real, clock) => {
    const pass = (): Promise<void> => new Promise((resolve) => void clock.after(roundTripMs, resolve));
    return {
      ...real,
      async place(order) {
        sentAt.push({ name: 'place', at: clock.now() });
        const outcome = await real.place(order);
        await pass();
        return respond(order) ?? outcome;
      },
      async cancel(order) {
        sentAt.push({ name: 'cancel', at: clock.now() });
        const outcome = await real.cancel(order);
        await pass();
        return outcome;
      },
    };
  });
  return { ...world, sentAt };
}

test('after a stop command, all resting orders are cancelled in the same instant', async () => {
  const { begin, run, exchange, sentAt } = openSlowWorld();
  const engine = begin('first');
  await run(15_000);
  const resting = exchange.resting().length;
  expect(resting).toBeGreaterThanOrEqual(3);
  sentAt.length = 0;
  const stopped = engine.dispatch(stop);
  await run(1_000);
  const cancels = sentAt.filter(({ name }) => name === 'cancel');
  expect(cancels).toHaveLength(resting);
  expect(new Set(cancels.map(({ at }) => at)).size).toBeLessThanOrEqual(2);
  expect(await stopped).toBe('done');
  await engine.stop();
});

test('when the outcome of one entry of a group is unknown, the other entries are live and the entry is looked up', async () => {
  let unknowns = 0;
  const { begin, run, exchange, memory, steps } = openSlowWorld((order) => {
    const isUnknown = !order.reduces && order.type === 'limit' && unknowns === 0;
    if (!isUnknown) return null;
    unknowns += 1;
    return { kind: 'unknown', cause: 'no row for the order' };
  });
  const engine = begin('first');
  await run(30_000);
  expect(unknowns).toBe(1);
  expect(steps().filter((step) => step.startsWith('entry'))).toHaveLength(2);
  expect(new Set(exchange.resting()).size).toBe(exchange.resting().length);
  const places = [...memory.contents.intents.values()].filter(({ verb }) => verb === 'place');
  expect(places.every(({ state }) => state !== 'unknown' && state !== 'sent')).toBe(true);
  await engine.stop();
});

test('an engine that stops while a command has no response stores the outcome of the command before it releases the lease', async () => {
  const { begin, run, memory } = openWorld((real, clock) => ({
    ...real,
    async place(order) {
      await new Promise<void>((resolve) => void clock.after(roundTripMs, resolve));
      return real.place(order);
    },
  }));
  const engine = begin('first');
  const states = () => [...memory.contents.intents.values()].map(({ state }) => state);
  while (states().length === 0) await run(10);
  expect(states()).toEqual(['sent']);
  const stopped = engine.stop();
  await run(roundTripMs);
  await stopped;
  expect(states()).toEqual(['live']);
});
