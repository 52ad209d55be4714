// Tests why the entries of a bot or its next round wait, and after which time the owner sees the reason.
import { decimal } from '@rondo/decimal';
import { newBot, step } from '@rondo/strategy';
import { fakeVenue } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { desiredExit, liveOrder } from '../../tests/builders.ts';
import { account, now, openGateWorld, positionOf, tickerOf, type GateWorld } from '../../tests/gate/gate-world.ts';
import { entryWaitChangesMax, entryWaitShownAfterMs, priceMaxAgeMs } from '../limits.ts';
import type { EntryWait } from '../memory/bot-memory.ts';
import { entryWaitOf, noteEntryWait, shownWaitOf } from './entry-wait.ts';

type Case = readonly [EntryWait | null, string, (world: GateWorld) => void];

const hold = { by: 'user', level: 'entries', reason: 'owner', until: null } as const;
const block = { round: 1, since: now, least: null, notional: decimal('100') };
const oldPrice = { ageMs: priceMaxAgeMs + 1 };

const entryCases: readonly Case[] = [
  [null, 'every condition is met', () => undefined],
  ['reading', 'the clock of the exchange is unknown', (world) => (world.venueNow = null)],
  ['reading', 'no snapshot was read', ({ memory }) => (memory.snapshot = null)],
  ['reading', 'the leverage was not read', ({ bot }) => (bot.leverage = null)],
  ['reading', 'the fills since a loss of the stream are read page by page', catchUp],
  ['price', 'the last price is old', ({ memory, bot }) => setTicker(memory, tickerOf(bot, oldPrice))],
  [
    'mark_price',
    'the last price is far from the mark price',
    ({ memory, bot }) => setTicker(memory, tickerOf(bot, {}, 210_000n)),
  ],
  ['order', 'the outcome of an order is unknown', addUnknownOrder],
  ['leverage', 'the leverage differs', ({ bot }) => (bot.leverage = decimal('3'))],
  ['position', 'the position differs', ({ memory, bot }) => showPosition(memory, positionOf(bot, 1n))],
  [
    'position_mode',
    'the account has another position mode',
    ({ memory }) => setAccount(memory, { positionMode: 'hedge' }),
  ],
  [
    'account_level',
    'bots may not trade with the level of the account',
    ({ memory }) => setAccount(memory, { level: 'basic' }),
  ],
  [null, 'the key may not trade, which the card shows', ({ memory }) => setAccount(memory, { permissions: ['look'] })],
  ['margin', 'another entry was refused for lack of margin', ({ bot }) => bot.blocks.set('entry/1/3', block)],
  ['price', 'the price is old and another entry was refused', oldPriceAndBlock],
  [null, 'a hold prevents entries, which the card shows', holdAndBlock],
  [null, 'the bot is being stopped', stopAndBlock],
  [null, 'the instrument is not traded, which the card shows, and an entry was refused', haltAndBlock],
];

test.each(entryCases)('the reason of a waiting entry is %s when %s', (reason, _condition, change) => {
  const world = openGateWorld();
  change(world);
  expect(entryWaitOf({ ...world, venue: fakeVenue, now, wantsEntry: true })).toBe(reason);
});

test('a bot whose entries all rest waits only for margin', () => {
  const world = openGateWorld();
  world.bot.leverage = null;
  const read = () => entryWaitOf({ ...world, venue: fakeVenue, now, wantsEntry: false });
  expect(read()).toBeNull();
  world.bot.blocks.set('entry/1/3', block);
  expect(read()).toBe('margin');
});

const openingCases: readonly Case[] = [
  [null, 'the price can be used', () => undefined],
  ['reading', 'the clock of the exchange is unknown', (world) => (world.venueNow = null)],
  ['reading', 'the snapshot is older than the last fact', ({ bot }) => (bot.lastFactAt = now)],
  ['price', 'the last price is old', ({ memory, bot }) => setTicker(memory, tickerOf(bot, oldPrice))],
  [
    'position',
    'the account has another position on the instrument',
    ({ memory, bot }) => showPosition(memory, positionOf(bot, 1n)),
  ],
  ['order', 'an order of the bot may be open', addUnknownOrder],
  ['rules', 'the exchange changes the rules of the instrument', (world) => setInstrument(world, 'live')],
  [null, 'the instrument is not traded, which the card shows', (world) => setInstrument(world, 'halted')],
];

