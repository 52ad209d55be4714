// Tests of `mayCloseUnproven`: when a stopped bot closes its position although no reading succeeds.
import { decimal, lots, ticks } from '@rondo/decimal';
import { newBot, step, type BotState } from '@rondo/strategy';
import { expect, test } from 'vitest';
import { desiredExit, liveOrder, memoryWithBot, slotOf } from '../../tests/builders.ts';
import { darkAfterMs } from '../limits.ts';
import type { ActiveOrder, PendingCommand } from '../memory/order-record.ts';
import { mayCloseUnproven, unprovenCloseAt } from './dark-close.ts';

const now = 1_000_000;
const cancel: PendingCommand = {
  verb: 'cancel',
  intentId: 'i',
  state: 'acknowledged',
  sentAt: now,
  deadlineAt: 0,
  price: null,
  lots: lots(1n),
};

/** Returns a bot with a position whose owner has stopped it, and whose readings have failed for `darkAfterMs`. */
function stoppedInDark(order: Partial<ActiveOrder> = {}) {
  const { memory, bot } = memoryWithBot(now);
  const entry = { kind: 'entry', round: 1, step: 1 } as const;
  const fill = {
    slot: entry,
    generation: 0,
    price: ticks(200_000n),
    lots: lots(312n),
    fee: decimal('0.1'),
    liquidity: 'taker',
    fillId: 'f',
    at: now,
  } as const;
  let state: BotState = step(newBot(bot.config), { kind: 'start' }).state;
  state = step(state, { kind: 'price', price: ticks(200_000n) }).state;
  state = step(state, { kind: 'fill', ...fill }).state;
  bot.state = step(state, { kind: 'stop', closePosition: true }).state;
  memory.unansweredSince = now - darkAfterMs;
  const active = liveOrder(desiredExit, { command: cancel, ...order });
  memory.orders.set(active.clientId, active);
  return { memory, bot };
}

const unknownCancel = { ...cancel, state: 'unknown' } as const;

test.each<[string, Partial<ActiveOrder>]>([
  ['the exchange accepted the cancel of the order', {}],
  ['the cancel of the order has no known outcome', { command: unknownCancel }],
  ['the placement of the order has no known outcome', { state: 'unknown', command: null }],
  ['the order was proven never placed', { state: 'never', command: null }],
])('a stopped bot closes its position without a proof of the end of its order when %s', (_name, order) => {
  const { memory, bot } = stoppedInDark(order);
  expect(mayCloseUnproven(memory, bot, now)).toBe(true);
});

test.each<[string, Partial<ActiveOrder>]>([
  ['no cancel of its live order was sent', { command: null }],
  ['the cancel of its live order has no response', { command: { ...cancel, state: 'sent' } }],
  ['an amend of its live order is pending', { command: { ...cancel, verb: 'amend' } }],
])('a stopped bot does not close its position when %s', (_name, order) => {
  const { memory, bot } = stoppedInDark(order);
  expect(mayCloseUnproven(memory, bot, now)).toBe(false);
});

test('a stopped bot does not send a second closing order while the outcome of a closing order is unknown', () => {
  const slot = slotOf({ ...desiredExit, slot: { ...desiredExit.slot, kind: 'close' } });
  const { memory, bot } = stoppedInDark({ slot, state: 'unknown', command: null });
  expect(mayCloseUnproven(memory, bot, now)).toBe(false);
});

test('a stopped bot waits for a reading until no reading has succeeded for half a second', () => {
  const { memory, bot } = stoppedInDark();
  expect(mayCloseUnproven(memory, bot, now - 1)).toBe(false);
  expect(unprovenCloseAt(memory, bot)).toBe(now);
  memory.unansweredSince = null;
  expect([unprovenCloseAt(memory, bot), mayCloseUnproven(memory, bot, now)]).toEqual([null, false]);
});

test('a bot closes no position without a proof when its owner leaves the position open, when it is not stopped, and when its closing order is already desired', () => {
  const { memory, bot } = stoppedInDark();
  const stopped = bot.state;
  bot.state = { ...stopped, stop: { closePosition: false } };
  expect(mayCloseUnproven(memory, bot, now)).toBe(false);
  bot.state = { ...stopped, stop: null };
  expect(mayCloseUnproven(memory, bot, now)).toBe(false);
  bot.state = step(stopped, { kind: 'ordersGone', at: now }).state;
  expect(mayCloseUnproven(memory, bot, now)).toBe(false);
});

test('a bot without a lot that the exchange can close waits for a reading', () => {
  const { memory, bot } = stoppedInDark();
  bot.config = { ...bot.config, instrument: { ...bot.config.instrument, minSz: decimal('1000') } };
  expect(mayCloseUnproven(memory, bot, now)).toBe(false);
});
