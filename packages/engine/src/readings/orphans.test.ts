// Tests of orphan orders: open orders with a client id of ours and without an intent.
import { lots, ticks } from '@rondo/decimal';
import type { BotState, DesiredOrder } from '@rondo/strategy';
import { expect, test } from 'vitest';
import { finishReadings, openActorWorld } from '../../tests/actor-world.ts';
import { desiredEntry, desiredExit, keyedHash, liveOrder, reportOf, slotOf } from '../../tests/builders.ts';
import { beginFacts } from '../actor/context.ts';
import { loneInstance, type CopyOrder } from '../actor/instance.ts';
import { gateOf } from '../gate/gate.ts';
import { orphanRetryMs } from '../limits.ts';
import { cancelOrphans } from '../orders/cancel-orphans.ts';
import { frozenRow } from '../memory/frozen-bot.ts';
import { botConfig, botRunning, fakeVenue, StrategyDriver } from '@rondo/testkit';
import { clientOrderId } from '../orders/client-order-id.ts';
import type { BotOrder, OrderReport } from '../ports/index.ts';
import { noteOrphans, notePushedOrder } from './orphans.ts';
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

test('an orphan exit of a running bot is not cancelled, because it can only reduce the position', async () => {
  const world = await openWorld(desiredExit);
  await world.read();
  world.bot.state = botRunning();
  await cancelOrphans(world.context);
  world.memory.bots.delete('bot');
  await cancelOrphans(world.context);
  expect([world.gate(), world.cancels]).toEqual(['orphanOrder', []]);
});

/** Returns the state of a bot whose base exit has filled. */
function closingState(): BotState {
  const driver = new StrategyDriver(botConfig(), 200_000n).start();
  driver.fill('entry', 1);
  driver.fill('baseExit');
  return driver.state;
}

const close: DesiredOrder = { ...desiredExit, slot: { kind: 'close', round: 1, step: 0 }, type: 'market', price: null };

test.each([
  ['is stopped and leaves its position', { ...botRunning(), stop: { closePosition: false } }, []],
  ['closes its round', closingState(), []],
  ['closes late lots', botRunning(), [close]],
])(
  'an orphan exit of a bot that %s is cancelled, because the exchange refuses a closing order beside it',
  async (_case, state, desired) => {
    const world = await openWorld(desiredExit);
    await world.read();
    world.bot.state = state;
    world.bot.desired = desired;
    await cancelOrphans(world.context);
    expect(world.cancels).toEqual([world.clientId]);
  },
);

test('an orphan exit of a stopped bot stays while its instrument is not traded, because the close waits too', async () => {
  const world = await openWorld(desiredExit);
  await world.read();
  const { bot, memory } = world;
  bot.state = { ...botRunning(), stop: { closePosition: true } };
  const report = { state: 'suspend', changesAt: null, expiresAt: null } as const;
  const setState = (state: 'suspend' | 'live'): void =>
    // The code reads only these fields of a report.
    void memory.instruments.set(bot.config.instrument.id, { ...report, state } as never);
  setState('suspend');
  await cancelOrphans(world.context);
  expect(world.cancels).toEqual([]);
  setState('live');
  await cancelOrphans(world.context);
  expect(world.cancels).toEqual([world.clientId]);
});

test('an instance that may send one command claims it only when an orphan must be cancelled', async () => {
  const world = await openWorld(desiredEntry);
  let asked = 0;
  const instance = () => ({
    ...loneInstance,
    commandsLeft: () => ((asked += 1) > 1 ? 1 : 0),
    takeCommand: () => asked > 1,
  });
  const context = { ...world.context, instance };
  await cancelOrphans(context);
  expect(asked).toBe(0);
  await world.read();
  await cancelOrphans(context);
  expect([asked, world.cancels]).toEqual([1, []]);
  await cancelOrphans(context);
  expect([asked, world.cancels]).toEqual([2, [world.clientId]]);
});

test.each([
  ['the instance is frozen', { isFrozen: true, isBotFrozen: false, renewedAt: now }],
  ['the bot on its instrument is frozen', { isFrozen: false, isBotFrozen: true, renewedAt: now }],
  ['the last renewal of the lease is too old', { isFrozen: false, isBotFrozen: false, renewedAt: 0 }],
  ['the instance may not send yet', { isFrozen: false, isBotFrozen: false, renewedAt: now, takeCommand: () => false }],
])('an orphan entry is not cancelled when %s', async (_case, { isBotFrozen, renewedAt, ...instance }) => {
  const world = await openWorld(desiredEntry);
  const { memory, bot } = world;
  await world.read();
  memory.renewedAt = renewedAt;
  if (isBotFrozen) memory.frozen.set('frozen', frozenRow({ ...bot.row, botId: 'frozen', botNumber: 99 }, 'a test'));
  await cancelOrphans({ ...world.context, instance: () => ({ ...loneInstance, ...instance }) });
  expect([world.gate(), world.cancels]).toEqual(['orphanOrder', []]);
});

