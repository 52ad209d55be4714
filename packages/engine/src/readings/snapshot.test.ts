// Tests of the readings of an account: when a snapshot is due, which data a failed reading changes, when the fill
// cursor moves, and when the leverage is set.
import { createVirtualClock, fakeVenueCodes } from '@rondo/testkit';
import { decimal, lots, ticks } from '@rondo/decimal';
import { expect, test } from 'vitest';
import type { ActorContext } from '../actor/context.ts';
import { finishReadings, openActorWorld } from '../../tests/actor-world.ts';
import { botRow, desiredEntry, liveOrder, reportOf, smallLadder } from '../../tests/builders.ts';
import { createFakeExchange } from '../../tests/fake-exchange.ts';
import {
  darkReadingMaxMs,
  firstReadBackMs,
  ledgerLagMs,
  readingGapMs,
  readingJitterShare,
  readingRetryMs,
  snapshotDoubtEveryMs,
  snapshotFlatEveryMs,
  snapshotOpenEveryMs,
} from '../limits.ts';
import { frozenRow } from '../memory/frozen-bot.ts';
import type { Exchange, FactBatch } from '../ports/index.ts';
import { isSnapshotDue, retryAfterMs, snapshotDueAt } from './cadence.ts';
import { startLeverageReadings } from './leverage.ts';
import { startSnapshot, unreadSince } from './snapshot.ts';

const now = 1_000_000;
const failed = async () => ({ ok: false, cause: '', reason: 'unavailable', startedAt: 0 }) as const;

const readings = ['fillsAfter', 'openOrders', 'positions', 'balance'] as const;

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

test.each(['fillsAfter', 'openOrders', 'positions'])(
  'while the reading of %s fails, the wait before the next snapshot doubles up to `darkReadingMaxMs`',
  async (part) => {
    const { clock, memory, context } = openWorld({ [part]: failed });
    const waits: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      await readSnapshot(context);
      waits.push(snapshotDueAt(memory) - clock.now());
    }
    expect(waits).toEqual([1, 2, 4, 5, 5].map((times) => times * readingRetryMs));
    // The other readings do not wait, because the exchange still responds to them.
    expect(retryAfterMs(memory, 1)).toBe(1);
  },
);

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
  expect([set, bot.leverage]).toEqual([[], decimal('3')]);
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
  expect([set, bot.leverage]).toEqual([[order.instrument.id], bot.config.leverage]);
});

test('a snapshot asks for the fills since the cursor, and a newest part of `ledgerLagMs` does not move the cursor', async () => {
  const asked: unknown[] = [];
  const { memory, context, fake } = openWorld({
    fillsAfter: (instruments, cursor) => {
      asked.push([instruments.map(({ id }) => id), cursor]);
      return fake.fillsAfter(instruments, cursor);
    },
  });
  memory.fillCursor = 'seq-7';
  memory.fillsReadAt = now - 10;
  memory.fillWalk = { tops: ['9'], readTo: null };
  await readSnapshot(context);
  const walk = { tops: ['9'], readTo: null };
  const cursor = { billId: 'seq-7', sinceAt: now - 10 - firstReadBackMs, walk, completeUntil: now - ledgerLagMs };
  expect(asked).toEqual([[['ETH-USDT-SWAP'], cursor]]);
});

test('a reading begins before the creation of the oldest bot, and before the start of the actor when the bots are newer', () => {
  const { memory, bot } = openWorld();
  expect(unreadSince(memory, 0)).toBe(500 - firstReadBackMs);
  memory.bots.set('bot', { ...bot, row: { ...bot.row, createdAt: now + 5 } });
  expect(unreadSince(memory, 0)).toBe(now - firstReadBackMs);
  expect(unreadSince(memory, now + 9)).toBe(now + 9 - firstReadBackMs);
});

