// Tests of the lists that a snapshot reads: the balance is not read while pushes report it, and trigger orders are not
// listed while the account has none.
import { botRunning } from '@rondo/testkit';
import { decimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { finishReadings, openActorWorld, type ActorWorld } from '../../tests/actor-world.ts';
import { botRow, desiredEntry, desiredExit, endedOrder, liveOrder, reportOf, slotOf } from '../../tests/builders.ts';
import { pushedBalanceMaxAgeMs, snapshotFlatEveryMs } from '../limits.ts';
import { frozenRow } from '../memory/frozen-bot.ts';
import { startSnapshot } from './snapshot.ts';

const now = 10_000_000;
const stop = { ...desiredExit, type: 'trigger' } as const;

/** Opens a world whose pushes report everything, changes it, and reads a snapshot. Returns the names of the lists that were read. */
async function listsAfter(change: (world: ActorWorld) => void, isListed = true): Promise<readonly string[]> {
  const read: string[] = [];
  const world = openActorWorld(now, {
    openOrders: async (_instruments, scope) => {
      read.push(scope ?? 'withTriggers');
      return isListed
        ? { ok: true, value: [], startedAt: now - 7 }
        : { ok: false, cause: '', reason: 'unavailable', startedAt: now };
    },
    balance: () => {
      read.push('balance');
      return world.fake.balance();
    },
  });
  const { memory, bot, context } = world;
  const amount = decimal('1');
  const readAt = now - pushedBalanceMaxAgeMs;
  memory.isConnected = true;
  memory.balance = { value: { equity: amount, cash: amount, available: amount, at: readAt }, readAt };
  memory.triggersReadAt = now - snapshotFlatEveryMs + 1;
  bot.state = botRunning();
  bot.desired = [];
  change(world);
  startSnapshot(context);
  await finishReadings(context);
  return [...read, `triggers ${now - memory.triggersReadAt}`];
}

const recent = `triggers ${snapshotFlatEveryMs - 1}`;

test('while pushes report the balance and no trigger order exists, a snapshot reads neither', async () => {
  expect(await listsAfter(() => undefined)).toEqual(['withoutTriggers', recent]);
});

type Case = readonly [string, (world: ActorWorld) => void];

const closing = { reason: 'stop_loss', ordersGone: false, ends: null } as const;

test.each<Case>([
  ['no balance is known', ({ memory }) => (memory.balance = null)],
  [
    'the latest balance is older than `pushedBalanceMaxAgeMs`',
    ({ memory }) => (memory.balance = memory.balance && { ...memory.balance, readAt: now - pushedBalanceMaxAgeMs - 1 }),
  ],
  [
    'a slot of a bot waits for margin',
    ({ bot }) => bot.blocks.set('entry/1/2', { round: 1, since: now, least: null, notional: decimal('10') }),
  ],
  ['a bot has no round', ({ bot }) => (bot.state = { ...bot.state, round: null })],
  [
    'a round is being closed',
    ({ bot }) => (bot.state = { ...bot.state, round: bot.state.round && { ...bot.state.round, closing } }),
  ],
  [
    'one of two bots has no round',
    ({ memory, bot }) =>
      memory.bots.set('other', { ...bot, row: botRow(), state: { ...bot.state, round: null }, blocks: new Map() }),
  ],
])('the balance is read when %s', async (_case, change) => {
  expect(await listsAfter(change)).toEqual(['withoutTriggers', 'balance', recent]);
});

test('while the private stream is lost, a snapshot reads all lists', async () => {
  const lists = await listsAfter(({ memory }) => (memory.isConnected = false));
  expect(lists).toEqual(['withTriggers', 'balance', 'triggers 7']);
});

test.each<Case>([
  ['the latest listing is `snapshotFlatEveryMs` old', ({ memory }) => (memory.triggersReadAt -= 1)],
  ['a bot is frozen', ({ memory }) => memory.frozen.set('other', { ...frozenRow(botRow(), ''), isNoted: true })],
  [
    'an orphan order is open',
    ({ memory }) => {
      const order = reportOf(liveOrder(desiredEntry));
      memory.orphans.set(order.clientId, { order, slot: slotOf(desiredEntry), foundAt: now, cancelledAt: null });
    },
  ],
  ['a bot plans a trigger order', ({ bot }) => (bot.desired = [stop])],
  ['an ended trigger order is known', ({ memory }) => memory.orders.set('stop', endedOrder(stop, 'cancelled'))],
])('trigger orders are listed when %s', async (_case, change) => {
  expect(await listsAfter(change)).toEqual(['withTriggers', 'triggers 7']);
});

test('an ended limit order is no reason to list trigger orders', async () => {
  const lists = await listsAfter(({ memory }) => memory.orders.set('entry', endedOrder(desiredEntry, 'cancelled')));
  expect(lists).toEqual(['withoutTriggers', recent]);
});

test('a failed listing of trigger orders does not count as a listing', async () => {
  expect(await listsAfter(({ memory }) => (memory.triggersReadAt = 0), false)).toEqual([
    'withTriggers',
    `triggers ${now}`,
  ]);
});

test('when no list can be read and the balance is not read, the snapshot has no response', async () => {
  const failed = async () => ({ ok: false, cause: '', reason: 'unavailable', startedAt: now }) as const;
  const { memory, bot, context } = openActorWorld(now, { fillsAfter: failed, openOrders: failed, positions: failed });
  const amount = decimal('1');
  memory.isConnected = true;
  memory.balance = { value: { equity: amount, cash: amount, available: amount, at: now }, readAt: now };
  bot.state = botRunning();
  startSnapshot(context);
  await finishReadings(context);
  expect(memory.darkSnapshots).toBe(1);
});
