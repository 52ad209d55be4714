// Tests of amends and cancels. For each outcome, the tests check the order, its pending command and its intent.
import { lots, ticks } from '@rondo/decimal';
import type { DesiredOrder } from '@rondo/strategy';
import { expect, test } from 'vitest';
import {
  exitAbove,
  intentsOf,
  liveIn,
  openSendWorld,
  refuse,
  sendAndRecord,
  sendNow as now,
  statesOf,
  timeOut,
  type SendWorld,
} from '../../tests/send-world.ts';
import { amendRefusalsMax, deadlineMs } from '../limits.ts';
import { finishedOrder, type ActiveOrder } from '../memory/order-record.ts';
import type { Outcome } from '../ports/index.ts';

test('an accepted amend changes the order, and its intent names the new price and the new size', async () => {
  const world = await openSendWorld();
  const { bot, context, requests, clock } = world;
  const order = await liveIn(world, exitAbove);
  order.amendRefusals = 2;
  await clock.runUntil(now + 5);
  const desired = { ...exitAbove, price: ticks(212_000n), lots: lots(60n) };
  await sendAndRecord(context, [{ kind: 'amend', bot, order, desired }]);
  const { clientId } = order;
  const { instrument } = bot.config;
  const deadlineAt = now + 5 + deadlineMs;
  expect(requests[1]).toEqual({ instrument, clientId, trigger: false, price: 212_000n, lots: 60n, deadlineAt });
  expect(order).toMatchObject({ price: 212_000n, lots: 60n, command: null, amendRefusals: 0, factAt: now + 5 });
  expect(order.wasCancelAsked).toBe(false);
  const id = `${clientId}/${(now + 5).toString(36)}.2a`;
  const payload = JSON.stringify({ clientId, price: '212000', lots: '60' });
  const stored = { id, verb: 'amend', payload, deadlineAt, state: 'done', evidence: 'accepted', slot: order.slot };
  expect(intentsOf(world)[1]).toMatchObject(stored);
});

test('while the outcome of an amend is unknown, the order has the pending command with the new price and size', async () => {
  const seen: unknown[] = [];
  const world = await openSendWorld({
    amend: () => {
      seen.push(order.command?.state);
      return timeOut();
    },
  });
  const { bot, context } = world;
  const order = await liveIn(world, exitAbove);
  const desired = { ...exitAbove, price: ticks(212_000n), lots: lots(60n) };
  await sendAndRecord(context, [{ kind: 'amend', bot, order, desired }]);
  expect(seen).toEqual(['sent']);
  expect(order).toMatchObject({ price: 211_000n, lots: 50n, lookups: { isDue: true, notFoundAt: [] } });
  expect(order.command).toEqual({
    verb: 'amend',
    intentId: intentsOf(world)[1]?.id,
    state: 'unknown',
    sentAt: now,
    deadlineAt: now + deadlineMs,
    price: 212_000n,
    lots: 60n,
  });
  expect(statesOf(world)[1]).toEqual(['amend', 'unknown', 'unknown']);
});

test('when an order to amend is gone, the outcome is unknown and the order is looked up', async () => {
  const world = await openSendWorld({ amend: refuse('gone') });
  const { bot, context } = world;
  const order = await liveIn(world, exitAbove);
  await sendAndRecord(context, [{ kind: 'amend', bot, order, desired: { ...exitAbove, lots: lots(60n) } }]);
  expect(order).toMatchObject({ command: { state: 'unknown' }, lookups: { isDue: true }, amendRefusals: 0 });
  expect(statesOf(world)[1]).toEqual(['amend', 'unknown', '51']);
});

test('a refused amend leaves the order unchanged, is counted, and its slot waits', async () => {
  const world = await openSendWorld({ amend: refuse('price') });
  const { bot, context } = world;
  const order = await liveIn(world, exitAbove);
  await sendAndRecord(context, [{ kind: 'amend', bot, order, desired: { ...exitAbove, lots: lots(60n) } }]);
  expect(order).toMatchObject({ lots: 50n, command: null, amendRefusals: 1, refusal: null });
  expect(bot.backoffs.get('baseExit/1/0')?.until).toBeGreaterThan(now);
  expect(statesOf(world)[1]).toEqual(['amend', 'rejected', '51']);
});

test('an amend that is refused because of the key is not counted, and the engine reads the account settings', async () => {
  for (const [reason, refusals] of [
    ['key', 0],
    ['price', 1],
  ] as const) {
    const world = await openSendWorld({ amend: refuse(reason) });
    const { bot, context, memory } = world;
    memory.isSlowReadWanted = false;
    const order = await liveIn(world, exitAbove);
    await sendAndRecord(context, [{ kind: 'amend', bot, order, desired: { ...exitAbove, lots: lots(60n) } }]);
    expect([order.amendRefusals, bot.backoffs.size]).toEqual([refusals, 1]);
    expect(memory.isSlowReadWanted).toBe(reason === 'key');
  }
});

test('a stop whose new trigger the market has passed is cancelled by the next pass, and its slot does not wait', async () => {
  const stop: DesiredOrder = { ...exitAbove, slot: { kind: 'stopLoss', round: 1, step: 0 }, type: 'trigger' };
  const world = await openSendWorld({ amend: refuse('passed') });
  const { bot, context, requests } = world;
  const order = await liveIn(world, stop);
  await sendAndRecord(context, [{ kind: 'amend', bot, order, desired: { ...stop, price: ticks(212_000n) } }]);
  expect(requests[1]).toMatchObject({ trigger: true });
  expect(order.refusal).toEqual({ reason: 'passed', code: '' });
  expect(order.amendRefusals).toBe(amendRefusalsMax);
  expect(bot.backoffs.size).toBe(0);
});

