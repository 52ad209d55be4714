// Tests of the end of an order: its intents are closed, and the bot gets the end with its reason.
import { lots } from '@rondo/decimal';
import type { DesiredOrder } from '@rondo/strategy';
import { fakeVenueCodes } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { desiredEntry, desiredExit, factsAt, liveOrder, memoryWithBot } from '../builders.ts';
import { backoffFirstMs, backoffLastMs, backoffManyCount, backoffPatientMs } from '../../src/limits.ts';
import type { ActiveOrder } from '../../src/memory/order-record.ts';
import type { TerminalState } from '../../src/orders/order-state.ts';
import type { RejectReason } from '../../src/ports/index.ts';
import { backOff, finalise } from '../../src/facts/finalise.ts';

const now = 1_000_000;
const stop: DesiredOrder = { ...desiredExit, slot: { kind: 'stopLoss', round: 1, step: 0 }, type: 'trigger' };

function finalised(desired: DesiredOrder, end: TerminalState, known: Partial<ActiveOrder> = {}) {
  const { memory, bot } = memoryWithBot(now);
  const order = liveOrder(desired, known);
  memory.orders.set(order.clientId, order);
  memory.isSnapshotWanted = false;
  const facts = factsAt(memory, now);
  finalise(facts, order, end);
  const events = facts.batch.events.map(({ key, body }) => [key, JSON.parse(body) as unknown]);
  return { memory, bot, order, facts, events, record: memory.orders.get(order.clientId) };
}

const refusedFor = (reason: RejectReason): Partial<ActiveOrder> => ({ refusal: { reason, code: '51' } });
const reasonOf = (...input: Parameters<typeof finalised>): unknown => {
  const body: unknown = JSON.parse(finalised(...input).facts.batch.events[0]?.body ?? '{}');
  return typeof body === 'object' && body !== null && 'reason' in body ? body.reason : null;
};

test('the end of an order closes all its intents and its pending command, and the account is read again', () => {
  const placement = { intentIds: ['first', 'second'], sentAt: 0, deadlineAt: 0 };
  const terms = { price: null, lots: lots(1n), sentAt: 0, deadlineAt: 0 };
  const command = { verb: 'cancel', intentId: 'third', state: 'acknowledged', ...terms } as const;
  const { memory, facts, record } = finalised(desiredEntry, 'cancelled', { placement, command, reportedLots: 4n });
  expect(facts.batch.intents).toEqual([
    { id: 'first', state: 'cancelled', evidence: '4 lots reported' },
    { id: 'second', state: 'cancelled', evidence: '4 lots reported' },
    { id: 'third', state: 'done', evidence: 'cancelled' },
  ]);
  expect(record).toMatchObject({ kind: 'finished', state: 'cancelled' });
  expect(memory.isSnapshotWanted).toBe(true);
});

test('the bot gets the end of the slot with its generation, and without a code when the exchange gave no code', () => {
  const { order, events } = finalised({ ...desiredEntry, generation: 3 }, 'cancelled');
  const slot = { kind: 'entry', round: 1, step: 2 };
  const event = { kind: 'orderClosed', slot, generation: 3, reason: 'cancelled' };
  expect(events).toEqual([[`end:${order.clientId}:own`, event]]);
  expect(
    finalised(desiredEntry, 'rejected', { refusal: { reason: 'other', code: '' } }).events[0]?.[1],
  ).not.toHaveProperty('code');
  expect(finalised(desiredEntry, 'rejected', refusedFor('other')).events[0]?.[1]).toMatchObject({ code: '51' });
});

test('the end of an order whose bot does not run any more and the end of a revived order are not reported', () => {
  const { memory } = memoryWithBot(now);
  memory.bots.clear();
  const facts = factsAt(memory, now);
  finalise(facts, liveOrder(desiredEntry), 'cancelled');
  expect(facts.batch.events).toEqual([]);
  expect(finalised(desiredEntry, 'cancelled', { isRevived: true }).events).toEqual([]);
});

const byUser = { cancelSource: fakeVenueCodes.userCode };

test('a cancel of an entry by the user skips the slot, and the log of the bot says which order was cancelled', () => {
  const { bot, facts, order } = finalised(desiredEntry, 'cancelled', byUser);
  expect([...bot.skippedSlots]).toEqual(['entry/1/2']);
  expect(facts.batch.events.map(({ key }) => key)).toEqual([`end:${order.clientId}:user`]);
  const parameters = { kind: 'entry', step: '2' };
  expect(facts.batch.logs[0]).toEqual({
    botId: 'bot',
    type: 'ORDER',
    messageKey: 'bots.log.orderCancelledOutside',
    parameters,
    at: now,
  });
});

