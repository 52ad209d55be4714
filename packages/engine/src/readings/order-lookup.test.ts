// Tests of order lookups: which orders are looked up, and the effect of each result.
import type { DesiredOrder } from '@rondo/strategy';
import { expect, test } from 'vitest';
import { desiredEntry, desiredExit, endedOrder, liveOrder, reportOf } from '../../tests/builders.ts';
import { finishReadings } from '../../tests/actor-world.ts';
import { failed, lookUpOrders, lookUpTwice, now, openLookupWorld, unknownOrder } from '../../tests/lookup-world.ts';
import { commandLookupAfterMs, lookupGapMs, lookupsAtOnceMax } from '../limits.ts';
import { finishedOrder, type ActiveOrder, type PendingCommand } from '../memory/order-record.ts';
import type { OrderReport, Report } from '../ports/index.ts';
import { startLookups } from './order-lookup.ts';

const pending = (verb: PendingCommand['verb'], changes: Partial<PendingCommand> = {}): PendingCommand => ({
  verb,
  intentId: `${liveOrder(desiredEntry).clientId}/2${verb[0]}`,
  state: 'acknowledged',
  sentAt: now - commandLookupAfterMs - 1,
  deadlineAt: 0,
  price: desiredEntry.price,
  lots: desiredEntry.lots,
  ...changes,
});

const dueLookups = { isDue: true, lastAt: 0, notFoundAt: [] };

type OrderCase = readonly [string, Partial<ActiveOrder>];

const lookedUpAfter = async (changes: Partial<ActiveOrder>): Promise<readonly string[]> => {
  const world = await openLookupWorld(liveOrder(desiredEntry, changes));
  await lookUpOrders(world.context);
  return world.lookedUp;
};

test.each<OrderCase>([
  ['an order with an unknown outcome', { state: 'unknown' }],
  ['an order whose lookup was requested', { lookups: dueLookups }],
  ['an order whose command has been pending long enough', { command: pending('cancel') }],
])('%s is looked up', async (_name, changes) => {
  expect(await lookedUpAfter(changes)).toEqual([liveOrder(desiredEntry).clientId]);
});

test.each<OrderCase>([
  ['a live order without a pending command', {}],
  [
    'an order with a command that was sent recently',
    { command: pending('cancel', { sentAt: now - commandLookupAfterMs }) },
  ],
  ['a cancelled order that waits for its fills', { state: 'cancelled', lookups: dueLookups }],
  [
    'an order that was looked up a short time before',
    { state: 'unknown', lookups: { ...dueLookups, lastAt: now - lookupGapMs + 1 } },
  ],
])('%s is not looked up', async (_name, changes) => {
  expect(await lookedUpAfter(changes)).toEqual([]);
});

test('an order is looked up when it is missing from a listing, and the listing is newer than the last fact about the order', async () => {
  const countAfter = async (listing: { startedAt: number; isListed: boolean }): Promise<number> => {
    const world = await openLookupWorld(liveOrder(desiredEntry, { factAt: now - 100 }));
    const other = reportOf(liveOrder(desiredExit));
    const openOrders = listing.isListed ? [other, reportOf(world.order)] : [other];
    world.memory.snapshot = { startedAt: listing.startedAt, positions: [], openOrders };
    await lookUpOrders(world.context);
    return world.lookedUp.length;
  };
  expect(await countAfter({ startedAt: now - 50, isListed: false })).toBe(1);
  expect(await countAfter({ startedAt: now - 50, isListed: true })).toBe(0);
  expect(await countAfter({ startedAt: now - 100, isListed: false })).toBe(0);
});

test('a finished order is not looked up', async () => {
  const world = await openLookupWorld(unknownOrder());
  const ended = endedOrder(desiredEntry, 'rejected');
  world.memory.orders.set(ended.clientId, ended);
  await lookUpOrders(world.context);
  expect(world.lookedUp).toEqual([]);
});

test('a trigger order is looked up among the trigger orders', async () => {
  const stop: DesiredOrder = { ...desiredExit, slot: { kind: 'stopLoss', round: 1, step: 0 }, type: 'trigger' };
  const world = await openLookupWorld(unknownOrder(stop));
  await lookUpOrders(world.context);
  expect(world.lookedUp).toEqual([`trigger ${world.order.clientId}`]);
});

test('a failed lookup proves nothing, and the order is looked up a second time after `lookupGapMs`', async () => {
  let count = 0;
  const lookup = () => {
    count += 1;
    return failed();
  };
  const { context, clock, order, journal } = await openLookupWorld(unknownOrder(), { changes: { lookup } });
  await lookUpOrders(context);
  await lookUpOrders(context);
  expect([count, order.state, order.lookups.notFoundAt]).toEqual([1, 'unknown', []]);
  await clock.pass(lookupGapMs);
  await lookUpOrders(context);
  expect(count).toBe(2);
  expect(journal.contents.intents.get(order.placement.intentIds[0] ?? '')?.state).toBe('sent');
});

test('while every reading of the account fails, no order is looked up, and the lookups start after a reading with a response', async () => {
  let count = 0;
  const lookup = () => {
    count += 1;
    return failed();
  };
  const { context, clock, memory } = await openLookupWorld(unknownOrder(), { changes: { lookup } });
  memory.darkSnapshots = 1;
  await lookUpOrders(context);
  await clock.pass(60_000);
  await lookUpOrders(context);
  expect(count).toBe(0);
  memory.darkSnapshots = 0;
  await lookUpOrders(context);
  expect(count).toBe(1);
});

