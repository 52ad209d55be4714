// Tests of facts about orders: repeated reports, orders that reappear after their end, and missing fills.
import { lots, ticks } from '@rondo/decimal';
import { encode } from '@rondo/strategy';
import { botConfig, botRunning, fakeVenue } from '@rondo/testkit';
import { expect, test } from 'vitest';
import {
  desiredEntry,
  endedOrder,
  factsAt,
  fillOf,
  keyedHash,
  liveOrder,
  memoryWithBot,
  reportOf,
} from '../../tests/builders.ts';
import { reconcile } from '../orders/reconcile.ts';
import { applyFills } from './ledger-facts.ts';
import { hasContent, newBatch } from './batch.ts';
import { clientOrderId } from '../orders/client-order-id.ts';
import { applyOrderFact, applyOrderReport } from './order-facts.ts';
import { emptyMemory } from '../memory/account-memory.ts';
import { newBotMemory } from '../memory/bot-memory.ts';
import { newActiveOrder, type ActiveOrder } from '../memory/order-record.ts';
import type { OrderReport } from '../ports/index.ts';

const slot = { kind: 'entry' as const, round: 1, step: 2, generation: 0, botId: 'bot', botNumber: 7 };

test('a report with a new state or a larger filled size changes the time of the last fact, and a repeated report does not change this time', () => {
  const memory = emptyMemory('a', 0);
  const row = { botId: 'bot', botNumber: 7, accountId: 'a', instrumentId: 'ETH-USDT-SWAP', createdAt: 0 };
  const bot = newBotMemory({ ...row, config: JSON.stringify(encode(botConfig())) });
  bot.state = botRunning();
  memory.bots.set('bot', bot);
  const clientId = clientOrderId(slot, keyedHash);
  const desired = { side: 'buy', type: 'limit', reduces: false, price: ticks(197_340n), lots: lots(100n) } as const;
  const placement = { intentIds: [], sentAt: 0, deadlineAt: 0 };
  memory.orders.set(clientId, newActiveOrder(bot.config, { ...desired, slot, clientId, payload: '', placement }));
  const lastFactAfter = (now: number, changes: Partial<OrderReport>): number => {
    applyOrderReport(
      { memory, batch: newBatch(memory, now), keyedHash, venue: fakeVenue, venueNow: now },
      { ...resting, clientId, ...changes },
    );
    return bot.lastFactAt;
  };
  expect(lastFactAfter(10, {})).toBe(10);
  expect(lastFactAfter(20, {})).toBe(10);
  expect(lastFactAfter(30, { state: 'partiallyFilled', filledLots: lots(5n) })).toBe(30);
  expect(lastFactAfter(40, { state: 'partiallyFilled', filledLots: lots(5n) })).toBe(30);
  expect(lastFactAfter(50, { state: 'partiallyFilled', filledLots: lots(6n) })).toBe(50);
});

const resting: OrderReport = {
  instrumentId: 'ETH-USDT-SWAP',
  venueOrderId: '9',
  clientId: '',
  side: 'buy',
  positionSide: 'net',
  state: 'live',
  trigger: false,
  price: ticks(197_340n),
  lots: lots(100n),
  filledLots: lots(0n),
  cancelSource: '',
  createdAt: 0,
  updatedAt: 0,
};

// Before, the earlier intent stayed unknown until the end of the order, when the process ended before the response to the later request.
test('after a restart, the exchange shows an order that was sent again, and the intent of its earlier request is closed', () => {
  const { memory } = memoryWithBot(0);
  const placement = { intentIds: ['first', 'again'], sentAt: 0, deadlineAt: 0 };
  const order = liveOrder(desiredEntry, { state: 'unknown', journalState: 'unknown', placement });
  memory.orders.set(order.clientId, order);
  const unknown = factsAt(memory, 10);
  applyOrderFact(unknown, { ...order, state: 'sent', journalState: 'sent' }, 'unanswered');
  expect(unknown.batch.intents).toEqual([{ id: 'again', state: 'unknown', evidence: 'unanswered' }]);
  const shown = factsAt(memory, 20);
  applyOrderReport(shown, reportOf(order));
  expect(shown.batch.intents).toEqual([
    { id: 'again', state: 'live', evidence: 'seenLive' },
    { id: 'first', state: 'never', evidence: 'sent again' },
  ]);
  const filled = factsAt(memory, 30);
  applyOrderReport(filled, { ...reportOf(order), state: 'partiallyFilled', filledLots: lots(1n) });
  expect(filled.batch.intents).toEqual([{ id: 'again', state: 'partiallyFilled', evidence: 'seenPartial' }]);
});

