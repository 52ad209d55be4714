// Tests of order lookups: which orders are looked up, the effect of each result, and the proof that an order was never placed.
import { lots } from '@rondo/decimal';
import type { DesiredOrder } from '@rondo/strategy';
import { expect, test } from 'vitest';
import type { ActorContext } from '../actor/context.ts';
import { finishReadings, openActorWorld, type ActorWorld } from '../../tests/actor-world.ts';
import {
  desiredEntry,
  desiredExit,
  endedOrder,
  fillOf,
  liveOrder,
  reportOf,
  smallLadder,
} from '../../tests/builders.ts';
import { commandLookupAfterMs, darkReadingMaxMs, leaseTtlMs, lookupGapMs, proofGapMs } from '../limits.ts';
import type { ActiveOrder, PendingCommand } from '../memory/order-record.ts';
import type { Exchange, IntentRow, OrderReport } from '../ports/index.ts';
import { startLookups } from './order-lookup.ts';

const now = 1_000_000;
const failed = async () => ({ ok: false, cause: '', reason: 'unavailable', startedAt: 0 }) as const;
const readingOf =
  <T>(value: T) =>
  async () =>
    ({ ok: true, value, startedAt: now }) as const;

type LookupWorld = ActorWorld & { readonly order: ActiveOrder; readonly lookedUp: readonly string[] };

/**
 * Opens a world with one order and its intents. The lookup of the exchange returns `shown`. A null `shown` means that
 * the order does not exist at the exchange.
 */
async function openWorld(
  order: ActiveOrder,
  { shown = null, changes = {} }: { readonly shown?: OrderReport | null; readonly changes?: Partial<Exchange> } = {},
): Promise<LookupWorld> {
  const lookedUp: string[] = [];
  const world = openActorWorld(now, {
    lookup: async (_instrument, clientId, isTrigger) => {
      lookedUp.push(isTrigger ? `trigger ${clientId}` : clientId);
      return { ok: true, value: shown, startedAt: now };
    },
    ...changes,
  });
  world.memory.orders.set(order.clientId, order);
  const { journal } = world.context;
  const lease = await journal.acquire('a', leaseTtlMs);
  if (lease === null) throw new Error('The lease of the account is not free.');
  await journal.commitIntents('a', lease.epoch, intentsOf(order, lease.epoch));
  return { ...world, order, lookedUp };
}

function intentsOf({ slot, clientId, payload, placement, command }: ActiveOrder, epoch: bigint): readonly IntentRow[] {
  const ids = [...placement.intentIds, ...(command === null ? [] : [command.intentId])];
  const sent = {
    verb: 'place',
    payloadHash: '',
    deadlineAt: 0,
    epoch,
    state: 'sent',
    evidence: '',
    sentAt: 0,
  } as const;
  return ids.map((id) => ({ id, slot, clientId, payload, ...sent }));
}

const unknownOrder = (desired: DesiredOrder = desiredEntry): ActiveOrder =>
  liveOrder(desired, { state: 'unknown', journalState: 'unknown' });

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

/** Starts the lookups that are due and waits for their results. */
async function lookUpOrders(context: ActorContext): Promise<void> {
  startLookups(context);
  await finishReadings(context);
}

/** Looks up the order twice. The pause between the lookups is `proofGapMs`. */
async function lookUpTwice({ context, clock }: LookupWorld): Promise<void> {
  await lookUpOrders(context);
  await clock.pass(proofGapMs);
  await lookUpOrders(context);
}

const dueLookups = { isDue: true, lastAt: 0, notFoundAt: [] };

type OrderCase = readonly [string, Partial<ActiveOrder>];

const lookedUpAfter = async (changes: Partial<ActiveOrder>): Promise<readonly string[]> => {
  const world = await openWorld(liveOrder(desiredEntry, changes));
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
    const world = await openWorld(liveOrder(desiredEntry, { factAt: now - 100 }));
    const openOrders = listing.isListed ? [reportOf(world.order)] : [];
    world.memory.snapshot = { startedAt: listing.startedAt, positions: [], openOrders };
    await lookUpOrders(world.context);
    return world.lookedUp.length;
  };
  expect(await countAfter({ startedAt: now - 50, isListed: false })).toBe(1);
  expect(await countAfter({ startedAt: now - 50, isListed: true })).toBe(0);
  expect(await countAfter({ startedAt: now - 100, isListed: false })).toBe(0);
});

test('a finished order is not looked up', async () => {
  const world = await openWorld(unknownOrder());
  const ended = endedOrder(desiredEntry, 'rejected');
  world.memory.orders.set(ended.clientId, ended);
  await lookUpOrders(world.context);
  expect(world.lookedUp).toEqual([]);
});

test('a trigger order is looked up among the trigger orders', async () => {
  const stop: DesiredOrder = { ...desiredExit, slot: { kind: 'stopLoss', round: 1, step: 0 }, type: 'trigger' };
  const world = await openWorld(unknownOrder(stop));
  await lookUpOrders(world.context);
  expect(world.lookedUp).toEqual([`trigger ${world.order.clientId}`]);
});