test('an unknown order becomes live in the memory and in the journal when the exchange shows the order', async () => {
  const shown = reportOf(liveOrder(desiredEntry));
  const { context, order, journal } = await openLookupWorld({ ...unknownOrder(), lookups: dueLookups }, { shown });
  await lookUpOrders(context);
  expect(order).toMatchObject({ state: 'live', wasSeen: true, lookups: { isDue: false, lastAt: now } });
  const [intentId = ''] = order.placement.intentIds;
  expect(journal.contents.intents.get(intentId)).toMatchObject({ state: 'live', evidence: 'seenLive' });
});

test('a “not found” response counts only when the lookup began after the deadline of the order plus `notFoundGraceMs`', async () => {
  const early = unknownOrder();
  early.placement = { ...early.placement, deadlineAt: now };
  const world = await openLookupWorld(early);
  await lookUpTwice(world);
  expect([world.order.state, world.order.lookups.notFoundAt]).toEqual(['unknown', []]);
  await world.clock.pass(world.context.exchange.venue.notFoundGraceMs);
  await lookUpOrders(world.context);
  expect(world.order.lookups.notFoundAt).toHaveLength(1);
});

const sentAt = now - commandLookupAfterMs;

test.each<readonly [string, PendingCommand, boolean]>([
  ['closes a cancel that has been pending long enough', pending('cancel', { sentAt: sentAt - 1 }), true],
  ['leaves a cancel pending that was sent a short time before', pending('cancel', { sentAt }), false],
  ['closes an amend after its deadline', pending('amend', { deadlineAt: now - 1 }), true],
  [
    'closes an amend that was sent a short time before when its deadline has passed',
    pending('amend', { sentAt }),
    true,
  ],
  ['leaves an amend pending until its deadline has passed', pending('amend', { deadlineAt: now }), false],
])('a lookup that shows the order %s', async (_name, command, isClosed) => {
  const shown = reportOf(liveOrder(desiredEntry));
  const order = liveOrder(desiredEntry, { command, lookups: dueLookups });
  const { context, journal } = await openLookupWorld(order, { shown });
  await lookUpOrders(context);
  expect(order.command === null).toBe(isClosed);
  const stored = isClosed ? { state: 'done', evidence: 'order was looked up' } : { state: 'sent', evidence: '' };
  expect(journal.contents.intents.get(command.intentId)).toMatchObject(stored);
});

/** Returns an exchange function `lookup` whose calls end when the test ends them. */
function openLookups() {
  const ends: ((report: Report<OrderReport | null>) => void)[] = [];
  const lookup = () => new Promise<Report<OrderReport | null>>((resolve) => ends.push(resolve));
  return { ends, lookup };
}

const stepsOf = (count: number): readonly ActiveOrder[] =>
  Array.from({ length: count }, (_, index) => {
    const slot = { kind: 'entry', round: 1, step: index + 1 } as const;
    return liveOrder({ ...desiredEntry, slot }, { state: 'unknown', journalState: 'unknown' });
  });

test('at most `lookupsAtOnceMax` lookups run at the same time, and another running reading does not count', async () => {
  const { ends, lookup } = openLookups();
  const { context, memory } = await openLookupWorld(unknownOrder(), { changes: { lookup } });
  for (const order of stepsOf(lookupsAtOnceMax + 1)) memory.orders.set(order.clientId, order);
  context.tasks.start('snapshot', () => new Promise(() => undefined));
  startLookups(context);
  expect(ends).toHaveLength(lookupsAtOnceMax);
  startLookups(context);
  expect(ends).toHaveLength(lookupsAtOnceMax);
});

test('while the lookup of an order runs, no second lookup of the order starts, and the next one starts when the first has failed', async () => {
  const { ends, lookup } = openLookups();
  const { context, clock } = await openLookupWorld(unknownOrder(), { changes: { lookup } });
  startLookups(context);
  await clock.pass(lookupGapMs);
  startLookups(context);
  expect(ends).toHaveLength(1);
  ends[0]?.(await failed());
  await finishReadings(context);
  startLookups(context);
  expect(ends).toHaveLength(2);
});

test.each([
  ['that began before the latest fact about the order proves nothing', -1, true],
  ['that began in the millisecond of the latest fact about the order is valid', 0, false],
] as const)('a lookup %s', async (_name, laterMs, isDue) => {
  const order = liveOrder(desiredEntry, { factAt: now, lookups: dueLookups });
  const shown = reportOf(order);
  const lookup = async () => ({ ok: true, value: shown, startedAt: now + laterMs }) as const;
  const { context } = await openLookupWorld(order, { changes: { lookup } });
  await lookUpOrders(context);
  expect(order.lookups.isDue).toBe(isDue);
});

test.each([
  ['ended', (order: ActiveOrder) => finishedOrder(order, 'cancelled')],
  ['removed from the memory', () => null],
] as const)('a lookup changes nothing when the order was %s during the lookup', async (_name, after) => {
  const { ends, lookup } = openLookups();
  const order = unknownOrder();
  const { context, memory } = await openLookupWorld(order, { changes: { lookup } });
  startLookups(context);
  const record = after(order);
  memory.orders.delete(order.clientId);
  if (record !== null) memory.orders.set(order.clientId, record);
  ends[0]?.({ ok: true, value: reportOf(order), startedAt: now });
  await finishReadings(context);
  expect(memory.orders.get(order.clientId) ?? null).toBe(record);
});
