// Tests of `restore`: bots are restored from their events, orders are restored from open intents, and no fill is
// reported twice.
import { lots, ticks } from '@rondo/decimal';
import { encodeEvent, type StrategyEvent } from '@rondo/strategy';
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
import type { BotEventRow, IntentRow } from '../ports/index.ts';
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
  'an intent with the state %s is restored as an order with the state %s, whose lookup is due',
  async (stored, state) => {
    const { memory } = await restored({ openIntents: [{ ...intent, state: stored }] });
    expect(memory.orders.get(clientId)).toMatchObject({
      kind: 'active',
      state,
      journalState: stored,
      lookups: { isDue: true },
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

test('restore counts the fills of the stored events as reported and restores their keys', async () => {
  const { memory } = await restored({
    events: [started, filled],
    openIntents: [intent],
    reportedFills: [{ ...storedOutside(fillOf(clientId, 'f1', { lots: lots(10n) })), botId: 'bot' }],
  });
  expect(memory.orders.get(clientId)).toMatchObject({ reportedLots: 10n, filledLots: 10n });
  expect([...memory.fillKeys]).toEqual([filled.key]);
  expect(memory.bots.get('bot')).toMatchObject({ position: 2 });
});

test('a pending cancel of an open order is restored with the state unknown, and the id of a pending cancel of an ended order is returned', async () => {
  const cancel: IntentRow = { ...intent, id: `${clientId}/3c`, verb: 'cancel', deadlineAt: 0 };
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
    fillOf('', 'before', { at: 1 }),
  ].map(storedOutside);
  expect((await restored({ outsideFills: outside })).memory.bots.get('bot')?.outsideFills).toHaveLength(2);
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

test('a user command whose stored key has the former prefix is restored with the present prefix, so the command is not applied twice', async () => {
  const hold: StrategyEvent = { kind: 'hold', by: 'grant', level: 'entries', reason: 'approval', until: null };
  const stored = { ...eventRow(2, { kind: 'userCommand', commandId: 'once' }, hold), key: 'wish:once' };
  const bot = (await restored({ events: [started, stored] })).memory.bots.get('bot');
  expect([...(bot?.keys ?? [])]).toEqual(['start', 'command:once']);
});