test('an accepted cancel stays pending until the end of the order is seen, and the order is not looked up at once', async () => {
  const world = await openSendWorld();
  const { bot, context, requests, clock } = world;
  const order = await liveIn(world, exitAbove);
  order.lookups = { isDue: true, lastAt: 0, notFoundAt: [3] };
  await clock.runUntil(now + 5);
  await sendAndRecord(context, [{ kind: 'cancel', bot, order }]);
  const { clientId } = order;
  expect(requests[1]).toEqual({ instrument: bot.config.instrument, clientId, trigger: false });
  const [, intent] = intentsOf(world);
  const payload = JSON.stringify({ clientId, price: null, lots: null });
  expect(intent).toMatchObject({ verb: 'cancel', payload, deadlineAt: 0, state: 'live', evidence: 'accepted' });
  expect(order.command).toEqual({
    verb: 'cancel',
    intentId: intent?.id,
    state: 'acknowledged',
    sentAt: now + 5,
    deadlineAt: 0,
    price: 211_000n,
    lots: 50n,
  });
  expect(order.wasCancelAsked).toBe(true);
  expect(order.lookups).toEqual({ isDue: false, lastAt: 0, notFoundAt: [3] });
});

test('when the exchange does not find an order with an unknown outcome, its cancel has ended, and the order is looked up because it may still arrive', async () => {
  const world = await openSendWorld({ cancel: refuse('gone') });
  const { bot, context } = world;
  const order = await liveIn(world, exitAbove);
  order.state = 'unknown';
  await sendAndRecord(context, [{ kind: 'cancel', bot, order }]);
  expect(order).toMatchObject({ state: 'unknown', command: null, wasCancelAsked: true, lookups: { isDue: true } });
  expect(statesOf(world)[1]).toEqual(['cancel', 'rejected', '51']);
});

test.each([
  ['unknown', timeOut],
  ['rejected', refuse('gone')],
] as const)('after a cancel whose outcome is %s, the order is looked up', async (kind, cancel) => {
  const stop: DesiredOrder = { ...exitAbove, slot: { kind: 'stopLoss', round: 1, step: 0 }, type: 'trigger' };
  const world = await openSendWorld({ cancel });
  const { bot, context, requests } = world;
  const order = await liveIn(world, stop);
  await sendAndRecord(context, [{ kind: 'cancel', bot, order }]);
  expect(requests[1]).toMatchObject({ trigger: true });
  expect(order).toMatchObject({ command: { state: 'unknown' }, lookups: { isDue: true } });
  expect(statesOf(world)[1]).toEqual(['cancel', 'unknown', kind]);
});

test.each([
  ['refused because of the key', refuse('key'), { isRefused: true, state: 'unknown' }],
  ['refused for another reason', refuse('busy'), { isRefused: false, state: 'unknown' }],
  ['without a known outcome', timeOut, { isRefused: false, state: 'unknown' }],
  ['accepted', undefined, { isRefused: false, state: 'acknowledged' }],
] as const)(
  'after a cancel that is %s, only a refusal because of the key makes its slot wait and the account settings due',
  async (_case, cancel, { isRefused, state }) => {
    for (const known of ['live', 'unknown'] as const) {
      const world = await openSendWorld(cancel === undefined ? {} : { cancel });
      const { bot, context, memory } = world;
      memory.isSlowReadWanted = false;
      const order = await liveIn(world, exitAbove);
      order.state = known;
      order.isCancelRefused = !isRefused;
      await sendAndRecord(context, [{ kind: 'cancel', bot, order }]);
      expect(order).toMatchObject({ isCancelRefused: isRefused, command: { verb: 'cancel', state } });
      expect([...bot.backoffs.keys()]).toEqual(isRefused ? ['baseExit/1/0'] : []);
      expect(memory.isSlowReadWanted).toBe(isRefused);
    }
  },
);

type Ending = readonly [string, (world: SendWorld, order: ActiveOrder) => void];

// The changes of an order between a command and its response.
const endings: readonly Ending[] = [
  ['its bot was frozen', ({ memory }, order) => void memory.orders.delete(order.clientId)],
  ['it ended', ({ memory }, order) => void memory.orders.set(order.clientId, finishedOrder(order, 'filled'))],
  ['it ended and was shown as open again', (_world, order) => void (order.command = null)],
];

test.each(endings)(
  'the response to an amend or a cancel of an order changes nothing when %s before',
  async (_case, end) => {
    for (const kind of ['amend', 'cancel'] as const) {
      const respond = (): Promise<Outcome<never>> => {
        end(world, order);
        return timeOut();
      };
      const world: SendWorld = await openSendWorld({ [kind]: respond });
      const { bot, context, memory } = world;
      const order = await liveIn(world, exitAbove);
      const command = kind === 'cancel' ? { kind, bot, order } : { kind, bot, order, desired: exitAbove };
      await sendAndRecord(context, [command]);
      expect(statesOf(world)[1]).toEqual([kind, 'sent', '']);
      expect(memory.orders.get(order.clientId) ?? {}).not.toHaveProperty('command.state');
    }
  },
);
