// Tests of orphan orders: open orders with a client id of ours and without an intent.
import { lots, ticks } from '@rondo/decimal';
import type { DesiredOrder } from '@rondo/strategy';
import { expect, test } from 'vitest';
import { finishReadings, openActorWorld } from '../../tests/actor-world.ts';
import { desiredEntry, desiredExit, liveOrder } from '../../tests/builders.ts';
import { gateOf } from '../gate/gate.ts';
import { orphanRetryMs } from '../limits.ts';
import { cancelOrphans } from '../orders/cancel-orphans.ts';
import { frozenRow } from '../memory/frozen-bot.ts';
import { fakeVenue } from '@rondo/testkit';
import { startSnapshot } from './snapshot.ts';

const now = 1_000_000;

/** Opens a world in which another program has placed an order with a client id of ours. */
async function openWorld(desired: DesiredOrder) {
  const cancels: string[] = [];
  const world = openActorWorld(now, {
    cancel: async ({ clientId }) => {
      cancels.push(clientId);
      return { kind: 'unknown', cause: 'no response' };
    },
  });
  const { fake, memory, clock, bot } = world;
  memory.renewedAt = now;
  memory.isConnected = true;
  bot.state = { ...bot.state, status: 'active' };
  const { clientId, instrument } = liveOrder(desired);
  // The price of the entry is below the market, and the price of the exit is above the market.
  const price = ticks(desired.reduces ? 210_000n : 190_000n);
  await fake.place({ ...desired, price, lots: lots(5n), instrument, clientId, positionSide: 'long', deadlineAt: 0 });
  const read = async (context = world.context): Promise<void> => {
    memory.snapshotTriedAt = null;
    startSnapshot(context);
    await finishReadings(context);
  };
  const gate = () =>
    gateOf({ memory, bot, venue: fakeVenue, isInstanceFrozen: false, now: clock.now(), venueNow: clock.now() });
  return { ...world, clientId, cancels, read, gate };
}

test('an orphan order closes the gate and is logged once, and the gate opens for it again when the order is gone', async () => {
  const world = await openWorld(desiredEntry);
  await world.read();
  await world.read();
  expect([world.written, world.gate(), world.memory.orders.size]).toEqual([['order.withoutIntent'], 'orphanOrder', 0]);
  const lines = world.journal.contents.logs.map(({ messageKey, parameters }) => [messageKey, parameters['order']]);
  expect(lines).toEqual([['bots.log.orphanOrder', world.clientId]]);
  world.fake.cancelByUser(world.clientId);
  await world.clock.pass(1);
  await world.read();
  expect([world.memory.orphans.size, world.gate() === 'orphanOrder']).toEqual([0, false]);
});

test('an open order without a record is no orphan order when the journal has an intent with its client id', async () => {
  const world = await openWorld(desiredEntry);
  await world.read({
    ...world.context,
    journal: { ...world.context.journal, knownClientIds: async () => new Set([world.clientId]) },
  });
  expect([world.written, world.memory.orphans.size]).toEqual([[], 0]);
});

test('an orphan entry is cancelled, and the cancel is sent again after `orphanRetryMs` while the order is listed', async () => {
  const world = await openWorld(desiredEntry);
  await world.read();
  await cancelOrphans(world.context);
  await cancelOrphans(world.context);
  expect(world.cancels).toEqual([world.clientId]);
  await world.clock.pass(orphanRetryMs);
  await cancelOrphans(world.context);
  expect(world.cancels).toEqual([world.clientId, world.clientId]);
});

test('an orphan exit is not cancelled, because it can only reduce the position', async () => {
  const world = await openWorld(desiredExit);
  await world.read();
  await cancelOrphans(world.context);
  expect([world.gate(), world.cancels]).toEqual(['orphanOrder', []]);
});

test.each([
  ['the instance is frozen', { isFrozen: true, isBotFrozen: false, renewedAt: now }],
  ['the bot on its instrument is frozen', { isFrozen: false, isBotFrozen: true, renewedAt: now }],
  ['the last renewal of the lease is too old', { isFrozen: false, isBotFrozen: false, renewedAt: 0 }],
])('an orphan entry is not cancelled when %s', async (_case, { isFrozen, isBotFrozen, renewedAt }) => {
  const world = await openWorld(desiredEntry);
  const { memory, bot } = world;
  await world.read();
  memory.renewedAt = renewedAt;
  if (isBotFrozen) memory.frozen.set('frozen', frozenRow({ ...bot.row, botId: 'frozen', botNumber: 99 }, 'a test'));
  await cancelOrphans({ ...world.context, instance: () => ({ mark: null, isFrozen }) });
  expect([world.gate(), world.cancels]).toEqual(['orphanOrder', []]);
});
