// Tests of a process that is killed. Its successor restores every field of the memory that steers orders.
import { createMemoryJournal, createVirtualClock, seededChance } from '@rondo/testkit';
import { encodeState } from '@rondo/strategy';
import { expect, test } from 'vitest';
import { startAccountActor, type AccountActor } from '../src/actor/account-actor.ts';
import { createLeaseRenewal } from '../src/fleet/lease-renewal.ts';
import { wholeShare } from '../src/fleet/share.ts';
import { parseClientOrderId } from '../src/index.ts';
import type { BotMemory } from '../src/memory/bot-memory.ts';
import { formatWaits, restoreWaits } from '../src/memory/bot-waits.ts';
import type { Exchange, Journal, Outcome, PlaceOrder } from '../src/ports/index.ts';
import { botRow, keyedHash, memoryWithBot } from './builders.ts';
import { createFakeExchange } from './fake-exchange.ts';
import { loneInstance } from '../src/actor/instance.ts';

const startAt = 1_000_000;
const refusal = (reason: 'margin' | 'price'): Outcome<never> => ({
  kind: 'rejected',
  code: reason,
  message: '',
  reason,
});

/** Returns a port whose calls never return after the kill. */
function mortal<Port extends object>(port: Port, isAlive: () => boolean): Port {
  return new Proxy(port, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      return (...input: unknown[]): unknown =>
        isAlive() ? Reflect.apply(value, target, input) : new Promise(() => undefined);
    },
  });
}

function openKillWorld() {
  const clock = createVirtualClock(startAt);
  const journal = createMemoryJournal(clock);
  journal.addBot(botRow());
  const fake = createFakeExchange(clock, 200_000n);
  const placed: string[] = [];
  const control = { refuse: (_name: string): 'margin' | 'price' | null => null };
  const exchange: Exchange = {
    ...fake,
    async place(order: PlaceOrder) {
      const slot = parseClientOrderId(order.clientId, keyedHash);
      const name = `${slot?.kind}${slot?.step}`;
      placed.push(name);
      const reason = control.refuse(name);
      return reason === null ? fake.place(order) : refusal(reason);
    },
  };
  const begin = (node: string): { readonly actor: AccountActor; kill(): void } => {
    let isAlive = true;
    const log = { write: () => undefined };
    const own: Journal = mortal(journal.connect(node), () => isAlive);
    const live: Exchange = {
      ...mortal(exchange, () => isAlive),
      listen: (listener, instruments, needs) => exchange.listen(listener, instruments, needs),
    };
    const deps = {
      clock,
      log,
      journal: own,
      chance: seededChance(node),
      exchange: live,
      keyedHash,
      instance: () => loneInstance,
      counter: { value: 0 },
      checkpoints: { everyEvents: 4, checkedShare: 1 },
      changed: () => undefined,
    };
    const actor = startAccountActor({ ...deps, share: wholeShare, leases: createLeaseRenewal(deps) }, 'a');
    const kill = (): void => {
      isAlive = false;
      journal.disconnect(node);
    };
    return { actor, kill };
  };
  const slotOf = (name: string): string =>
    fake.resting().find((id) => {
      const slot = parseClientOrderId(id, keyedHash);
      return `${slot?.kind}${slot?.step}` === name;
    }) ?? '';
  const run = (ms: number): Promise<void> => clock.runUntil(clock.now() + ms);
  return { clock, fake, journal, placed, control, begin, slotOf, run };
}

function botOf(actor: AccountActor): BotMemory {
  const bot = actor.memory().bots.get('bot');
  if (bot === undefined) throw new Error('The actor does not run the bot.');
  return bot;
}