test('the first cancel of an exit by the user does not skip the slot, and the log of the bot says that the exit is replaced', () => {
  const { bot, facts } = finalised(desiredExit, 'cancelled', byUser);
  expect(bot.skippedSlots.size).toBe(0);
  expect(facts.batch.logs[0]?.messageKey).toBe('bots.log.exitReplacedOnce');
});

test('an order that was filled, and an order that we cancelled, do not count as cancelled by the user', () => {
  for (const { bot } of [
    finalised(desiredEntry, 'filled', byUser),
    finalised(desiredEntry, 'cancelled', { ...byUser, wasCancelAsked: true }),
  ])
    expect([bot.skippedSlots.size, bot.outsideCancels.size]).toEqual([0, 0]);
});

test('the slot of an order waits only after a refusal, and it waits for margin only when an entry was refused for lack of margin', () => {
  const cases: readonly (readonly [Parameters<typeof finalised>, number, number])[] = [
    [[desiredEntry, 'cancelled', {}], 0, 0],
    [[desiredEntry, 'never', {}], 0, 0],
    [[desiredEntry, 'rejected', refusedFor('other')], 1, 0],
    [[desiredEntry, 'rejected', refusedFor('margin')], 1, 1],
    [[desiredExit, 'rejected', refusedFor('margin')], 1, 0],
  ];
  for (const [input, backoffs, blocks] of cases) {
    const { bot } = finalised(...input);
    expect([bot.backoffs.size, bot.blocks.size]).toEqual([backoffs, blocks]);
  }
});

const temporary = ['reduceOnly', 'price', 'rules', 'instrument', 'notPlaced', 'key', 'busy'] as const;

test('a refusal for a temporary condition is reported as deferred, and other refusals are reported as rejected', () => {
  for (const reason of temporary) expect(reasonOf(desiredEntry, 'rejected', refusedFor(reason))).toBe('deferred');
  expect(reasonOf(desiredEntry, 'rejected', refusedFor('size'))).toBe('rejected');
  expect(reasonOf(desiredEntry, 'rejected')).toBe('rejected');
  expect(reasonOf(desiredEntry, 'rejected', refusedFor('margin'))).toBe('blocked');
  expect(reasonOf(desiredExit, 'rejected', refusedFor('margin'))).toBe('rejected');
});

test('only the end of an order that is reported as deferred is marked as transient', () => {
  const marked = temporary.map((reason) => finalised(desiredEntry, 'rejected', refusedFor(reason)).events[0]?.[1]);
  for (const event of marked) expect(event).toMatchObject({ isTransient: true });
  for (const reason of ['size', 'margin'] as const)
    expect(finalised(desiredEntry, 'rejected', refusedFor(reason)).events[0]?.[1]).not.toHaveProperty('isTransient');
});

test('a stop without a fill that was refused because the market had passed its trigger is reported as passed', () => {
  const passed = refusedFor('passed');
  expect(reasonOf(stop, 'rejected', passed)).toBe('passed');
  expect(reasonOf(stop, 'cancelled', passed)).toBe('passed');
  expect(reasonOf(stop, 'filled', passed)).toBe('filled');
  expect(reasonOf(stop, 'cancelled', { ...passed, reportedLots: 1n })).toBe('cancelled');
  expect(reasonOf(stop, 'rejected', refusedFor('price'))).toBe('deferred');
  expect(reasonOf(stop, 'cancelled')).toBe('cancelled');
  expect(reasonOf(desiredExit, 'rejected', passed)).toBe('rejected');
});

test('each further refusal doubles the wait of a slot up to `backoffLastMs`, and after `backoffManyCount` refusals the wait is `backoffPatientMs`', () => {
  const { bot } = memoryWithBot(now);
  const waits: number[] = [];
  for (let count = 0; count <= backoffManyCount; count += 1) {
    backOff(bot, 'slot', now);
    waits.push((bot.backoffs.get('slot')?.until ?? 0) - now);
  }
  expect(waits.slice(0, 7)).toEqual([1, 2, 4, 8, 16, 32, 60].map((times) => times * backoffFirstMs));
  expect(waits.slice(-2)).toEqual([backoffLastMs, backoffPatientMs]);
  expect(bot.backoffs.get('slot')?.count).toBe(backoffManyCount + 1);
});
