// Tests of the listings between two snapshots: when they are due, and which differences request a snapshot.
import { lots, ticks } from '@rondo/decimal';
import { openSize } from '@rondo/strategy';
import { botRunning } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { nextReadingAt } from '../actor/deadline.ts';
import { finishReadings, openActorWorld } from '../../tests/actor-world.ts';
import { desiredEntry, endedOrder, liveOrder, positionOf, reportOf } from '../../tests/builders.ts';
import { listingEveryMs, pushedPositionMaxAgeMs, snapshotDoubtEveryMs, snapshotOpenEveryMs } from '../limits.ts';
import type { OrderRecord } from '../memory/order-record.ts';
import type { OrderReport, PositionReport } from '../ports/index.ts';
import { listingDueAt, snapshotDueAt } from './cadence.ts';
import { startListing } from './listing.ts';
import { notePushedPositions } from './pushed-positions.ts';
import { startSnapshot } from './snapshot.ts';

const now = 1_000_000;
const order = liveOrder(desiredEntry, { factAt: now });

/** Opens an account with a position and one resting entry, which was read at `now`. A listing is due and returns `listed`. */
async function openWorld(listed: readonly OrderReport[] | null = [reportOf(order)]) {
  const asked: unknown[] = [];
  const read: { count: number; rows: readonly PositionReport[] | null } = { count: 0, rows: null };
  const world = openActorWorld(now, {
    positions: async () => {
      read.count += 1;
      const startedAt = world.clock.now();
      return read.rows === null
        ? { ok: false, cause: '', reason: 'unavailable', startedAt }
        : { ok: true, value: read.rows, startedAt };
    },
    openOrders: async (_instruments, listing) => {
      asked.push(listing);
      const startedAt = world.clock.now();
      return listed === null
        ? { ok: false, cause: '', reason: 'unavailable', startedAt }
        : { ok: true, value: listed, startedAt };
    },
  });
  const { memory, bot, clock, context } = world;
  bot.state = botRunning();
  const position = positionOf({ lots: openSize(bot.state) });
  read.rows = [position];
  memory.isConnected = true;
  memory.isSnapshotWanted = false;
  memory.snapshotTriedAt = now;
  memory.snapshot = { startedAt: now, positions: [position], openOrders: [] };
  memory.orders.set(order.clientId, { ...order });
  const push = (): void => void notePushedPositions(memory, [position], clock.now());
  await clock.runUntil(now + listingEveryMs - pushedPositionMaxAgeMs);
  push();
  await clock.runUntil(now + listingEveryMs);
  const list = async (): Promise<boolean> => {
    startListing(context);
    await finishReadings(context);
    return memory.isSnapshotWanted;
  };
  return { ...world, asked, read, list, push };
}

test('between two snapshots of an account with a position, the open orders are listed once, and a listing without news requests no snapshot', async () => {
  const { memory, clock, asked, list } = await openWorld();
  expect([listingDueAt(memory), snapshotDueAt(memory)]).toEqual([now + listingEveryMs, now + snapshotOpenEveryMs]);
  expect(nextReadingAt(memory, now)).toBe(now + listingEveryMs);
  expect(await list()).toBe(false);
  expect([asked, memory.listedAt]).toEqual([['withoutTriggers'], clock.now()]);
  await clock.runUntil(now + 2 * listingEveryMs - 1);
  await list();
  expect(asked).toHaveLength(1);
});

test('no listing starts before its time, beside a snapshot, without a private stream, without a snapshot or without a position', async () => {
  const { memory, bot, context, asked } = await openWorld();
  startSnapshot({ ...context, memory: { ...memory, snapshotTriedAt: null } });
  startListing(context);
  await finishReadings(context);
  expect(asked.filter((listing) => listing === 'withoutTriggers')).toHaveLength(0);
  expect(listingDueAt({ ...memory, isConnected: false })).toBe(Infinity);
  expect(listingDueAt({ ...memory, snapshot: null })).toBe(Infinity);
  expect(snapshotDueAt({ ...memory, isConnected: false })).toBe(now + snapshotDoubtEveryMs);
  bot.state = { ...bot.state, round: null };
  expect(listingDueAt(memory)).toBe(Infinity);
});

const shown = reportOf(order);
const foreign = { ...shown, clientId: 'foreign', venueOrderId: 'foreign-1' };

test.each([
  ['an order is missing', []],
  ['an order has another price', [{ ...shown, price: ticks(1n) }]],
  ['an order has another size', [{ ...shown, lots: lots(999n) }]],
  ['an order was filled in part', [{ ...shown, filledLots: lots(1n) }]],
  ['an order has another state', [{ ...shown, state: 'partiallyFilled' as const }]],
  ['a row is unreadable', [{ ...shown, unreadable: 'no price' }]],
  ['an order is unknown', [shown, foreign]],
  ['the listing fails', null],
])('when %s, a snapshot is requested, and the listing changes no order', async (_case, listed) => {
  const { memory, list } = await openWorld(listed);
  expect(await list()).toBe(true);
  expect(memory.orders.get(order.clientId)).toEqual(order);
});

test('an order of the user that the snapshot listed is no news', async () => {
  const { memory, list } = await openWorld([shown, foreign]);
  memory.snapshot = memory.snapshot && { ...memory.snapshot, openOrders: [foreign] };
  expect(await list()).toBe(false);
});

test('an order that has ended is news when it is listed, and an order with a fact after the start of the listing is no news', async () => {
  const ended: OrderRecord = { ...endedOrder(desiredEntry, 'cancelled'), factAt: now };
  const first = await openWorld();
  first.memory.orders.set(order.clientId, ended);
  expect(await first.list()).toBe(true);
  for (const record of [
    { ...ended, factAt: now + listingEveryMs },
    { ...order, factAt: now + listingEveryMs, lots: lots(1n) },
  ]) {
    const later = await openWorld();
    later.memory.orders.set(order.clientId, record);
    expect(await later.list()).toBe(false);
  }
});

test('when an open position was not pushed lately, a listing reads the positions, and a position as known requests no snapshot', async () => {
  const late = await openWorld();
  await late.clock.pass(1);
  expect([await late.list(), late.read.count]).toEqual([false, 1]);
  const pushed = await openWorld();
  expect([await pushed.list(), pushed.read.count]).toEqual([false, 0]);
});

test.each([
  ['was closed', []],
  ['has another size', [{ lots: 1n }]],
  ['cannot be read', [{ unreadable: 'no size' }]],
  ['has no reading', null],
])('when an open position was not pushed lately and %s, a listing requests a snapshot', async (_case, rows) => {
  const { memory, read, list } = await openWorld();
  memory.pushedAt.clear();
  read.rows = rows?.map((row) => positionOf(row)) ?? null;
  expect(await list()).toBe(true);
  expect(read.count).toBe(1);
});

test('a listing that requests a snapshot anyway reads no positions', async () => {
  const { memory, read, list } = await openWorld([]);
  memory.pushedAt.clear();
  expect([await list(), read.count]).toEqual([true, 0]);
});

test('a push of a closed position and a snapshot end the knowledge of a pushed position', async () => {
  const { memory, clock, push, context } = await openWorld();
  push();
  expect([...memory.pushedAt.values()]).toEqual([clock.now()]);
  notePushedPositions(memory, [positionOf({ lots: 0n })], clock.now());
  expect(memory.pushedAt.size).toBe(0);
  push();
  memory.snapshotTriedAt = null;
  startSnapshot(context);
  await finishReadings(context);
  expect(memory.pushedAt.size).toBe(0);
});