/** The fields of the memory that steer the orders of the bot. */
function steering(actor: AccountActor): unknown {
  const bot = botOf(actor);
  const orders = [...actor.memory().orders.values()].filter((order) => order.kind === 'active');
  return {
    state: encodeState(bot.state),
    desired: bot.desired,
    position: bot.position,
    keys: [...bot.keys],
    lastFactAt: bot.lastFactAt,
    waits: formatWaits(bot),
    backoffs: [...bot.backoffs],
    blocks: [...bot.blocks].map(([name, { round, since, notional }]) => ({ name, round, since, notional })),
    skippedSlots: [...bot.skippedSlots],
    outsideCancels: [...bot.outsideCancels].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    outsideFills: bot.outsideFills,
    orders: orders
      .map(({ clientId, price, lots, reportedLots, wasCancelAsked }) => ({
        clientId,
        price,
        lots,
        reportedLots,
        wasCancelAsked,
      }))
      .toSorted((a, b) => (a.clientId < b.clientId ? -1 : 1)),
  };
}

test('after kill -9 the successor has the same waits, blocks, skipped slots and orders as the killed process', async () => {
  const { fake, placed, control, begin, slotOf, run } = openKillWorld();
  control.refuse = (name) => (name === 'entry3' ? 'margin' : null);
  const first = begin('first');
  await run(15_000);
  fake.cancelByUser(slotOf('entry2'));
  control.refuse = (name) => (name === 'entry3' ? 'margin' : 'price');
  fake.cancelByUser(slotOf('baseExit0'));
  await run(20_000);
  const before = steering(first.actor);
  const bot = botOf(first.actor);
  expect([...bot.blocks.keys()]).toEqual(['entry/1/3']);
  expect([...bot.skippedSlots]).toEqual(['entry/1/2']);
  const wait = bot.backoffs.get('baseExit/1/0');
  expect(wait?.count).toBeGreaterThan(3);
  first.kill();
  placed.length = 0;
  const second = begin('second');
  await run(5);
  expect(second.actor.memory().bots.size).toBe(1);
  expect(steering(second.actor)).toEqual(before);
  const until = wait?.until ?? 0;
  await run(until - 1 - second.actor.memory().firstReadAt);
  expect(placed).toEqual([]);
  await run(2_000);
  expect(placed).toEqual(['baseExit0']);
});

test('the stored waits keep the reported position difference, and a wait that is longer than every possible wait is cut', () => {
  const { bot } = memoryWithBot(1_000);
  expect(formatWaits(bot)).toBe('');
  bot.difference = { lots: -7n, since: 500, snapshots: 9, isReported: false };
  expect(formatWaits(bot)).toBe('');
  bot.difference = { ...bot.difference, isReported: true };
  bot.backoffs.set('entry/1/2', { until: 999_999_999, count: 3 });
  const restored = memoryWithBot(1_000).bot;
  restoreWaits(restored, formatWaits(bot), 2_000);
  expect(restored.difference).toEqual({ lots: -7n, since: 2_000, snapshots: 0, isReported: true });
  expect([...restored.backoffs]).toEqual([['entry/1/2', { until: 602_000, count: 3 }]]);
});

test('a fill whose key is no longer in the memory is refused by the journal, and the actor continues without applying it twice', async () => {
  const { fake, begin, run, journal } = openKillWorld();
  const { actor } = begin('first');
  await run(15_000);
  const { memory } = actor;
  const known = fake.fills.map(({ instrumentId, fillId }) => `fill:${instrumentId}:${fillId}`);
  expect(known.length).toBeGreaterThan(0);
  const before = encodeState(botOf(actor).state);
  for (const key of known) {
    memory().fillKeys.delete(key);
    botOf(actor).keys.delete(key);
  }
  await run(120_000);
  expect(encodeState(botOf(actor).state)).toEqual(before);
  const stored = [...(journal.contents.events.get('bot') ?? [])];
  expect(new Set(stored.map(({ key }) => key)).size).toBe(stored.length);
  fake.setPrice(198_000n);
  await run(5_000);
  expect(journal.contents.events.get('bot')?.length).toBeGreaterThan(stored.length);
});
