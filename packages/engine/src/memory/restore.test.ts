// Tests of `restore`: bots are restored from their events, orders are restored from open intents, and no fill is
// reported twice.
import { lots, ticks } from '@rondo/decimal';
import { encode, encodeEvent, type StrategyEvent } from '@rondo/strategy';
import { fakeVenue } from '@rondo/testkit';
import { expect, test } from 'vitest';
import {
  desiredEntry,
  fillOf,
  foldDeps,
  liveOrder,
  slotOf,
  storedJournal,
  storedOutside,
} from '../../tests/builders.ts';
import { deadlineMs } from '../limits.ts';
import { frozenRound } from '../orders/client-order-id.ts';
import type { BotEventRow, IntentRow, UnreadableRowFact } from '../ports/index.ts';
import { emptyMemory, type AccountMemory } from './account-memory.ts';
import { formatEventKey, type EventKey } from './event-key.ts';
import { restore } from './restore.ts';

const order = liveOrder(desiredEntry);
const { clientId } = order;

const intent: IntentRow = {
  id: `${clientId}/1p`,
  slot: slotOf(desiredEntry),
  clientId,
  verb: 'place',
  payload: order.payload,
  payloadHash: '',
  deadlineAt: 2_000,
  epoch: 1n,
  state: 'sent',
  evidence: '',
  sentAt: 1_000,
};

function eventRow(position: number, key: EventKey, event: StrategyEvent): BotEventRow {
  const body = JSON.stringify(encodeEvent(event));
  return { botId: 'bot', position, key: formatEventKey(key), body, at: 1_000 };
}

const started = eventRow(1, { kind: 'start' }, { kind: 'start' });
const { slot, generation, price } = desiredEntry;
const fill: StrategyEvent = {
  kind: 'fill',
  slot,
  generation,
  price: ticks(200_000n),
  lots: lots(10n),
  fee: order.instrument.minSz,
  liquidity: 'maker',
  fillId: 'f1',
  at: 1_000,
};
const filled = eventRow(2, { kind: 'fill', instrumentId: order.instrument.id, fillId: 'f1' }, fill);

const cancel: IntentRow = { ...intent, id: `${clientId}/3c`, verb: 'cancel', deadlineAt: 0 };

async function restored(
  changes: Parameters<typeof storedJournal>[0],
): Promise<{ readonly memory: AccountMemory; readonly stale: readonly string[] }> {
  const memory = emptyMemory('a', 5_000);
  const stale = await restore(memory, storedJournal({ events: [started], ...changes }), foldDeps);
  return { memory, stale };
}

test.each([
  ['sent', 'unknown'],
  ['unknown', 'unknown'],
  ['live', 'live'],
  ['partiallyFilled', 'partiallyFilled'],
] as const)(
  'an intent with the state %s is restored as an order with the state %s, and only an unknown order is looked up before the first snapshot',
  async (stored, state) => {
    const { memory } = await restored({ openIntents: [{ ...intent, state: stored }] });
    expect(memory.orders.get(clientId)).toMatchObject({
      kind: 'active',
      state,
      journalState: stored,
      lookups: { isDue: state === 'unknown' },
      price,
      lots: desiredEntry.lots,
      placement: { intentIds: [intent.id], sentAt: 1_000, deadlineAt: 2_000 },
      wasSeen: state !== 'unknown',
    });
  },
);

test('several placements of one client id are restored as one order with the latest deadline', async () => {
  const again = { ...intent, id: `${clientId}/2p`, sentAt: 9_000, deadlineAt: 13_000 };
  for (const openIntents of [
    [intent, again],
    [again, intent],
  ]) {
    const placement = (await restored({ openIntents })).memory.orders.get(clientId)?.placement;
    expect(placement).toMatchObject({ sentAt: 9_000, deadlineAt: 13_000 });
    expect(placement?.intentIds.toSorted()).toEqual([intent.id, again.id].toSorted());
  }
});

test('the client ids of stored cancels mark only the orders whose cancel was asked', async () => {
  const other = liveOrder({ ...desiredEntry, slot: { ...slot, step: 3 } });
  const openIntents = [intent, { ...intent, id: 'other', clientId: other.clientId, slot: other.slot }];
  const { memory } = await restored({ openIntents, cancelledClientIds: [clientId] });
  expect(memory.orders.get(clientId)).toMatchObject({ wasCancelAsked: true });
  expect(memory.orders.get(other.clientId)).toMatchObject({ wasCancelAsked: false });
});

test('restore counts the fills of the stored events as reported and restores their keys', async () => {
  const { memory } = await restored({
    events: [started, filled],
    openIntents: [intent],
    reportedFills: [
      { ...storedOutside(fillOf(clientId, 'f1', { lots: lots(10n) })), botId: 'bot' },
      { ...storedOutside(fillOf(clientId, 'f2', { lots: lots(5n) })), botId: 'bot' },
      { ...storedOutside(fillOf(clientId, 'f3', { lots: lots(3n) })), botId: 'ended' },
      { ...storedOutside(fillOf(clientId, 'f4', { lots: lots(1n) })), botId: null },
    ],
  });
  expect(memory.orders.get(clientId)).toMatchObject({ reportedLots: 15n, filledLots: 15n });
  expect([...memory.fillKeys]).toEqual([filled.key]);
  expect(memory.bots.get('bot')).toMatchObject({ position: 2 });
});