test('an ended order becomes active when the exchange shows the order as open, and the second end of the order is not reported to the bot', () => {
  const { memory, bot } = memoryWithBot(0);
  const ended = endedOrder(desiredEntry, 'rejected');
  memory.orders.set(ended.clientId, ended);
  const first = factsAt(memory, 10);
  applyOrderReport(first, reportOf(ended));
  expect(memory.orders.get(ended.clientId)).toMatchObject({
    kind: 'active',
    isRevived: true,
    state: 'live',
    command: null,
  });
  expect(first.batch.intents).toEqual([{ id: ended.placement.intentIds[0], state: 'live', evidence: 'seenLive' }]);
  expect(first.batch.logs.map((line) => line.messageKey)).toEqual(['bots.log.orderContradiction']);
  const orders = [...memory.orders.values()];
  const input = { bot, desired: bot.desired, orders, now: 10, keyedHash, mark: null };
  expect(reconcile(input).map(({ kind }) => kind)).toContain('cancel');
  const second = factsAt(memory, 20);
  applyOrderReport(second, { ...reportOf(ended), state: 'cancelled' });
  expect(memory.orders.get(ended.clientId)).toMatchObject({ kind: 'finished', state: 'cancelled' });
  expect(second.batch.intents.map(({ state }) => state)).toEqual(['cancelled']);
  expect(second.batch.events).toEqual([]);
});

test('a late report about a finished order changes only the filled size of the order and the time of its last fact', () => {
  const { memory } = memoryWithBot(0);
  const ended = endedOrder(desiredEntry, 'cancelled');
  memory.orders.set(ended.clientId, ended);
  const facts = factsAt(memory, 10);
  applyOrderReport(facts, { ...reportOf(ended), state: 'cancelled', filledLots: lots(3n) });
  expect(memory.orders.get(ended.clientId)).toEqual({ ...ended, filledLots: 3n, factAt: 10 });
  expect([facts.batch.intents, facts.batch.events]).toEqual([[], []]);
});

test('an order is finished only after the bot has received fills for the whole filled size that the exchange reports', () => {
  const { memory } = memoryWithBot(0);
  const order = liveOrder(desiredEntry);
  memory.orders.set(order.clientId, order);
  const report = { ...reportOf(order), state: 'cancelled' as const, filledLots: lots(10n) };
  applyOrderReport(factsAt(memory, 10), report);
  expect(memory.orders.get(order.clientId)).toMatchObject({ kind: 'active', state: 'cancelled', filledLots: 10n });
  const facts = factsAt(memory, 20);
  applyFills(facts, [fillOf(order.clientId, 'f1', { lots: lots(10n) })]);
  expect(memory.orders.get(order.clientId)).toMatchObject({ kind: 'finished', state: 'cancelled', reportedLots: 10n });
  expect(facts.batch.events.map(({ key }) => key.split(':')[0])).toEqual(['fill', 'end']);
  applyFills(facts, [fillOf(order.clientId, 'f1', { lots: lots(10n) })]);
  expect(facts.batch.events).toHaveLength(2);
});

// Applies a report to an order of a bot. Returns the record after the report and the stored changes.
function reported(changes: Partial<OrderReport>, known: Partial<ActiveOrder> = {}) {
  const { memory, bot } = memoryWithBot(0);
  const order = liveOrder(desiredEntry, known);
  memory.orders.set(order.clientId, order);
  memory.isSnapshotWanted = false;
  const facts = factsAt(memory, 10);
  applyOrderReport(facts, { ...reportOf(order), ...changes });
  return { memory, bot, order, facts, record: memory.orders.get(order.clientId) };
}