test('a failed lookup proves nothing, and the order is looked up a second time after `lookupGapMs`', async () => {
  let count = 0;
  const lookup = () => {
    count += 1;
    return failed();
  };
  const { context, clock, order, journal } = await openWorld(unknownOrder(), { changes: { lookup } });
  await lookUpOrders(context);
  await lookUpOrders(context);
  expect([count, order.state, order.lookups.notFoundAt]).toEqual([1, 'unknown', []]);
  await clock.pass(lookupGapMs);
  await lookUpOrders(context);
  expect(count).toBe(2);
  expect(journal.contents.intents.get(order.placement.intentIds[0] ?? '')?.state).toBe('sent');
});

test('while every reading of the account fails, an order is looked up after the longer wait of the snapshots', async () => {
  let count = 0;
  const lookup = () => {
    count += 1;
    return failed();
  };
  const { context, clock, memory } = await openWorld(unknownOrder(), { changes: { lookup } });
  memory.darkSnapshots = 10;
  await lookUpOrders(context);
  await clock.pass(darkReadingMaxMs - 1);
  await lookUpOrders(context);
  expect(count).toBe(1);
  await clock.pass(1);
  await lookUpOrders(context);
  expect(count).toBe(2);
});

test('an unknown order becomes live in the memory and in the journal when the exchange shows the order', async () => {
  const shown = reportOf(liveOrder(desiredEntry));
  const { context, order, journal } = await openWorld({ ...unknownOrder(), lookups: dueLookups }, { shown });
  await lookUpOrders(context);
  expect(order).toMatchObject({ state: 'live', wasSeen: true, lookups: { isDue: false, lastAt: now } });
  const [intentId = ''] = order.placement.intentIds;
  expect(journal.contents.intents.get(intentId)).toMatchObject({ state: 'live', evidence: 'seenLive' });
});

test('a “not found” response counts only when the lookup began after the deadline of the order plus `notFoundGraceMs`', async () => {
  const early = unknownOrder();
  early.placement = { ...early.placement, deadlineAt: now };
  const world = await openWorld(early);
  await lookUpTwice(world);
  expect([world.order.state, world.order.lookups.notFoundAt]).toEqual(['unknown', []]);
  await world.clock.pass(world.context.exchange.venue.notFoundGraceMs);
  await lookUpOrders(world.context);
  expect(world.order.lookups.notFoundAt).toHaveLength(1);
});

test('when two lookups and the full reading do not find an order, the order gets the state `never`, and its intents stay open', async () => {
  const world = await openWorld(unknownOrder());
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
  const world = await openWorld(liveOrder(desiredEntry, { lookups: dueLookups }));
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
    const world = await openWorld(unknownOrder(), { changes: { [part]: failed } });
    await lookUpTwice(world);
    expect(world.order.state).toBe('unknown');
  },
);

test.each(['openOrders', 'orderHistory'] as const)(
  'the not-found proof fails when %s contains the order, and the report of the order is applied',
  async (part) => {
    const report = reportOf(liveOrder(desiredEntry));
    const shown: OrderReport = part === 'openOrders' ? report : { ...report, state: 'cancelled' };
    const world = await openWorld(unknownOrder(), { changes: { [part]: readingOf([shown]) } });
    await lookUpTwice(world);
    expect(world.memory.orders.get(world.order.clientId)?.state).toBe(shown.state);
  },
);

test('the not-found proof fails when the fills contain a fill of the order, and the fill is reported to the bot', async () => {
  const order = unknownOrder();
  const fill = fillOf(order.clientId, 'f1', { lots: lots(10n) });
  const world = await openWorld(order, {
    changes: { fillsAfter: readingOf({ rows: [fill], cursor: null, next: null, unreadable: [] }) },
  });
  await lookUpTwice(world);
  expect(order.state).not.toBe('never');
  expect(order.reportedLots).toBe(10n);
  expect(world.journal.contents.events.get('bot')?.map(({ key }) => key.split(':')[0])).toEqual(['fill']);
});

test('the not-found proof fails when the list of fills has a row that cannot be translated', async () => {
  const row = { rowId: '5', instrumentId: smallLadder.instrument.id, at: now, cause: 'no price', raw: '{}' };
  const world = await openWorld(unknownOrder(), {
    changes: { fillsAfter: readingOf({ rows: [], cursor: null, next: null, unreadable: [row] }) },
  });
  await lookUpTwice(world);
  expect(world.order.state).toBe('unknown');
});

test('the not-found proof fails while the exchange shows lots that no fill explains', async () => {
  const position = {
    instrumentId: smallLadder.instrument.id,
    positionSide: 'net' as const,
    lots: 5n,
    averagePrice: null,
    markPrice: null,
    liquidationPrice: null,
    unrealisedPnl: null,
    leverage: null,
    updatedAt: now,
  };
  const world = await openWorld(unknownOrder(), { changes: { positions: readingOf([position]) } });
  await lookUpTwice(world);
  expect(world.order.state).toBe('unknown');
});

test.each<readonly [string, PendingCommand, boolean]>([
  ['closes a cancel that has been pending long enough', pending('cancel'), true],
  ['closes an amend after its deadline', pending('amend', { deadlineAt: now - 1 }), true],
  ['leaves an amend pending until its deadline has passed', pending('amend', { deadlineAt: now }), false],
])('a lookup that shows the order %s', async (_name, command, isClosed) => {
  const shown = reportOf(liveOrder(desiredEntry));
  const { context, order, journal } = await openWorld(liveOrder(desiredEntry, { command }), { shown });
  await lookUpOrders(context);
  expect(order.command === null).toBe(isClosed);
  expect(journal.contents.intents.get(command.intentId)?.state).toBe(isClosed ? 'done' : 'sent');
});
