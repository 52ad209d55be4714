// Tests of `streamNeeds`: which orders and positions make an account managed, and when the changes of trigger orders
// and each ticker must be pushed.
import { step, type DesiredOrder } from '@rondo/strategy';
import { expect, test } from 'vitest';
import { desiredEntry, desiredExit, endedOrder, liveOrder, memoryWithBot } from '../../tests/builders.ts';
import { streamNeeds } from './stream-needs.ts';

const desiredStop: DesiredOrder = {
  ...desiredExit,
  slot: { kind: 'stopLoss', round: 1, step: 0 },
  type: 'trigger',
};

test('an account whose bots have neither an order nor a position is not managed and needs no pushes of trigger orders', () => {
  const { memory } = memoryWithBot(0);
  expect(streamNeeds(memory)).toEqual({ isManaged: false, triggers: false, prices: false });
  const ended = endedOrder(desiredStop, 'cancelled');
  memory.orders.set(ended.clientId, ended);
  expect(streamNeeds(memory)).toEqual({ isManaged: false, triggers: false, prices: false });
});

test('an account with a limit order is managed, and an account with a trigger order needs pushes of trigger orders', () => {
  const { memory } = memoryWithBot(0);
  const entry = liveOrder(desiredEntry);
  memory.orders.set(entry.clientId, entry);
  expect(streamNeeds(memory)).toEqual({ isManaged: true, triggers: false, prices: false });
  const stop = liveOrder(desiredStop);
  memory.orders.set(stop.clientId, stop);
  expect(streamNeeds(memory)).toEqual({ isManaged: true, triggers: true, prices: false });
});

test('an account whose bot plans a trigger order needs pushes of trigger orders before the order is sent', () => {
  const { memory, bot } = memoryWithBot(0);
  bot.desired = [desiredStop];
  expect(streamNeeds(memory).triggers).toBe(true);
});

test('an account needs each ticker only while a bot waits for the price of its first step', () => {
  const { memory, bot } = memoryWithBot(0);
  expect(streamNeeds(memory).prices).toBe(false);
  bot.state = step(bot.state, { kind: 'start' }).state;
  expect(streamNeeds(memory).prices).toBe(true);
});