test('a snapshot is not started while another snapshot runs, and it is not started before it is due', async () => {
  let count = 0;
  const { memory, context, fake } = openWorld({
    balance: () => {
      count += 1;
      return fake.balance();
    },
  });
  startSnapshot(context);
  expect([memory.isSnapshotWanted, memory.snapshotTriedAt]).toEqual([false, now]);
  memory.isSnapshotWanted = true;
  memory.snapshotTriedAt = null;
  startSnapshot(context);
  await finishReadings(context);
  expect([count, memory.isSnapshotWanted]).toEqual([1, true]);
  memory.snapshotTriedAt = now;
  startSnapshot(context);
  await finishReadings(context);
  expect(count).toBe(1);
});

test('a page of fills with a next page makes the next reading due now, and it is no complete reading', async () => {
  const next = { tops: ['9'], readTo: null };
  const value = { rows: [], cursor: null, next, unreadable: [] };
  const { memory, context } = openWorld({ fillsAfter: async () => ({ ok: true, value, startedAt: now }) });
  memory.isConnected = true;
  await readSnapshot(context);
  expect(memory).toMatchObject({ fillWalk: next, snapshotTriedAt: null, fillsReadAt: 0, mayMissFills: true });
  expect(memory.snapshot).toBeNull();
});

test('after all fills were read, no fill is missing when the private stream is connected', async () => {
  for (const isConnected of [true, false]) {
    const { memory, context } = openWorld();
    memory.isConnected = isConnected;
    memory.fillWalk = { tops: ['9'], readTo: null };
    await readSnapshot(context);
    expect(memory).toMatchObject({
      fillWalk: null,
      snapshotTriedAt: now,
      fillsReadAt: now,
      mayMissFills: !isConnected,
    });
  }
});

test('a snapshot has the start of its earliest request, and the positions of the views are the positions of the snapshot', async () => {
  const { memory, context } = openWorld({
    positions: async () => ({ ok: true, value: [], startedAt: now - 5 }),
    openOrders: async () => ({ ok: true, value: [], startedAt: now - 3 }),
  });
  await readSnapshot(context);
  expect(memory.snapshot).toEqual({ startedAt: now - 5, positions: [], openOrders: [] });
  expect(memory.positions).toEqual({ value: [], readAt: now - 5 });
});

test('a balance that a push reported during the reading is not replaced by an earlier balance', async () => {
  const { memory, context } = openWorld();
  const amount = decimal('1');
  const pushed = { value: { equity: amount, cash: amount, available: amount, at: now }, readAt: now + 1 };
  memory.balance = pushed;
  await readSnapshot(context);
  expect(memory.balance).toBe(pushed);
  memory.balance = { ...pushed, readAt: now };
  await readSnapshot(context);
  expect(memory.balance.value.equity).toEqual(decimal('5000'));
});

test('a listing changes an order only when the listing began after the latest fact about the order', async () => {
  for (const [factAt, price] of [
    [now, desiredEntry.price],
    [now - 1, 199_000n],
  ] as const) {
    const order = liveOrder(desiredEntry, { factAt });
    const shown = { ...reportOf(order), price: ticks(199_000n) };
    const { memory, context } = openWorld({ openOrders: async () => ({ ok: true, value: [shown], startedAt: now }) });
    memory.orders.set(order.clientId, order);
    await readSnapshot(context);
    expect(order.price).toBe(price);
  }
});

test('each snapshot is counted for a position difference that was found before', async () => {
  const { memory, bot, context } = openWorld();
  await readSnapshot(context);
  expect(bot.difference).toBeNull();
  bot.difference = { lots: 5n, since: now, snapshots: 2, isReported: false };
  await readSnapshot(context);
  expect(bot.difference).toEqual({ lots: 5n, since: now, snapshots: 3, isReported: false });
  memory.snapshot = null;
});