test('a report of an order that is not ours changes nothing', () => {
  const { memory, bot } = memoryWithBot(0);
  const facts = factsAt(memory, 10);
  applyOrderReport(facts, { ...reportOf(liveOrder(desiredEntry)), filledLots: lots(1n) });
  expect([hasContent(facts.batch), bot.lastFactAt, memory.orders.size]).toEqual([false, 0, 0]);
});

test('a late report with a smaller filled size does not reduce the filled size of the order', () => {
  const { record } = reported({ filledLots: lots(3n) }, { filledLots: 5n, reportedLots: 5n });
  expect(record).toMatchObject({ filledLots: 5n, state: 'partiallyFilled', wasSeen: true, factAt: 10 });
});

test('a report of a resting order sets its price and its size, and an order report without a price keeps the price', () => {
  const terms = { price: ticks(199_000n), lots: lots(70n) };
  expect(reported(terms).record).toMatchObject(terms);
  expect(reported({ ...terms, state: 'partiallyFilled', filledLots: lots(1n) }).record).toMatchObject(terms);
  expect(reported({ price: null }).record).toMatchObject({ price: desiredEntry.price });
});

test('the price and the size of an order do not change while an amend is pending or when the order has ended, and they change while a cancel is pending', () => {
  const terms = { price: ticks(199_000n), lots: lots(70n) };
  const command = { intentId: 'i', state: 'sent', sentAt: 0, deadlineAt: 0, price: null, lots: lots(1n) } as const;
  const { price, lots: size } = desiredEntry;
  expect(reported(terms, { command: { ...command, verb: 'amend' } }).record).toMatchObject({ price, lots: size });
  expect(reported(terms, { command: { ...command, verb: 'cancel' } }).record).toMatchObject(terms);
  for (const state of ['cancelled', 'filled'] as const)
    expect(reported({ ...terms, state, filledLots: lots(1n) }).record).toMatchObject({ price, lots: size });
});

test('the order keeps the source of its cancel when a late report shows the order as open', () => {
  const { order, facts } = reported({ state: 'cancelled', cancelSource: 'OWNER', filledLots: lots(1n) });
  expect(order.cancelSource).toBe('OWNER');
  applyOrderReport(facts, { ...reportOf(order), cancelSource: '' });
  expect(order).toMatchObject({ cancelSource: 'OWNER', state: 'cancelled' });
});

test('an order that ended stays active without a due lookup while fills are missing, and the account is read again', () => {
  const due = { isDue: true, lastAt: 3, notFoundAt: [4] };
  for (const [state, filledLots] of [
    ['cancelled', lots(1n)],
    ['filled', lots(0n)],
  ] as const) {
    const { record, memory, facts } = reported({ state, filledLots }, { lookups: due });
    expect(record).toMatchObject({ kind: 'active', state, lookups: { isDue: false, lastAt: 3, notFoundAt: [] } });
    expect([memory.isSnapshotWanted, facts.batch.intents]).toEqual([true, []]);
  }
  const live = reported({}, { lookups: due });
  expect(live.record).toMatchObject({ lookups: { isDue: true, lastAt: 3, notFoundAt: [] } });
  expect(live.memory.isSnapshotWanted).toBe(false);
});

test('a filled order is finished when all its fills were reported, and an order that was cancelled without a fill is finished at once', () => {
  const filled = { state: 'filled', filledLots: desiredEntry.lots } as const;
  const { record } = reported(filled, { filledLots: desiredEntry.lots, reportedLots: desiredEntry.lots });
  expect(record).toMatchObject({ kind: 'finished', state: 'filled' });
  expect(reported({ state: 'cancelled' }).record).toMatchObject({ kind: 'finished', state: 'cancelled' });
});

