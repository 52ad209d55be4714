// Tests of the not-found proof of an order: when the full reading of the account starts, and what it proves.
import { lots } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { desiredEntry, desiredExit, fillOf, liveOrder, reportOf, smallLadder } from '../../tests/builders.ts';
import {
  failed,
  lookUpOrders,
  lookUpTwice,
  now,
  openLookupWorld,
  readingOf,
  unknownOrder,
} from '../../tests/lookup-world.ts';
import { proofGapMs, proofLookBackMs, proofPagesMax } from '../limits.ts';
import { finishedOrder, type ActiveOrder } from '../memory/order-record.ts';
import type {
  Exchange,
  FillReport,
  IntentState,
  Journal,
  LedgerPage,
  LedgerWalk,
  OrderReport,
  PositionReport,
} from '../ports/index.ts';

const dueLookups = { isDue: true, lastAt: 0, notFoundAt: [] };
const walk = { tops: ['9'], readTo: null };
const pageOf = (
  rows: readonly FillReport[],
  { next = null, startedAt = now }: { readonly next?: LedgerWalk | null; readonly startedAt?: number } = {},
) => readingOf<LedgerPage<FillReport>>({ rows, cursor: null, next, unreadable: [] }, startedAt);
const positionOf = (size: bigint): PositionReport => ({
  instrumentId: smallLadder.instrument.id,
  positionSide: 'net',
  lots: size,
  averagePrice: null,
  markPrice: null,
  liquidationPrice: null,
  unrealisedPnl: null,
  leverage: null,
  updatedAt: now,
});

/** Runs two lookups that do not find the order, and the full reading with these changes of the exchange. */
async function provenWith(order: ActiveOrder, changes: Partial<Exchange> = {}) {
  const world = await openLookupWorld(order, { changes });
  await lookUpOrders(world.context);
  order.lookups = { ...order.lookups, isDue: true };
  await world.clock.pass(proofGapMs);
  await lookUpOrders(world.context);
  const events = world.journal.contents.events.get('bot') ?? [];
  return { ...world, record: world.memory.orders.get(order.clientId), events };
}

test('when two lookups and the full reading do not find an order, the order gets the state `never`, and its intents stay open', async () => {
  const world = await openLookupWorld(unknownOrder());
  await lookUpOrders(world.context);
  expect(world.order.state).toBe('unknown');
  await world.clock.pass(proofGapMs);
  await lookUpOrders(world.context);
  expect(world.order).toMatchObject({ kind: 'active', state: 'never', resends: 0 });
  const [intentId = ''] = world.order.placement.intentIds;
  const intent = world.journal.contents.intents.get(intentId);
  expect(intent).toMatchObject({ state: 'unknown', evidence: 'proven absent' });
  expect(world.journal.contents.events.get('bot')).toBeUndefined();
});

test('a live order that is proven absent gets the state cancelled, and its end is reported to the bot', async () => {
  const world = await openLookupWorld(liveOrder(desiredEntry, { lookups: dueLookups }));
  await lookUpOrders(world.context);
  world.order.lookups = { ...world.order.lookups, isDue: true };
  await world.clock.pass(proofGapMs);
  await lookUpOrders(world.context);
  expect(world.memory.orders.get(world.order.clientId)).toMatchObject({ kind: 'finished', state: 'cancelled' });
  const bodies = world.journal.contents.events.get('bot')?.map(({ body }) => JSON.parse(body) as unknown);
  expect(bodies).toMatchObject([{ kind: 'orderClosed', reason: 'cancelled' }]);
});

test.each(['openOrders', 'orderHistory', 'fillsAfter', 'positions'] as const)(
  'the not-found proof fails when the reading of %s fails',
  async (part) => {
    const world = await openLookupWorld(unknownOrder(), { changes: { [part]: failed } });
    await lookUpTwice(world);
    expect(world.order.state).toBe('unknown');
  },
);

test.each(['openOrders', 'orderHistory'] as const)(
  'the not-found proof fails when %s contains the order, and the report of the order is applied',
  async (part) => {
    const report = reportOf(liveOrder(desiredEntry));
    const shown: OrderReport = part === 'openOrders' ? report : { ...report, state: 'cancelled' };
    const world = await openLookupWorld(unknownOrder(), { changes: { [part]: readingOf([shown]) } });
    await lookUpTwice(world);
    expect(world.memory.orders.get(world.order.clientId)?.state).toBe(shown.state);
  },
);

test('the not-found proof fails when the fills contain a fill of the order, and the fill is reported to the bot', async () => {
  const order = unknownOrder();
  const changes = { fillsAfter: pageOf([fillOf(order.clientId, 'f1')]), positions: readingOf([positionOf(10n)]) };
  const { events } = await provenWith(order, changes);
  expect(order).toMatchObject({ kind: 'active', state: 'partiallyFilled', reportedLots: 10n });
  expect(events.map(({ key }) => key.split(':')[0])).toEqual(['fill']);
});