test.each([
  ['moves when no bot is frozen', [], { known: 'seq-6', stored: 'seq-5' }],
  ['moves when every frozen bot has a readable market', [smallLadder], { known: 'seq-6', stored: 'seq-5' }],
  ['does not move while a frozen bot has no readable market', [smallLadder, null], { known: 'seq-6', stored: null }],
  ['is not stored again when the page has the same cursor', [], { known: 'seq-5', stored: null }],
] as const)('the stored cursor of fills %s', async (_case, markets, { known, stored }) => {
  const value = { rows: [], cursor: 'seq-5', next: null, unreadable: [] };
  const { memory, context } = openWorld({ fillsAfter: async () => ({ ok: true, value, startedAt: now }) });
  memory.fillCursor = known;
  for (const [index, market] of markets.entries())
    memory.frozen.set(`${index}`, { ...frozenRow({ ...botRow(), botId: `${index}` }, ''), market, isNoted: true });
  const cursors: (string | null)[] = [];
  const { journal } = context;
  const applyFacts = (batch: FactBatch) => {
    cursors.push(batch.fillCursor);
    return journal.applyFacts(batch);
  };
  await readSnapshot({ ...context, journal: { ...journal, applyFacts } });
  expect([memory.fillCursor, cursors.at(0) ?? null]).toEqual(['seq-5', stored]);
});

test('a row of the list of fills that cannot be translated is stored as a row of this list', async () => {
  const row = { rowId: '5', instrumentId: null, at: now, cause: 'no price', raw: '{}' };
  const value = { rows: [], cursor: null, next: null, unreadable: [row] };
  const { context, journal } = openWorld({ fillsAfter: async () => ({ ok: true, value, startedAt: now }) });
  await readSnapshot(context);
  expect([...journal.contents.unreadableRows.values()]).toMatchObject([
    { list: 'fill', rowKey: '5', cause: 'no price' },
  ]);
});

test.each(readings)(
  'a snapshot in which only the reading of %s succeeds shows that the exchange responds',
  async (part) => {
    const others = readings.filter((each) => each !== part);
    const { memory, context } = openWorld(Object.fromEntries(others.map((each) => [each, failed])));
    memory.darkSnapshots = 3;
    await readSnapshot(context);
    expect([memory.darkSnapshots, memory.unansweredSince, memory.snapshot]).toEqual([0, now, null]);
  },
);

test('each snapshot without any response is counted, and the first of them is the time since which nothing was read', async () => {
  const { memory, clock, context } = openWorld(Object.fromEntries(readings.map((each) => [each, failed])));
  await readSnapshot(context);
  await clock.runUntil(now + 5);
  await readSnapshot(context);
  expect([memory.darkSnapshots, memory.unansweredSince]).toEqual([2, now]);
});

test.each(readings)(
  'when the reading of %s fails, the snapshot counts as answered only if this reading is the balance',
  async (part) => {
    const { memory, context } = openWorld({ [part]: failed });
    await readSnapshot(context);
    expect(memory.unansweredSince).toBe(part === 'balance' ? null : now);
  },
);

test('the jitter of the next snapshot is drawn again, and the views are told of the new positions', async () => {
  const { memory, context } = openWorld();
  const changed: unknown[] = [];
  await readSnapshot({ ...context, chance: { next: () => 0.25 }, changed: (botIds) => changed.push(botIds) });
  expect([memory.readingPhase, changed]).toEqual([0.25, [[]]]);
});

test('an unreadable order of a listing keeps its last known state, the other orders of the listing are applied, and the log has one line', async () => {
  const real = createFakeExchange(createVirtualClock(now), 1n);
  const [known, other] = [liveOrder(desiredEntry), liveOrder({ ...desiredEntry, generation: 1 })];
  const rows = [
    { ...reportOf(known), lots: lots(7n), unreadable: 'an unknown state' },
    { ...reportOf(other), lots: lots(8n) },
    { ...reportOf(known), clientId: 'foreign', unreadable: 'an unknown state' },
  ];
  const { memory, context } = openWorld({
    ...real,
    openOrders: async () => ({ ok: true, value: rows, startedAt: now + 1 }),
  });
  for (const order of [known, other]) memory.orders.set(order.clientId, order);
  await readSnapshot(context);
  await readSnapshot(context);
  expect([memory.orders.get(known.clientId)?.lots, memory.orders.get(other.clientId)?.lots]).toEqual([
    desiredEntry.lots,
    8n,
  ]);
  expect(memory.snapshot?.openOrders).toHaveLength(3);
  expect([...memory.unreadableKeys]).toEqual([`order:${known.clientId}:an unknown state`]);
});