/** Lists or pushes an order with the mark `theirs` to an instance with the mark `ours`, and returns the reports about other copies. */
async function reportsOf(
  order: Partial<OrderReport>,
  theirs: string | null,
  { isPushed = false, isKnown = false } = {},
) {
  const world = await openWorld(desiredEntry);
  const reports: CopyOrder[] = [];
  const clientId = clientOrderId(slotOf(desiredEntry), keyedHash, theirs);
  const instance = { ...loneInstance, mark: '0100', confirmedAt: now - 10 };
  const context = {
    ...world.context,
    instance: () => ({ ...instance, reportCopy: (found: CopyOrder) => void reports.push(found) }),
    journal: { ...world.context.journal, knownClientIds: async () => new Set(isKnown ? [clientId] : []) },
  };
  const report = { ...reportOf({ ...liveOrder(desiredEntry), clientId }), createdAt: now, ...order };
  if (isPushed) notePushedOrder(context, report);
  else noteOrphans(context, beginFacts(context), { orders: [report], startedAt: now });
  const gate = world.gate();
  await finishReadings(context);
  return {
    gate,
    orphans: world.memory.orphans.size,
    suspects: world.memory.suspects.size,
    isFromEarlier: reports.map((each) => each.isFromEarlier),
  };
}

test.each([
  ['an earlier mark', '00zz', [true]],
  ['the mark of this instance', '0100', [true]],
  ['no mark', null, [true]],
  ['a later mark', '0101', [false]],
  ['a mark before the largest mark, after which the marks begin with 0 again', 'zzzz', [true]],
])(
  'an order without an intent and with %s is reported with the sequence of the two copies',
  async (_case, mark, isFromEarlier) => {
    expect(await reportsOf({}, mark)).toEqual({ gate: 'orphanOrder', orphans: 1, suspects: 0, isFromEarlier });
  },
);

test('a pushed order without an intent that is filled already is reported, and it is no orphan order', async () => {
  const filled = { state: 'filled' as const, filledLots: lots(5n) };
  const found = await reportsOf(filled, '00zz', { isPushed: true });
  expect(found).toEqual({ gate: 'orphanOrder', orphans: 0, suspects: 0, isFromEarlier: [true] });
});

test.each([
  ['was created before the last confirmation', { createdAt: now - 10 }, false],
  ['has an intent in the journal', {}, true],
])('an order that %s is not reported as an order of another copy', async (_case, order, isKnown) => {
  const orphans = isKnown ? 0 : 1;
  expect(await reportsOf(order, '00zz', { isKnown })).toMatchObject({ orphans, suspects: 0, isFromEarlier: [] });
});

test('an order with an id of another account of the installation is logged once and counts as an order from outside: no copy is reported, no gate closes, and it is not cancelled', async () => {
  const world = await openWorld(desiredEntry);
  const { clock, memory, written } = world;
  const clientId = clientOrderId({ ...slotOf(desiredEntry), botNumber: 8 }, keyedHash, '0100');
  const reports: CopyOrder[] = [];
  const context = {
    ...world.context,
    instance: () => ({ ...loneInstance, mark: '0100', reportCopy: (found: CopyOrder) => void reports.push(found) }),
    journal: {
      ...world.context.journal,
      clientIdsOfOthers: async (orders: readonly BotOrder[]) =>
        new Set(orders.filter(({ botNumber }) => botNumber === 8).map((order) => order.clientId)),
    },
  };
  const listed = { ...reportOf({ ...liveOrder(desiredEntry), clientId }), createdAt: now };
  const list = async (orders: readonly OrderReport[]): Promise<void> => {
    await clock.pass(1);
    noteOrphans(context, beginFacts(context), { orders, startedAt: clock.now() });
    await finishReadings(context);
  };
  await list([listed]);
  await list([listed]);
  notePushedOrder(context, { ...listed, state: 'filled' });
  await finishReadings(context);
  await cancelOrphans(context);
  expect([reports, memory.orphans.size, memory.suspects.size, world.gate() === 'orphanOrder', world.cancels]).toEqual([
    [],
    0,
    0,
    false,
    [],
  ]);
  expect(written).toEqual(['order.ofAnotherAccount']);
  await list([]);
  expect(memory.ordersOfOthers.size).toBe(0);
});