test('an order that the exchange has shown is proven absent although the fills contain a fill of the order', async () => {
  const order = liveOrder(desiredEntry, { wasSeen: true, lookups: dueLookups });
  const changes = { fillsAfter: pageOf([fillOf(order.clientId, 'f1')]), positions: readingOf([positionOf(10n)]) };
  const { record } = await provenWith(order, changes);
  expect(record).toMatchObject({ kind: 'finished', state: 'cancelled', reportedLots: 10n });
});

test('the not-found proof fails when the list of fills has a row that cannot be translated', async () => {
  const row = { rowId: '5', instrumentId: smallLadder.instrument.id, at: now, cause: 'no price', raw: '{}' };
  const world = await openLookupWorld(unknownOrder(), {
    changes: { fillsAfter: readingOf({ rows: [], cursor: null, next: null, unreadable: [row] }) },
  });
  await lookUpTwice(world);
  expect(world.order.state).toBe('unknown');
});

test('the not-found proof fails while the exchange shows lots that no fill explains', async () => {
  const { order } = await provenWith(unknownOrder(), { positions: readingOf([positionOf(5n)]) });
  expect(order.state).toBe('unknown');
});

test('fills from outside explain a position that differs from the open size of the bot', async () => {
  const outside = fillOf('', 'f1', { lots: lots(5n) });
  const changes = { positions: readingOf([positionOf(5n)]), fillsAfter: pageOf([outside]) };
  const { order, bot } = await provenWith(unknownOrder(), changes);
  expect([order.state, bot.outsideFills.length]).toEqual(['never', 1]);
});

test('an order whose bot has ended is proven absent without a comparison of the position', async () => {
  const world = await openLookupWorld(unknownOrder(), { changes: { positions: readingOf([positionOf(5n)]) } });
  world.memory.bots.delete('bot');
  await lookUpTwice(world);
  expect(world.order.state).toBe('never');
});

test('orders and fills of other orders do not disturb the not-found proof', async () => {
  const other = liveOrder(desiredExit);
  const changes = {
    openOrders: readingOf([reportOf(other)]),
    orderHistory: readingOf([{ ...reportOf(other), state: 'cancelled' as const }]),
    fillsAfter: pageOf([fillOf('', 'f1', { at: 1 })]),
  };
  const { order } = await provenWith(unknownOrder(), changes);
  expect(order.state).toBe('never');
});

test.each([
  ['an unreadable order without a client id', { clientId: '', unreadable: 'an unknown state' }, false],
  ['an unreadable order with another client id', { clientId: 'other', unreadable: 'an unknown state' }, true],
  ['a readable order without a client id', { clientId: '' }, true],
] as const)(
  'when the open orders contain %s, an order that is not found is proven absent: %s',
  async (_case, row, isAbsent) => {
    const openOrders = readingOf([{ ...reportOf(liveOrder(desiredExit)), ...row }]);
    const { order } = await provenWith(unknownOrder(), { openOrders });
    expect(order.state).toBe(isAbsent ? 'never' : 'unknown');
  },
);

test('the full reading starts after the second lookup without the order, and reads from `proofLookBackMs` before the placement', async () => {
  const asked: unknown[] = [];
  const order = unknownOrder();
  order.placement = { ...order.placement, sentAt: 400_000 };
  const sinceAt = 400_000 - proofLookBackMs;
  const noting =
    <T>(name: string, value: T) =>
    async (...given: readonly unknown[]) => {
      asked.push([name, ...given]);
      return { ok: true, value, startedAt: now } as const;
    };
  const world = await openLookupWorld(order, {
    changes: {
      openOrders: noting('open', []),
      orderHistory: noting('history', []),
      positions: noting('positions', []),
      fillsAfter: noting('fills', { rows: [], cursor: null, next: null, unreadable: [] }),
    },
  });
  await lookUpOrders(world.context);
  expect(asked).toEqual([]);
  await world.clock.pass(proofGapMs);
  await lookUpOrders(world.context);
  const instruments = [order.instrument];
  expect(asked).toEqual([
    ['open', instruments],
    ['history', instruments, sinceAt],
    ['fills', instruments, { billId: null, sinceAt, walk: null }],
    ['positions', instruments],
  ]);
});

const readings = ['openOrders', 'orderHistory', 'fillsAfter', 'positions'] as const;

