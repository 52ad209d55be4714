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
import { newBatch } from './batch.ts';
import { clientOrderId } from '../orders/client-order-id.ts';
import { applyOrderReport } from './order-facts.ts';
import { emptyMemory } from '../memory/account-memory.ts';
import { newBotMemory } from '../memory/bot-memory.ts';
import { newActiveOrder } from '../memory/order-record.ts';
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
  updatedAt: 0,
};

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
