// Tests of the comparison between desired and existing orders. A slot has at most one open order, and exits are placed
// before entries.
import { lots, ticks } from '@rondo/decimal';
import type { DesiredOrder } from '@rondo/strategy';
import { expect, test } from 'vitest';
import { botRow, desiredEntry, desiredExit, endedOrder, keyedHash, liveOrder } from '../../tests/builders.ts';
import { newBotMemory, type BotMemory } from '../memory/bot-memory.ts';
import type { OrderRecord } from '../memory/order-record.ts';
import { reconcile } from './reconcile.ts';

const now = 1_000_000;

function botWith(...desired: readonly DesiredOrder[]): BotMemory {
  const bot = newBotMemory(botRow());
  bot.desired = desired;
  return bot;
}

const kinds = (bot: BotMemory, orders: readonly OrderRecord[]): readonly string[] =>
  reconcile({ bot, desired: bot.desired, orders, now, keyedHash, mark: null }).map((command) => command.kind);

test('reconcile places each desired order that does not exist, with exits before entries', () => {
  const bot = botWith(desiredEntry, desiredExit);
  const commands = reconcile({ bot, desired: bot.desired, orders: [], now, keyedHash, mark: null });
  expect(commands.map((command) => (command.kind === 'place' ? command.slot.kind : command.kind))).toEqual([
    'baseExit',
    'entry',
  ]);
});

test('reconcile leaves an order unchanged when it rests as desired, amends an order that differs, and cancels an order that is not desired', () => {
  expect(kinds(botWith(desiredExit), [liveOrder(desiredExit)])).toEqual([]);
  expect(kinds(botWith({ ...desiredExit, price: ticks(209_000n) }), [liveOrder(desiredExit)])).toEqual(['amend']);
  expect(kinds(botWith(), [liveOrder(desiredExit)])).toEqual(['cancel']);
});

test('reconcile places a new generation only after the older order of its slot has ended', () => {
  const next = { ...desiredEntry, generation: 1 };
  for (const state of ['sent', 'unknown'] as const)
    expect(kinds(botWith(next), [liveOrder(desiredEntry, { state })])).toEqual([]);
  expect(kinds(botWith(next), [liveOrder(desiredEntry)])).toEqual(['cancel']);
  expect(kinds(botWith(next), [liveOrder(desiredEntry, { state: 'cancelled' })])).toEqual([]);
  expect(kinds(botWith(next), [endedOrder(desiredEntry, 'cancelled')])).toEqual(['place']);
});

test('while an amend of an order is pending, reconcile returns neither a second amend nor a cancel of the order', () => {
  const command = {
    verb: 'amend',
    intentId: 'i',
    state: 'sent',
    sentAt: now,
    deadlineAt: now,
    price: null,
    lots: lots(1n),
  } as const;
  expect(kinds(botWith(), [liveOrder(desiredExit, { command })])).toEqual([]);
});

test('an order that was proven never placed is sent again when the desired order is unchanged, and its client id is abandoned when the desired order has changed', () => {
  const never = liveOrder(desiredEntry, { state: 'never' });
  expect(kinds(botWith(desiredEntry), [never])).toEqual(['place']);
  expect(kinds(botWith({ ...desiredEntry, lots: lots(99n) }), [never])).toEqual(['abandon']);
  expect(kinds(botWith(), [never])).toEqual(['abandon']);
});

test('reconcile places no order in a slot whose order the user cancelled, and none in a slot that waits after a refusal', () => {
  const bot = botWith(desiredEntry);
  bot.skippedSlots.add('entry/1/2');
  expect(kinds(bot, [])).toEqual([]);
  const refused = botWith(desiredEntry);
  refused.backoffs.set('entry/1/2', { until: now + 1, count: 1 });
  expect(kinds(refused, [])).toEqual([]);
});

test('an abandoned client id is not abandoned a second time and is not used for another order', () => {
  const abandoned = endedOrder(desiredEntry, 'never');
  expect(kinds(botWith(), [abandoned])).toEqual([]);
  expect(kinds(botWith(desiredEntry), [abandoned])).toEqual([]);
});

test('reconcile gives a new order an id with the mark of the instance, and an order with an id of another mark keeps its id', () => {
  const bot = botWith(desiredEntry, desiredExit);
  const known = liveOrder({ ...desiredExit, price: ticks(209_000n) });
  const commands = reconcile({ bot, desired: bot.desired, orders: [known], now, keyedHash, mark: 'ab12' });
  expect(commands.map((command) => (command.kind === 'place' ? command.clientId.slice(0, 7) : command.kind))).toEqual([
    'amend',
    'q2rab12',
  ]);
  const unplaced = liveOrder(desiredExit, { state: 'never' });
  const other = botWith(desiredExit);
  const again = reconcile({ bot: other, desired: other.desired, orders: [unplaced], now, keyedHash, mark: 'ab12' });
  expect(again).toMatchObject([{ kind: 'place', clientId: unplaced.clientId }]);
});