test('a pending cancel of an open order is restored with the state unknown, and the id of a pending cancel of an ended order is returned', async () => {
  const open = await restored({ openIntents: [intent, cancel] });
  expect(open.stale).toEqual([]);
  expect(open.memory.orders.get(clientId)).toMatchObject({
    command: { verb: 'cancel', intentId: cancel.id, state: 'unknown' },
    wasCancelAsked: true,
  });
  expect((await restored({ openIntents: [cancel] })).stale).toEqual([cancel.id]);
});

test('the outside fills since the creation of the bot are restored, except the fills that an event `outside` has already reported', async () => {
  const outside = [
    fillOf('', 'old', { at: 2_000 }),
    fillOf('', 'new', { at: 4_000 }),
    fillOf('', 'first', { at: 500 }),
    fillOf('', 'before', { at: 499 }),
    fillOf('', 'elsewhere', { at: 2_000, instrumentId: 'BTC-USDT-SWAP' }),
  ].map(storedOutside);
  const all = (await restored({ outsideFills: outside })).memory;
  expect(all.bots.get('bot')?.outsideFills.map(({ at }) => at)).toEqual([2_000, 4_000, 500]);
  const keyOf = (fillId: string) => formatEventKey({ kind: 'fill', instrumentId: order.instrument.id, fillId });
  expect([...all.fillKeys]).toEqual(['old', 'new', 'first'].map(keyOf));
  const key = { kind: 'outside', position: 2, newestFillAt: 2_000 } as const;
  const closed = eventRow(2, key, { kind: 'externalClose', fills: [] });
  const { memory } = await restored({ events: [started, closed], outsideFills: outside });
  expect(memory.bots.get('bot')?.outsideFills.map(({ at }) => at)).toEqual([4_000]);
});

test('after a restart the bot still skips an entry that the user had cancelled', async () => {
  const key = { kind: 'orderEnd', clientId, by: 'user' } as const;
  const closed = eventRow(2, key, { kind: 'orderClosed', slot, generation, reason: 'cancelled' });
  expect([...((await restored({ events: [started, closed] })).memory.bots.get('bot')?.skippedSlots ?? [])]).toEqual([
    'entry/1/2',
  ]);
});

test('the cursors, the number of closes of a frozen bot and the booked bills are restored', async () => {
  const funding = eventRow(2, { kind: 'bill', billId: 'b1' }, { kind: 'funding', amount: order.instrument.minSz });
  const stored = storedJournal({ events: [started, funding], fillCursor: 'seq-3', billCursor: 'seq-4' });
  const memory = emptyMemory('a', 5_000);
  await restore(memory, { ...stored, bots: stored.bots.map((bot) => ({ ...bot, frozenCloses: 2 })) }, foldDeps);
  expect(memory).toMatchObject({ fillCursor: 'seq-3', billCursor: 'seq-4' });
  expect([...memory.frozenCloses]).toEqual([['bot', 2]]);
  expect([[...memory.billIds], [...memory.fillKeys]]).toEqual([['b1'], []]);
});

test.each([
  ['the time of its last event', 4_000, 4_000],
  ['the start of the actor when the clock of the machine was ahead before the restart', 6_000, 5_000],
])('the last fact about a restored bot has %s', async (_name, at, lastFactAt) => {
  const { memory } = await restored({ events: [{ ...started, at }] });
  expect(memory.bots.get('bot')?.lastFactAt).toBe(lastFactAt);
});

const waits = JSON.stringify(
  encode({ backoffs: [['entry/1/2', { until: 9, count: 2 }]], blocks: [], reportedLots: 5n }),
);

test('the waits of the slots of a bot are restored', async () => {
  const stored = storedJournal({ events: [started] });
  const memory = emptyMemory('a', 5_000);
  await restore(memory, { ...stored, bots: stored.bots.map((bot) => ({ ...bot, waits })) }, foldDeps);
  expect(memory.bots.get('bot')).toMatchObject({ storedWaits: waits, difference: { lots: 5n, since: 5_000 } });
  expect([...(memory.bots.get('bot')?.backoffs ?? [])]).toEqual([['entry/1/2', { until: 9, count: 2 }]]);
});

test('a bot with an unreadable event is frozen, and its orders are not restored', async () => {
  const { memory, stale } = await restored({ events: [{ ...started, body: '{' }], openIntents: [intent, cancel] });
  expect([[...memory.bots.keys()], [...memory.frozen.keys()], memory.orders.size]).toEqual([[], ['bot'], 0]);
  expect(stale).toEqual([]);
});

