// Tests of `advanceBots`: the end of a bot, the end of a wait of the loss guard, and the release of its lock, and the end of a
// signal. Also
// tests which outside fills a restart restores.
import { decimal, lots, ticks } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { emptyMemory, type AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import type { FillReport } from '../ports/index.ts';
import { restore } from '../memory/restore.ts';
import { desiredOrders, openSize, step } from '@rondo/strategy';
import { botConfig, StrategyDriver } from '@rondo/testkit';
import { flatAfterMs, flatSnapshots } from '../limits.ts';
import {
  desiredExit,
  factsAt,
  fillOf,
  foldDeps,
  liveOrder,
  memoryWithBot,
  reportOf,
  smallLadder,
  storedJournal,
  storedOutside,
} from '../../tests/builders.ts';
import { nextPassAt } from '../actor/deadline.ts';
import { applyUserCommand, signalCommandId } from '../actor/mailbox.ts';
import { gateOf } from '../gate/gate.ts';
import { advanceBots } from './bot-progress.ts';

const now = 1_000_000;

function endedBot(): { readonly memory: AccountMemory; readonly bot: BotMemory } {
  const { memory, bot } = memoryWithBot(now);
  bot.state = { ...bot.state, status: 'completed', completion: 'stopped_closed' };
  bot.lastFactAt = now - 100;
  return { memory, bot };
}

test('an ended bot is closed only when the bills were read after the last fact about the bot, because its last funding must be booked', () => {
  const { memory, bot } = endedBot();
  memory.billsReadAt = now - 200;
  memory.isSlowReadWanted = false;
  advanceBots(factsAt(memory, now));
  expect(bot.endedAt).toBeNull();
  expect(memory.isSlowReadWanted).toBe(true);
  memory.billsReadAt = now - 50;
  advanceBots(factsAt(memory, now));
  expect(bot.endedAt).toBe(now);
});

/** Returns an order of a bot that rests at the exchange without an intent. */
function orphanOf(botNumber: number) {
  const { slot, ...order } = liveOrder(desiredExit);
  return { order: reportOf(order), slot: { ...slot, botNumber }, foundAt: now, cancelledAt: null };
}

test('an ended bot is closed only when no order without an intent of the bot is listed, because the order would close lots that the owner keeps', () => {
  const { memory, bot } = endedBot();
  memory.billsReadAt = now - 50;
  const orphan = orphanOf(bot.row.botNumber);
  memory.orphans.set(orphan.order.clientId, orphan);
  advanceBots(factsAt(memory, now));
  expect(bot.endedAt).toBeNull();
  memory.orphans.clear();
  advanceBots(factsAt(memory, now));
  expect(bot.endedAt).toBe(now);
});

test('a closing round waits until no order without an intent of the bot is listed, and an order of another bot does not delay it', () => {
  const { memory, bot } = memoryWithBot(now);
  const driver = new StrategyDriver(botConfig(), 200_000n).start();
  driver.fill('entry', 1);
  driver.fill('baseExit');
  bot.state = driver.state;
  bot.lastFactAt = now - 100;
  memory.snapshot = { startedAt: now - 50, positions: [], openOrders: [] };
  const orphan = orphanOf(bot.row.botNumber);
  memory.orphans.set(orphan.order.clientId, orphan);
  advanceBots(factsAt(memory, now));
  expect(bot.state.round?.closing?.ordersGone).toBe(false);
  memory.orphans.set(orphan.order.clientId, orphanOf(99));
  advanceBots(factsAt(memory, now));
  expect(bot.state.roundsOpened).toBe(2);
});

const ends = [
  { kind: 'stop', closePosition: true },
  { kind: 'liquidated', fills: [] },
] as const;

// Returns a bot that has ended, with a late lot of 10 lots that must be closed.
function endedWithLateLot(end: (typeof ends)[number]) {
  const { memory, bot } = memoryWithBot(now, { ...smallLadder, waitsForSignal: true });
  const late = {
    price: ticks(200_000n),
    lots: lots(10n),
    fee: decimal('0'),
    liquidity: null,
    fillId: '1',
    at: now,
  } as const;
  for (const event of [
    { kind: 'start' },
    end,
    { kind: 'fill', slot: { kind: 'entry', round: 1, step: 2 }, generation: 0, ...late },
  ] as const)
    bot.state = step(bot.state, event).state;
  bot.desired = desiredOrders(bot.state);
  bot.lastFactAt = now - 100;
  memory.billsReadAt = now;
  const close = (): void => {
    const slot = { kind: 'close', round: 0, step: 0 } as const;
    bot.state = step(bot.state, { kind: 'fill', slot, generation: 0, ...late, fillId: '2' }).state;
    bot.desired = desiredOrders(bot.state);
  };
  return { memory, bot, close };
}

test.each(ends)('a bot that ended by $kind stays managed until its late lot is closed', (end) => {
  const { memory, bot, close } = endedWithLateLot(end);
  expect(bot.desired.map(({ slot }) => slot.kind)).toEqual(['close']);
  advanceBots(factsAt(memory, now));
  expect(bot.endedAt).toBeNull();
  close();
  advanceBots(factsAt(memory, now + 1));
  expect(bot.endedAt).toBe(now + 1);
});

test.each(ends)(
  'the late lot of a bot that ended by $kind is gone when the exchange shows no position for a long time',
  (end) => {
    const { memory, bot } = endedWithLateLot(end);
    const { status } = bot.state;
    for (let count = 0; count <= flatSnapshots + 1; count += 1) {
      const at = now + count * flatAfterMs;
      memory.snapshot = { startedAt: at - 1, positions: [], openOrders: [] };
      if (bot.difference !== null) bot.difference = { ...bot.difference, snapshots: count };
      memory.billsReadAt = at;
      advanceBots(factsAt(memory, at));
    }
    expect([openSize(bot.state), bot.endedAt === null, bot.state.status]).toEqual([0n, false, status]);
  },
);

function outsideFill(fillId: string, changes: Partial<FillReport> = {}): FillReport {
  return fillOf('', fillId, {
    side: 'sell',
    positionSide: 'long',
    lots: lots(5n),
    fee: decimal('0.1'),
    liquidity: 'taker',
    kind: 'liquidation',
    billId: fillId,
    at: 600,
    ...changes,
  });
}

test('a restart restores an outside fill once when the fill is on the instrument of the bot and was made after the creation of the bot', async () => {
  const memory = emptyMemory('a', now);
  const journal = storedJournal({
    fillCursor: '2',
    outsideFills: [
      outsideFill('1'),
      outsideFill('2', { at: 400 }),
      outsideFill('3', { instrumentId: 'BTC-USDT-SWAP' }),
    ].map(storedOutside),
  });
  await restore(memory, journal, foldDeps);
  expect(memory.bots.get('bot')?.outsideFills).toEqual([
    { price: 200_000n, lots: 5n, fee: decimal('0.1'), kind: 'liquidation', side: 'sell', at: 600 },
  ]);
  expect([...memory.fillKeys]).toEqual(['fill:ETH-USDT-SWAP:1']);
});

test('when the wait of the loss guard ends, the bot gets the event `waitOver` once, and before that the next pass is due at the end of the wait', () => {
  const hold = { by: 'guard', level: 'rounds', reason: 'stop_loss', until: now + 60_000 } as const;
  const { memory, bot } = memoryWithBot(now);
  bot.state = { ...bot.state, status: 'active', holds: [hold] };
  memory.renewedAt = now + 90_000;
  memory.snapshotTriedAt = now + 90_000;
  memory.slowTriedAt = now + 90_000;
  advanceBots(factsAt(memory, now + 59_999));
  expect([bot.state.round, nextPassAt(memory, { now, isIdle: true })]).toEqual([null, now + 60_000]);
  const facts = factsAt(memory, now + 60_000);
  advanceBots(facts);
  expect(facts.batch.events.map((event) => event.key)).toEqual(['waited:1']);
  expect(bot.state.round?.round).toBe(1);
  expect(bot.state.holds).toEqual([]);
});

test('when a user releases the lock of the loss guard, the bot opens the next round in the same pass', () => {
  const hold = { by: 'guard', level: 'rounds', reason: 'loss', until: null } as const;
  const { memory, bot } = memoryWithBot(now);
  bot.state = { ...bot.state, status: 'active', holds: [hold] };
  const facts = factsAt(memory, now);
  const release = { command: { kind: 'releaseGuard' }, commandId: 'first' } as const;
  expect(applyUserCommand(facts, bot, release)).toBe('done');
  advanceBots(facts);
  expect(bot.state.round?.round).toBe(1);
  expect(applyUserCommand(facts, bot, { ...release, commandId: 'second' })).toBe('refused');
  expect(facts.batch.logs.map((line) => line.messageKey)).toEqual(['bots.log.guardReleased']);
});

const source = {
  ruleKey: 'rsi',
  instrument: 'ETH-USDT-SWAP',
  bar: '1H',
  closedAt: now,
  values: { rsi: '31.5' },
  readingHash: 'c0ffee',
} as const;
const signal = { kind: 'signal', stepDistance: null, validUntil: now + 60_000, source } as const;

// Returns a bot that waits for a signal, and the result of the signal that it gets at `now`.
function signalledBot() {
  const { memory, bot } = memoryWithBot(now, { ...smallLadder, waitsForSignal: true });
  bot.state = step(bot.state, { kind: 'start' }).state;
  memory.renewedAt = now + 90_000;
  memory.snapshotTriedAt = now + 90_000;
  memory.slowTriedAt = now + 90_000;
  const facts = factsAt(memory, now);
  const commandId = signalCommandId('bot', source.closedAt);
  return { memory, bot, facts, send: () => applyUserCommand(facts, bot, { command: signal, commandId }) };
}

test('a signal that arrives twice opens one round', () => {
  const { bot, facts, send } = signalledBot();
  expect([send(), send()]).toEqual(['done', 'done']);
  expect(bot.state.roundsOpened).toBe(1);
  expect(facts.batch.events.map(({ key }) => key)).toContain(`command:signal:bot:${now}`);
});

test('the available margin is known before a signal opens a round, because the budget of the round depends on it', () => {
  const { memory, bot, facts, send } = signalledBot();
  memory.balance = {
    value: { equity: decimal('900'), cash: decimal('900'), available: decimal('900'), at: now },
    readAt: now,
  };
  send();
  expect(facts.batch.events.map(({ key }) => key)).toEqual(['margin:1', `command:signal:bot:${now}`]);
  expect(bot.state.availableMargin).not.toBeNull();
});

test('after the end of a signal the gate is closed, and an opening without an order is undone', () => {
  const { memory, bot, send } = signalledBot();
  send();
  bot.state = step(bot.state, { kind: 'price', price: ticks(200_000n) }).state;
  expect(nextPassAt(memory, { now: now + 2000, isIdle: true })).toBe(now + 60_001);
  const input = { memory, bot, venue: { accountRefusal: () => null }, isInstanceFrozen: false, venueNow: null };
  expect(gateOf({ ...input, now: now + 60_000 })).toBe('clockUnknown');
  expect(gateOf({ ...input, now: now + 60_001 })).toBe('signalExpired');
  const before = factsAt(memory, now + 60_000);
  advanceBots(before);
  expect([bot.state.round?.round, before.batch.events]).toEqual([1, []]);
  const facts = factsAt(memory, now + 60_001);
  const position = bot.position + 1;
  advanceBots(facts);
  expect([bot.state.round, bot.state.roundsOpened]).toEqual([null, 1]);
  expect(facts.batch.events.map(({ key }) => key)).toEqual([`unsent:${position}`]);
  expect(facts.batch.logs.map((line) => line.messageKey)).toEqual(['bots.log.openingExpired']);
});

test('the bot keeps the funding of a late lot that was booked in an opening that is undone', () => {
  const { memory, bot, send } = signalledBot();
  send();
  bot.state = step(bot.state, { kind: 'funding', amount: decimal('1.5') }).state;
  advanceBots(factsAt(memory, now + 60_001));
  expect([bot.state.round, bot.state.past.funding]).toEqual([null, decimal('1.5')]);
});

test.each([
  ['older than the latest fact of the bot', { startedAt: now - 100, triedAt: null }, true],
  ['newer than the latest fact of the bot', { startedAt: now - 99, triedAt: null }, false],
  ['older, and a later snapshot has failed', { startedAt: now - 100, triedAt: now - 50 }, false],
])(
  'when the snapshot is %s, a bot that waits for a price requests a snapshot: %s',
  (_case, { startedAt, triedAt }, isWanted) => {
    const { memory, bot } = memoryWithBot(now);
    bot.state = step(bot.state, { kind: 'start' }).state;
    bot.lastFactAt = now - 100;
    memory.snapshot = { startedAt, positions: [], openOrders: [] };
    memory.snapshotTriedAt = triedAt;
    memory.isSnapshotWanted = false;
    advanceBots(factsAt(memory, now));
    expect(memory.isSnapshotWanted).toBe(isWanted);
  },
);

test('while the order of an opening may be open, the opening is not undone', () => {
  const { memory, bot, send } = signalledBot();
  send();
  bot.state = step(bot.state, { kind: 'price', price: ticks(200_000n) }).state;
  const order = desiredOrders(bot.state).map((desired) => liveOrder(desired, { state: 'unknown' }));
  for (const each of order) memory.orders.set(each.clientId, each);
  advanceBots(factsAt(memory, now + 60_001));
  expect([order.length, bot.state.round?.round]).toEqual([1, 1]);
});
