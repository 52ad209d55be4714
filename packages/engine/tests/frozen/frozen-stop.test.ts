// Tests of the stop of a frozen bot: which snapshot it trusts, and that a stop from before the freeze is kept.
import { expect, test } from 'vitest';
import { createMailbox } from '../../src/actor/mailbox.ts';
import { freezeFailed } from '../../src/facts/freeze.ts';
import { deadlineMs } from '../../src/limits.ts';
import type { Snapshot } from '../../src/memory/account-memory.ts';
import { nextFrozenStop } from '../../src/orders/frozen-stop.ts';
import { beginFacts } from '../../src/actor/context.ts';
import { openActorWorld, type ActorWorld } from '../actor-world.ts';
import { desiredEntry, keyedHash, liveOrder } from '../builders.ts';
import { openWorld, stopOf, unreadable } from './frozen-world.ts';

const now = 1_000_000;

/** A world whose bot has failed. */
function failing(): ActorWorld {
  const world = openActorWorld(now);
  world.bot.failure = 'a test';
  return world;
}

function snapshotAt(startedAt: number): Snapshot {
  return { startedAt, positions: [], openOrders: [] };
}

function freeze(world: ActorWorld): void {
  freezeFailed(beginFacts(world.context), world.context.log);
}

/** Returns the result of a stop of the bot, and the next command of the stop with a snapshot that began at each of these times. */
async function stopAndNext(world: ActorWorld, times: readonly number[]) {
  const { memory, context } = world;
  const mailbox = createMailbox(() => undefined);
  const result = mailbox.post({ ...stopOf(true), botId: 'bot' });
  mailbox.applyAll(beginFacts(context)).respond();
  freeze(world);
  const frozen = memory.frozen.get('bot');
  if (frozen === undefined) throw new Error('The bot is not frozen.');
  const next = times.map((startedAt) => {
    memory.snapshot = snapshotAt(startedAt);
    return nextFrozenStop(memory, frozen, keyedHash).kind;
  });
  return { result: await result, next };
}

test('the stop of a frozen bot waits for a snapshot that began after the stop was accepted', async () => {
  const world = failing();
  freeze(world);
  await world.clock.pass(5_000);
  const { result, next } = await stopAndNext(world, [now, now + 4_999, now + 5_000, now + 5_001]);
  expect([result, next]).toEqual(['pending', ['wait', 'wait', 'wait', 'end']]);
});

test('the stop of a frozen bot waits until a placement without a known outcome cannot arrive any more', async () => {
  const world = failing();
  const { memory, context } = world;
  const order = liveOrder(desiredEntry, { state: 'unknown' });
  memory.orders.set(order.clientId, { ...order, placement: { ...order.placement, sentAt: now - 1 } });
  freeze(world);
  const until = now - 1 + deadlineMs + context.exchange.venue.notFoundGraceMs;
  expect((await stopAndNext(world, [now + 1, until, until + 1])).next).toEqual(['wait', 'wait', 'end']);
});

test('a stop that arrives while its bot fails is neither refused nor done, so that its sender sends it again', async () => {
  const { result } = await stopAndNext(failing(), []);
  expect(result).toBe('pending');
});

test('a stop from before the freeze closes the position of the frozen bot without a second command, also after a restart', async () => {
  const world = openWorld();
  const first = world.begin('first');
  await world.run(15_000);
  expect(world.of('broken').position()).toBeGreaterThan(0n);
  // No cancel and no closing order reaches the exchange before the bot is frozen.
  world.control.cancelMs = 3_600_000;
  expect(await Promise.race([first.dispatch(stopOf(true)), world.run(50)])).toBe('done');
  const [fill] = world.of('broken').fills;
  if (fill === undefined) throw new Error('The bot has no fill.');
  world.poison.push({ ...fill, fillId: 'poison', fee: undefined as never });
  await world.run(60_000);
  expect(first.accountSnapshot('a')?.frozenBots).toBe(1);
  void first.stop();
  world.memory.disconnect('first');
  world.control.cancelMs = 0;
  const second = world.begin('second', unreadable);
  await world.run(60_000);
  expect([world.of('broken').position(), world.of('broken').resting()]).toEqual([0n, []]);
  expect(world.memory.contents.views.get('broken')).toMatchObject({ status: 'completed', endReason: 'frozen' });
  await second.stop();
});

test('a running bot that freezes after its stop closes its position without a second command', async () => {
  const world = openWorld();
  const engine = world.begin('first');
  await world.run(15_000);
  const [fill] = world.of('broken').fills;
  if (fill === undefined) throw new Error('The bot has no fill.');
  world.intercept((order) => (order.type === 'market' ? { kind: 'unknown', cause: 'no response' } : null));
  expect(await Promise.race([engine.dispatch(stopOf(true)), world.run(50)])).toBe('done');
  world.poison.push({ ...fill, fillId: 'poison', fee: undefined as never });
  await world.run(60_000);
  expect(world.of('broken').position()).toBeGreaterThan(0n);
  expect(engine.accountSnapshot('a')?.frozenBots).toBe(1);
  world.intercept(() => null);
  await world.run(60_000);
  expect([world.of('broken').position(), world.of('broken').resting()]).toEqual([0n, []]);
  await engine.stop();
});
