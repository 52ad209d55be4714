// Tests of the readings of an account: when a snapshot is due, which data a failed reading changes, when the fill
// cursor moves, and when the leverage is set.
import { createVirtualClock, fakeVenueCodes } from '@rondo/testkit';
import { decimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import type { ActorContext } from '../actor/context.ts';
import { finishReadings, openActorWorld } from '../../tests/actor-world.ts';
import { desiredEntry, liveOrder } from '../../tests/builders.ts';
import { createFakeExchange } from '../../tests/fake-exchange.ts';
import {
  darkReadingMaxMs,
  ledgerLagMs,
  readingGapMs,
  readingJitterShare,
  readingRetryMs,
  snapshotDoubtEveryMs,
  snapshotFlatEveryMs,
  snapshotOpenEveryMs,
} from '../limits.ts';
import type { Exchange } from '../ports/index.ts';
import { isSnapshotDue, retryAfterMs, snapshotDueAt } from './cadence.ts';
import { startLeverageReadings } from './leverage.ts';
import { startSnapshot } from './snapshot.ts';

const now = 1_000_000;
const failed = async () => ({ ok: false, cause: '', reason: 'unavailable', startedAt: 0 }) as const;

const openWorld = (changes: Partial<Exchange> = {}) => openActorWorld(now, changes);

async function readSnapshot(context: ActorContext): Promise<void> {
  context.memory.isSnapshotWanted = true;
  context.memory.snapshotTriedAt = null;
  startSnapshot(context);
  await finishReadings(context);
}

async function readLeverage(context: ActorContext): Promise<void> {
  startLeverageReadings(context);
  await finishReadings(context);
}

test('a requested snapshot is due after `readingGapMs`, and a failed snapshot is repeated after `readingRetryMs`', async () => {
  const { clock, memory, context } = openWorld();
  expect(isSnapshotDue(memory, clock.now())).toBe(true);
  await readSnapshot(context);
  expect(isSnapshotDue(memory, clock.now())).toBe(false);
  memory.isSnapshotWanted = true;
  expect(isSnapshotDue(memory, clock.now() + readingGapMs - 1)).toBe(false);
  expect(isSnapshotDue(memory, clock.now() + readingGapMs)).toBe(true);
  memory.snapshot = null;
  expect(isSnapshotDue(memory, clock.now() + readingRetryMs - 1)).toBe(false);
  expect(isSnapshotDue(memory, clock.now() + readingRetryMs)).toBe(true);
});

test('while every request fails, the wait before the next snapshot doubles up to `darkReadingMaxMs`', async () => {
  const dark = { fillsAfter: failed, openOrders: failed, positions: failed, balance: failed };
  const { clock, memory, context } = openWorld(dark);
  const waits: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    await readSnapshot(context);
    waits.push(snapshotDueAt(memory) - clock.now());
  }
  expect(waits).toEqual([1, 2, 4, 5, 5].map((times) => times * readingRetryMs));
  expect(retryAfterMs(memory, 1)).toBe(darkReadingMaxMs);
});

test('one response of a snapshot makes the wait before the next snapshot short', async () => {
  const responses = { isDark: true };
  const real = createFakeExchange(createVirtualClock(now), 1n);
  const dark = { fillsAfter: failed, openOrders: failed, positions: failed };
  const balance = () => (responses.isDark ? failed() : real.balance());
  const { clock, memory, context } = openWorld({ ...dark, balance });
  for (let count = 0; count < 3; count += 1) await readSnapshot(context);
  responses.isDark = false;
  await readSnapshot(context);
  expect(snapshotDueAt(memory) - clock.now()).toBe(readingRetryMs);
});

test.each([
  ['the private stream is lost', snapshotDoubtEveryMs, { isConnected: false, openLots: 0n, status: 'active' }],
  ['a bot has not started', snapshotDoubtEveryMs, { isConnected: true, openLots: 0n, status: 'idle' }],
  [
    'the private stream is connected and a bot has a position',
    snapshotOpenEveryMs,
    { isConnected: true, openLots: 5n, status: 'active' },
  ],
  [
    'the private stream is connected and no bot has a position',
    snapshotFlatEveryMs,
    { isConnected: true, openLots: 0n, status: 'active' },
  ],
] as const)('while %s, a snapshot is due every %i ms', async (_case, everyMs, { isConnected, openLots, status }) => {
  const { clock, memory, bot, context } = openWorld();
  await readSnapshot(context);
  memory.isSnapshotWanted = false;
  memory.isConnected = isConnected;
  memory.snapshot = memory.snapshot && {
    ...memory.snapshot,
    positions: memory.snapshot.positions.map((each) => ({ ...each, lots: openLots })),
  };
  bot.state = { ...bot.state, status, lateLot: { ...bot.state.lateLot, entered: openLots } };
  expect(isSnapshotDue(memory, clock.now() + everyMs * (1 - readingJitterShare) - 1)).toBe(false);
  expect(isSnapshotDue(memory, clock.now() + everyMs * (1 + readingJitterShare))).toBe(true);
});

test.each(['positions', 'openOrders', 'fillsAfter'] as const)(
  'when the reading of %s fails, no snapshot is stored',
  async (part) => {
    const { memory, context } = openWorld({ [part]: failed });
    await readSnapshot(context);
    expect(memory.snapshot).toBeNull();
    expect(memory.balance).not.toBeNull();
  },
);

test('when the reading of the balance fails, the balance stays unknown and the snapshot is stored', async () => {
  const { memory, context } = openWorld({ balance: failed });
  await readSnapshot(context);
  expect([memory.balance, memory.snapshot?.startedAt]).toEqual([null, now]);
});

test('the fill cursor moves past a fill only when the fill is older than `ledgerLagMs`, because the exchange may list an older fill later', async () => {
  const { clock, memory, fake, context, journal } = openWorld();
  const { instrument } = liveOrder(desiredEntry);
  const order = { ...desiredEntry, instrument, clientId: 'user', positionSide: 'long' as const, deadlineAt: 0 };
  await fake.place({ ...order, type: 'market' });
  await readSnapshot(context);
  expect([memory.fillCursor, journal.contents.fills.size]).toEqual([null, 1]);
  await clock.runUntil(now + ledgerLagMs);
  await readSnapshot(context);
  expect([memory.fillCursor, journal.contents.fills.size]).toEqual([fakeVenueCodes.cursorOf(0), 1]);
});

test('a leverage that differs from the configuration is set only while the instrument has neither a position nor open orders', async () => {
  const set: string[] = [];
  const { clock, memory, bot, context } = openWorld({
    leverage: async () => ({ ok: true, value: decimal('3'), startedAt: now }),
    setLeverage: async (id) => {
      set.push(id);
      return { kind: 'accepted', value: null };
    },
  });
  bot.state = { ...bot.state, status: 'active' };
  await readLeverage(context);
  expect([set, bot.leverage?.value]).toEqual([[], decimal('3')]);
  await readSnapshot(context);
  await clock.runUntil(now + 10_000);
  const order = liveOrder(desiredEntry);
  memory.orders.set(order.clientId, order);
  await readLeverage(context);
  expect(set).toEqual([]);
  memory.orders.clear();
  await clock.runUntil(now + 20_000);
  memory.renewedAt = clock.now();
  await readLeverage(context);
  expect([set, bot.leverage?.value]).toEqual([[order.instrument.id], bot.config.leverage]);
});
