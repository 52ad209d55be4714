// Tests of the difference between desired and existing orders: one open command per slot, cancels before places, exits before entries.
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
  reconcile({ bot, orders, now, keyedHash }).map((command) => command.kind);

test('a desired order that does not exist is placed, exits before entries', () => {
  const bot = botWith(desiredEntry, desiredExit);
  const commands = reconcile({ bot, orders: [], now, keyedHash });
  expect(commands.map((command) => (command.kind === 'place' ? command.slot.kind : command.kind))).toEqual([
    'baseExit',
    'entry',
  ]);
});

test('an order that rests as desired is unchanged, one that differs is amended, one that is not desired is cancelled', () => {
  expect(kinds(botWith(desiredExit), [liveOrder(desiredExit)])).toEqual([]);
  expect(kinds(botWith({ ...desiredExit, price: ticks(209_000n) }), [liveOrder(desiredExit)])).toEqual(['amend']);
  expect(kinds(botWith(), [liveOrder(desiredExit)])).toEqual(['cancel']);
});

test('a new generation is placed only after the older order of its slot has ended', () => {
  const next = { ...desiredEntry, generation: 1 };
  for (const state of ['sent', 'unknown'] as const)
    expect(kinds(botWith(next), [liveOrder(desiredEntry, { state })])).toEqual([]);
  expect(kinds(botWith(next), [liveOrder(desiredEntry)])).toEqual(['cancel']);
  expect(kinds(botWith(next), [liveOrder(desiredEntry, { state: 'cancelled' })])).toEqual([]);
  expect(kinds(botWith(next), [endedOrder(desiredEntry, 'cancelled')])).toEqual(['place']);
});

test('while an amend of an order is pending, no second amend or cancel of it is sent', () => {
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

test('an order proven never placed is sent again only unchanged; otherwise its client id is abandoned', () => {
  const never = liveOrder(desiredEntry, { state: 'never' });
  expect(kinds(botWith(desiredEntry), [never])).toEqual(['place']);
  expect(kinds(botWith({ ...desiredEntry, lots: lots(99n) }), [never])).toEqual(['abandon']);
  expect(kinds(botWith(), [never])).toEqual(['abandon']);
});

test('a slot whose order the user cancelled is skipped, and a slot whose order was refused waits', () => {
  const bot = botWith(desiredEntry);
  bot.skippedSlots.add('entry/1/2');
  expect(kinds(bot, [])).toEqual([]);
  const refused = botWith(desiredEntry);
  refused.backoffs.set('entry/1/2', { until: now + 1, count: 1 });
  expect(kinds(refused, [])).toEqual([]);
});

test('a client id is abandoned once and not used again', () => {
  const abandoned = endedOrder(desiredEntry, 'never');
  expect(kinds(botWith(), [abandoned])).toEqual([]);
  expect(kinds(botWith(desiredEntry), [abandoned])).toEqual([]);
});