test.each([
  ['sent', { state: 'sent' }, true],
  ['unknown', { state: 'unknown' }, true],
  ['live', { state: 'live' }, false],
  ['sent cancel', { state: 'sent', verb: 'cancel' }, false],
  ['sent order of another bot', { state: 'sent', slot: { ...intent.slot, botId: 'other' } }, false],
] as const)(
  'the stop of a frozen bot waits for a %s order until the order must have arrived: %s',
  async (_name, changes, isAwaited) => {
    const openIntents = [{ ...intent, sentAt: 4_000, ...changes }];
    const { memory } = await restored({ events: [{ ...started, body: '{' }], openIntents });
    const arrived = 4_000 + deadlineMs + fakeVenue.notFoundGraceMs;
    expect(memory.frozen.get('bot')?.after).toBe(isAwaited ? arrived : 5_000);
  },
);

test('when the events of a bot cannot be read now, the restore fails and the bot is not frozen, also when the next reading of events succeeds', async () => {
  const stored = storedJournal({ events: [started] });
  const memory = emptyMemory('a', 5_000);
  let reads = 0;
  const readEvents = async () => {
    reads += 1;
    if (reads === 1) throw new Error('no connection');
    return [];
  };
  const deps = { ...foldDeps, journal: { readEvents } };
  const later = { ...stored, bots: stored.bots.map((bot) => ({ ...bot, lastPosition: 2 })) };
  await expect(restore(memory, later, deps)).rejects.toThrow('were not read');
  expect(memory.frozen.size).toBe(0);
});

const unreadable: UnreadableRowFact = {
  instrumentId: order.instrument.id,
  at: 600,
  cause: 'no price',
  raw: '{}',
  list: 'fill',
  rowKey: '5',
  readAt: 700,
};

test.each([
  ['freezes the bot on its instrument', unreadable.instrumentId, ['bot']],
  ['without an instrument freezes no bot', null, []],
])('a stored row that cannot be translated is known, and it %s', async (_name, instrumentId, frozen) => {
  const { memory } = await restored({ unreadableRows: [{ ...unreadable, instrumentId }], openIntents: [intent] });
  expect([[...memory.unreadableKeys], [...memory.frozen.keys()]]).toEqual([['fill:5'], frozen]);
  expect(memory.orders.size).toBe(1 - frozen.length);
  if (frozen.length > 0) expect(memory.frozen.get('bot')?.cause).toContain('no price');
});

test('a bot with an unreadable intent is frozen, and the intents of unknown bots are ignored', async () => {
  const broken = await restored({
    openIntents: [
      { ...intent, payload: 'x' },
      { ...intent, id: 'second' },
    ],
  });
  expect([[...broken.memory.frozen.keys()], broken.memory.orders.size]).toEqual([['bot'], 0]);
  const unknown = await restored({ openIntents: [{ ...intent, slot: { ...intent.slot, botId: 'ended' } }] });
  expect([unknown.memory.orders.size, unknown.memory.frozen.size, unknown.stale]).toEqual([0, 0, []]);
});

test('the closing order of a frozen bot is not restored, and its intent has ended', async () => {
  const close = { ...intent, slot: { ...intent.slot, round: frozenRound } };
  const { memory, stale } = await restored({ openIntents: [close] });
  expect([memory.orders.size, stale]).toEqual([0, [close.id]]);
});

test('the latest pending change of an order is restored with the size of the order', async () => {
  const amend: IntentRow = { ...intent, id: 'amend', verb: 'amend', sentAt: 2_000, deadlineAt: 3_000 };
  const later: IntentRow = { ...amend, id: 'later', sentAt: 2_500, deadlineAt: 3_500 };
  const same: IntentRow = { ...later, id: 'same' };
  const { memory, stale } = await restored({ openIntents: [intent, later, amend, same] });
  expect(memory.orders.get(clientId)).toMatchObject({
    wasCancelAsked: false,
    placement: { intentIds: [intent.id] },
    command: {
      verb: 'amend',
      intentId: 'same',
      state: 'unknown',
      sentAt: 2_500,
      deadlineAt: 3_500,
      price,
      lots: desiredEntry.lots,
    },
  });
  expect(stale).toEqual(['amend']);
});

test('a pending change that was sent after the start of the actor is restored with the start of the actor', async () => {
  const { memory } = await restored({ openIntents: [intent, { ...cancel, sentAt: 9_000 }] });
  expect(memory.orders.get(clientId)).toMatchObject({ command: { sentAt: 5_000 } });
});

test('a stored event whose key has an unknown form is restored', async () => {
  const { memory } = await restored({ events: [{ ...started, key: 'unknown' }] });
  expect(memory.frozen.size).toBe(0);
  expect([...(memory.bots.get('bot')?.keys ?? [])]).toEqual(['unknown']);
});

test('a user command whose stored key has the former prefix is restored with the present prefix, so the command is not applied twice', async () => {
  const hold: StrategyEvent = { kind: 'hold', by: 'grant', level: 'entries', reason: 'approval', until: null };
  const stored = { ...eventRow(2, { kind: 'userCommand', commandId: 'once' }, hold), key: 'wish:once' };
  const bot = (await restored({ events: [started, stored] })).memory.bots.get('bot');
  expect([...(bot?.keys ?? [])]).toEqual(['start', 'command:once']);
});