test('the state of an open order is written once, with the intent of its placement', () => {
  const placement = { intentIds: ['only'], sentAt: 0, deadlineAt: 0 };
  const known = { placement, state: 'sent', journalState: 'sent' } as const;
  const { facts, order } = reported({}, known);
  applyOrderReport(facts, reportOf(order));
  expect(facts.batch.intents).toEqual([{ id: 'only', state: 'live', evidence: 'seenLive' }]);
  expect(order.journalState).toBe('live');
  const without = reported({}, { ...known, placement: { ...placement, intentIds: [] } });
  expect(without.facts.batch.intents).toEqual([]);
});

test('a report of an order whose bot does not run any more is applied to the order', () => {
  const { memory } = memoryWithBot(0);
  memory.bots.clear();
  const order = liveOrder(desiredEntry, { state: 'rejected' });
  memory.orders.set(order.clientId, order);
  const facts = factsAt(memory, 10);
  applyOrderReport(facts, { ...reportOf(order), filledLots: lots(2n) });
  expect(order).toMatchObject({ state: 'partiallyFilled', filledLots: 2n });
  expect(facts.batch.logs).toEqual([]);
});

test('a contradiction is written to the log of the bot with the order, its state and the fact', () => {
  const { facts } = reported({ state: 'cancelled' }, { state: 'filled', filledLots: 100n, reportedLots: 50n });
  const parameters = { kind: 'entry', step: '2', state: 'filled', fact: 'seenCancelled' };
  const line = { botId: 'bot', type: 'ERROR', messageKey: 'bots.log.orderContradiction', parameters, at: 10 };
  expect(facts.batch.logs).toEqual([line]);
  expect(reported({}).facts.batch.logs).toEqual([]);
});

test.each([
  ['acked', true, []],
  ['seenLive', true, []],
  ['seenCancelled', true, []],
  ['refused', false, []],
  ['unanswered', false, [4]],
  ['absent', false, [4]],
] as const)('after the fact %s, wasSeen is %s and the “not found” responses are %j', (fact, wasSeen, notFoundAt) => {
  const { memory } = memoryWithBot(0);
  const known = { state: 'unknown', lookups: { isDue: true, lastAt: 3, notFoundAt: [4] }, filledLots: 1n } as const;
  const order = liveOrder(desiredEntry, known);
  applyOrderFact(factsAt(memory, 10), order, fact);
  expect(order).toMatchObject({ wasSeen, lookups: { notFoundAt } });
});

test('an order that was proven never placed keeps its due lookup and is not finished', () => {
  const { memory } = memoryWithBot(0);
  const order = liveOrder(desiredEntry, { state: 'unknown', lookups: { isDue: true, lastAt: 0, notFoundAt: [] } });
  memory.orders.set(order.clientId, order);
  const facts = factsAt(memory, 10);
  applyOrderFact(facts, order, 'absent');
  expect([memory.orders.get(order.clientId), order.lookups.isDue, facts.batch.intents]).toEqual([order, true, []]);
});

test('a finished order that is shown as open gets the price and the size of the report', () => {
  const { memory } = memoryWithBot(0);
  const ended = endedOrder(desiredEntry, 'rejected');
  for (const [price, expected] of [
    [ticks(199_000n), 199_000n],
    [null, desiredEntry.price],
  ] as const) {
    memory.orders.set(ended.clientId, ended);
    applyOrderReport(factsAt(memory, 10), { ...reportOf(ended), price, lots: lots(70n) });
    expect(memory.orders.get(ended.clientId)).toMatchObject({ kind: 'active', price: expected, lots: 70n, factAt: 10 });
  }
  const cancelled = endedOrder(desiredEntry, 'cancelled');
  memory.orders.set(cancelled.clientId, cancelled);
  applyOrderReport(factsAt(memory, 20), {
    ...reportOf(cancelled),
    state: 'cancelled',
    price: ticks(1n),
    lots: lots(7n),
  });
  expect(memory.orders.get(cancelled.clientId)).toEqual({ ...cancelled, factAt: 20 });
});