test.each(readings)(
  'the full reading proves nothing when its reading of %s began before the latest fact about the order',
  async (part) => {
    const value = part === 'fillsAfter' ? { rows: [], cursor: null, next: null, unreadable: [] } : [];
    const order = unknownOrder();
    order.factAt = now - 5;
    const early = readingOf(value, now - 6);
    const late = readingOf(value, now - 5);
    const listings = { openOrders: readingOf([]), orderHistory: readingOf([]), fillsAfter: pageOf([]) };
    const base = { ...listings, positions: readingOf([]) };
    expect((await provenWith({ ...order }, { ...base, [part]: early })).order.state).toBe('unknown');
    expect((await provenWith({ ...order }, { ...base, [part]: late })).order.state).toBe('never');
  },
);

test.each([
  ['ended', (order: ActiveOrder) => finishedOrder(order, 'cancelled')],
  ['removed from the memory', () => null],
] as const)('the full reading changes nothing when the order was %s during the reading', async (_name, after) => {
  const order = unknownOrder();
  let record: ReturnType<typeof after> = null;
  const world = await openLookupWorld(order, {
    changes: {
      positions: async () => {
        record = after(order);
        world.memory.orders.delete(order.clientId);
        if (record !== null) world.memory.orders.set(order.clientId, record);
        return { ok: true, value: [], startedAt: now };
      },
    },
  });
  await lookUpTwice(world);
  expect(world.memory.orders.get(order.clientId) ?? null).toBe(record);
});

test('the end of a live order that is proven absent is stored in its intents once', async () => {
  const world = await openLookupWorld(liveOrder(desiredEntry, { lookups: dueLookups }));
  const { journal } = world.context;
  const stored: IntentState[] = [];
  const applyFacts: Journal['applyFacts'] = (batch) => {
    stored.push(...batch.intents.map(({ state }) => state));
    return journal.applyFacts(batch);
  };
  const context = { ...world.context, journal: { ...journal, applyFacts } };
  await lookUpOrders(context);
  world.order.lookups = { ...world.order.lookups, isDue: true };
  await world.clock.pass(proofGapMs);
  await lookUpOrders(context);
  expect(stored).toEqual(['cancelled']);
  expect([...world.journal.contents.intents.values()].map(({ state }) => state)).toEqual(['cancelled']);
});

test('an order that is proven absent may be sent again as often as a new order', async () => {
  const { order } = await provenWith({ ...unknownOrder(), resends: 2 });
  expect(order).toMatchObject({ state: 'never', resends: 0 });
});

test('when the list of fills has one page, all its fills are applied, and when it has several pages, only the fills of the order', async () => {
  const other = fillOf('', 'other', { at: now });
  for (const pages of [1, 2]) {
    const order = unknownOrder();
    const own = fillOf(order.clientId, 'own');
    const walks: unknown[] = [];
    const { journal } = await provenWith(order, {
      fillsAfter: (_instruments, cursor) => {
        walks.push(cursor.walk);
        return pageOf([other, own], { next: walks.length < pages ? walk : null })();
      },
    });
    expect(walks).toEqual([null, walk].slice(0, pages));
    const stored = [...journal.contents.fills.values()].map(({ fillId }) => fillId);
    expect(stored).toEqual(pages === 1 ? ['other', 'own'] : ['own']);
  }
});

test('a list of fills with several pages begins when its first page began', async () => {
  for (const [firstAt, state] of [
    [now - 6, 'unknown'],
    [now - 5, 'never'],
  ] as const) {
    let count = 0;
    const order = unknownOrder();
    order.factAt = now - 5;
    await provenWith(order, {
      fillsAfter: () => {
        count += 1;
        return count === 1 ? pageOf([], { next: walk, startedAt: firstAt })() : pageOf([])();
      },
    });
    expect([count, order.state]).toEqual([2, state]);
  }
});

test('the not-found proof fails when a later page of the list of fills cannot be read or has a row that cannot be translated', async () => {
  const row = { rowId: '5', instrumentId: smallLadder.instrument.id, at: now, cause: 'no price', raw: '{}' };
  const unreadable = readingOf({ rows: [], cursor: null, next: null, unreadable: [row] });
  for (const last of [failed, unreadable]) {
    let count = 0;
    const { order } = await provenWith(unknownOrder(), {
      fillsAfter: () => {
        count += 1;
        return count === 1 ? pageOf([], { next: walk })() : last();
      },
    });
    expect([count, order.state]).toEqual([2, 'unknown']);
  }
});

test('the not-found proof fails when the list of fills has more than `proofPagesMax` pages', async () => {
  for (const [pages, state] of [
    [proofPagesMax, 'never'],
    [proofPagesMax + 1, 'unknown'],
  ] as const) {
    let count = 0;
    const { order } = await provenWith(unknownOrder(), {
      fillsAfter: () => {
        count += 1;
        return pageOf([], { next: count < pages ? walk : null })();
      },
    });
    expect([count, order.state]).toEqual([proofPagesMax, state]);
  }
});
