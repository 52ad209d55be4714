// The difference between wanted and existing orders: one open command per slot, cancels before places, exits before entries.
import { createHmac } from 'node:crypto';
import { decimal, lots, ticks, ratio } from '@rondo/decimal';
import { encode, type DesiredOrder } from '@rondo/strategy';
import { botConfig, fakeVenue, fakeVenueCodes } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { clientOrderId } from './client-order-id.ts';
import { gateOf } from '../gate/gate.ts';
import { emptyMemory, newBotMemory, type Bot, type Track } from '../memory/account-memory.ts';
import { payloadOf } from './payload.ts';
import { reconcile } from './reconcile.ts';
import { newTrack } from './send.ts';

const keyedHash = (text: string): string => createHmac('sha256', 'key').update(text).digest('hex');
const now = 1_000_000;

/** Three steps of 1 %, small enough to follow by hand. */
const config = botConfig({
  allocation: decimal('1000'),
  leverage: decimal('5'),
  martinSteps: 3,
  stepDistance: ratio(1n, 100n),
});

const entry: DesiredOrder = {
  slot: { kind: 'entry', round: 1, step: 2 },
  generation: 0,
  side: 'buy',
  type: 'limit',
  price: ticks(200_000n),
  lots: lots(100n),
  reduces: false,
};
const exit: DesiredOrder = {
  slot: { kind: 'baseExit', round: 1, step: 0 },
  generation: 0,
  side: 'sell',
  type: 'limit',
  price: ticks(210_000n),
  lots: lots(50n),
  reduces: true,
};

function botWith(...desired: readonly DesiredOrder[]): Bot {
  const bot = newBotMemory({
    botId: 'bot',
    botNumber: 7,
    accountId: 'a',
    instrumentId: config.instrument.id,
    config: JSON.stringify(encode(config)),
    createdAt: 0,
  });
  bot.desired = desired;
  return bot;
}

function trackOf(bot: Bot, desired: DesiredOrder, changes: Partial<Track> = {}): Track {
  const slot = { ...desired.slot, generation: desired.generation, botId: 'bot', botNumber: 7 };
  const clientId = clientOrderId(slot, keyedHash);
  const track = newTrack({
    bot,
    slot,
    clientId,
    desired,
    payload: payloadOf(config.instrument, 'long', { ...desired, clientId }),
  });
  return Object.assign(track, { state: 'live', written: 'live' }, changes);
}

const kinds = (bot: Bot, tracks: readonly Track[]): readonly string[] =>
  reconcile({ bot, tracks, now, keyedHash }).map((command) => command.kind);

test('what is wanted and absent is placed, exits before entries', () => {
  const bot = botWith(entry, exit);
  const commands = reconcile({ bot, tracks: [], now, keyedHash });
  expect(commands.map((command) => (command.kind === 'place' ? command.slot.kind : command.kind))).toEqual([
    'baseExit',
    'entry',
  ]);
});

test('what rests as wanted is left alone, what differs is amended, what is not wanted is cancelled', () => {
  expect(kinds(botWith(exit), [trackOf(botWith(), exit)])).toEqual([]);
  expect(kinds(botWith({ ...exit, price: ticks(209_000n) }), [trackOf(botWith(), exit)])).toEqual(['amend']);
  expect(kinds(botWith(), [trackOf(botWith(), exit)])).toEqual(['cancel']);
});

test('a new generation waits until the older order of its slot is proven gone', () => {
  const next = { ...entry, generation: 1 };
  for (const state of ['sent', 'unknown'] as const)
    expect(kinds(botWith(next), [trackOf(botWith(), entry, { state })])).toEqual([]);
  expect(kinds(botWith(next), [trackOf(botWith(), entry)])).toEqual(['cancel']);
  expect(kinds(botWith(next), [trackOf(botWith(), entry, { state: 'cancelled', isEndTold: false })])).toEqual([]);
  expect(kinds(botWith(next), [trackOf(botWith(), entry, { state: 'cancelled', isEndTold: true })])).toEqual(['place']);
});

test('at most one amend or cancel is in flight', () => {
  const command = {
    verb: 'amend',
    intentId: 'i',
    state: 'sent',
    sentAt: now,
    deadlineAt: now,
    price: null,
    lots: lots(1n),
  } as const;
  expect(kinds(botWith(), [trackOf(botWith(), exit, { command })])).toEqual([]);
});

test('an order proven never placed is sent again only unchanged; otherwise its id is given up', () => {
  const never = trackOf(botWith(), entry, { state: 'never' });
  expect(kinds(botWith(entry), [never])).toEqual(['place']);
  expect(kinds(botWith({ ...entry, lots: lots(99n) }), [never])).toEqual(['forsake']);
  expect(kinds(botWith(), [never])).toEqual(['forsake']);
});

test('a slot that a person emptied is skipped and a refused one waits', () => {
  const bot = botWith(entry);
  bot.skippedSlots.add('entry/1/2');
  expect(kinds(bot, [])).toEqual([]);
  const refused = botWith(entry);
  refused.backoffs.set('entry/1/2', { until: now + 1, count: 1 });
  expect(kinds(refused, [])).toEqual([]);
});

test('the gate opens only when price, reading, position, key, level and leverage are all known to be good', () => {
  const memory = emptyMemory('a', now);
  const bot = botWith(entry);
  bot.state = { ...bot.state, status: 'active' };
  memory.bots.set('bot', bot);
  const steps: readonly [string, () => void][] = [
    ['disconnected', () => (memory.isConnected = true)],
    [
      'accountUnread',
      () =>
        (memory.account = {
          value: {
            uid: '1',
            level: fakeVenueCodes.tradingLevel,
            positionMode: 'net',
            permissions: ['orders', 'payout'],
            addresses: [],
          },
          readAt: now,
        }),
    ],
    [
      'keyMayWithdraw',
      () =>
        (memory.account = {
          value: {
            uid: '1',
            level: fakeVenueCodes.tradingLevel,
            positionMode: 'net',
            permissions: ['orders'],
            addresses: [],
          },
          readAt: now,
        }),
    ],
    ['noSnapshot', () => (memory.snapshot = { startedAt: now - 20_000, positions: [], openOrders: [] })],
    ['staleSnapshot', () => (memory.snapshot = { startedAt: now, positions: [], openOrders: [] })],
    [
      'stalePrice',
      () =>
        memory.tickers.set(config.instrument.id, {
          instrumentId: config.instrument.id,
          last: ticks(1n),
          bid: null,
          ask: null,
          at: now,
          receivedAt: now,
        }),
    ],
    ['leverageUnread', () => (bot.leverage = { value: decimal('3'), readAt: now })],
    ['leverageDiffers', () => (bot.leverage = { value: decimal('5.0'), readAt: now })],
  ];
  for (const [answer, satisfy] of steps) {
    expect(gateOf({ memory, bot, venue: fakeVenue, now })).toBe(answer);
    satisfy();
  }
  expect(gateOf({ memory, bot, venue: fakeVenue, now })).toBe('open');
  const unknown = trackOf(bot, exit, { state: 'unknown' });
  memory.tracks.set(unknown.clientId, unknown);
  expect(gateOf({ memory, bot, venue: fakeVenue, now })).toBe('orderUnknown');
});