test.each(openingCases)('the reason of a round that does not open is %s when %s', (reason, _condition, change) => {
  const world = openGateWorld();
  const { bot, memory } = world;
  bot.state = step(newBot(bot.config), { kind: 'start' }).state;
  showPosition(memory, positionOf(bot, 0n));
  change(world);
  expect(entryWaitOf({ ...world, venue: fakeVenue, now, wantsEntry: false })).toBe(reason);
});

test('the owner sees the reason after a wait of 15 s, and no longer after the end of the wait', () => {
  const { bot } = openGateWorld();
  noteEntryWait(bot, 'price', now);
  noteEntryWait(bot, 'price', now + 10_000);
  expect(shownWaitOf(bot, now + entryWaitShownAfterMs - 1)).toBeNull();
  expect(shownWaitOf(bot, now + entryWaitShownAfterMs)).toBe('price');
  noteEntryWait(bot, null, now + 16_000);
  expect(shownWaitOf(bot, now + 16_000)).toBeNull();
  noteEntryWait(bot, 'price', now + 17_000);
  expect(shownWaitOf(bot, now + 30_000)).toBeNull();
});

test('the owner sees the reason that has held longest in the last 15 s, so a reading that is due does not hide another reason', () => {
  const { bot } = openGateWorld();
  const second = 1_000;
  for (let passed = 0; passed <= 60; passed += 1) {
    noteEntryWait(bot, passed % 15 === 0 ? 'reading' : 'leverage', now + passed * second);
    expect(shownWaitOf(bot, now + passed * second)).toBe(passed < 15 ? null : 'leverage');
  }
  noteEntryWait(bot, 'margin', now + 61 * second);
  expect(shownWaitOf(bot, now + 68 * second)).toBe('leverage');
  expect(shownWaitOf(bot, now + 69 * second)).toBe('margin');
});

test('a reason that changes in every pass fills no memory', () => {
  const { bot } = openGateWorld();
  for (let passed = 0; passed < 1_000; passed += 1)
    noteEntryWait(bot, passed % 2 === 0 ? 'price' : 'order', now + passed);
  expect(bot.wait?.changes).toHaveLength(entryWaitChangesMax);
});

function catchUp({ memory }: GateWorld): void {
  memory.fillWalk = { tops: [], readTo: null };
  memory.mayMissFills = true;
}

function setTicker(memory: GateWorld['memory'], ticker: ReturnType<typeof tickerOf>): void {
  memory.tickers.set(ticker.instrumentId, ticker);
}

function setAccount(memory: GateWorld['memory'], changes: Partial<typeof account>): void {
  memory.account = { value: { ...account, ...changes }, readAt: now };
}

function showPosition(memory: GateWorld['memory'], position: ReturnType<typeof positionOf>): void {
  memory.snapshot = { startedAt: now, positions: [position], openOrders: [] };
}

function addUnknownOrder({ memory }: GateWorld): void {
  const order = liveOrder(desiredExit, { state: 'unknown' });
  memory.orders.set(order.clientId, order);
}

function oldPriceAndBlock({ memory, bot }: GateWorld): void {
  setTicker(memory, tickerOf(bot, oldPrice));
  bot.blocks.set('entry/1/3', block);
}

function holdAndBlock({ bot }: GateWorld): void {
  bot.state = { ...bot.state, holds: [hold] };
  bot.blocks.set('entry/1/3', block);
}

function stopAndBlock({ bot }: GateWorld): void {
  bot.state = { ...bot.state, stop: { closePosition: true } };
  bot.blocks.set('entry/1/3', block);
}

function haltAndBlock(world: GateWorld): void {
  setInstrument(world, 'halted');
  world.bot.blocks.set('entry/1/3', block);
}

function setInstrument({ memory, bot }: GateWorld, state: 'live' | 'halted'): void {
  const { id, tickSz, lotSz, minSz, ctVal } = bot.config.instrument;
  memory.instruments.set(id, {
    instrumentId: id,
    rules: { tickSz, lotSz, minSz },
    units: { tickSz, lotSz },
    contractValue: ctVal,
    state,
    expiresAt: null,
    changesAt: now,
  });
}
