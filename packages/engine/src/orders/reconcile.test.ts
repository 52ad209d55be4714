// Tests of the comparison between desired and existing orders. A slot has at most one open order, and exits are placed
// before entries.
import { decimal, lots, ticks } from '@rondo/decimal';
import { desiredOrders, step, type DesiredOrder } from '@rondo/strategy';
import { expect, test } from 'vitest';
import {
  botRow,
  desiredEntry,
  desiredExit,
  endedOrder,
  keyedHash,
  liveOrder,
  slotOf,
  smallLadder,
} from '../../tests/builders.ts';
import { amendRefusalsMax } from '../limits.ts';
import { newBotMemory, type BotMemory } from '../memory/bot-memory.ts';
import type { OrderRecord } from '../memory/order-record.ts';
import { addsExposure, rankOf, reconcile, type AmendCommand, type ExchangeCommand } from './reconcile.ts';

const now = 1_000_000;

function botWith(...desired: readonly DesiredOrder[]): BotMemory {
  const bot = newBotMemory(botRow());
  bot.desired = desired;
  return bot;
}

const kinds = (bot: BotMemory, orders: readonly OrderRecord[]): readonly string[] =>
  reconcile({ bot, desired: bot.desired, orders, now, keyedHash, mark: null }).map((command) => command.kind);

test('reconcile places each desired order that does not exist, with exits before entries', () => {
  const bot = botWith(desiredEntry, desiredExit);
  const commands = reconcile({ bot, desired: bot.desired, orders: [], now, keyedHash, mark: null });
  expect(commands.map((command) => (command.kind === 'place' ? command.slot.kind : command.kind))).toEqual([
    'baseExit',
    'entry',
  ]);
});

test('reconcile leaves an order unchanged when it rests as desired, amends an order that differs, and cancels an order that is not desired', () => {
  expect(kinds(botWith(desiredExit), [liveOrder(desiredExit)])).toEqual([]);
  expect(kinds(botWith({ ...desiredExit, price: ticks(209_000n) }), [liveOrder(desiredExit)])).toEqual(['amend']);
  expect(kinds(botWith(), [liveOrder(desiredExit)])).toEqual(['cancel']);
});

test('reconcile places a new generation only after the older order of its slot has ended', () => {
  const next = { ...desiredEntry, generation: 1 };
  for (const state of ['sent', 'unknown'] as const)
    expect(kinds(botWith(next), [liveOrder(desiredEntry, { state })])).toEqual([]);
  expect(kinds(botWith(next), [liveOrder(desiredEntry)])).toEqual(['cancel']);
  expect(kinds(botWith(next), [liveOrder(desiredEntry, { state: 'cancelled' })])).toEqual([]);
  expect(kinds(botWith(next), [endedOrder(desiredEntry, 'cancelled')])).toEqual(['place']);
});

test('while an amend of an order is pending, reconcile returns neither a second amend nor a cancel of the order', () => {
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

test('an order that was proven never placed is sent again when the desired order is unchanged, and its client id is abandoned when the desired order has changed', () => {
  const never = liveOrder(desiredEntry, { state: 'never' });
  expect(kinds(botWith(desiredEntry), [never])).toEqual(['place']);
  expect(kinds(botWith({ ...desiredEntry, lots: lots(99n) }), [never])).toEqual(['abandon']);
  expect(kinds(botWith(), [never])).toEqual(['abandon']);
});

test('a stopped bot cancels an order with an unknown outcome once, and a running bot waits until the order is shown', () => {
  const running = botWith();
  const stopped = botWith();
  stopped.state = { ...stopped.state, stop: { closePosition: true } };
  const unknown = liveOrder(desiredEntry, { state: 'unknown' });
  expect(kinds(stopped, [unknown])).toEqual(['cancel']);
  expect(kinds(stopped, [liveOrder(desiredExit, { state: 'unknown', type: 'trigger' })])).toEqual(['cancel']);
  expect(kinds(running, [unknown])).toEqual([]);
  expect(kinds(stopped, [{ ...unknown, wasCancelAsked: true }])).toEqual([]);
  expect(kinds(stopped, [liveOrder(desiredEntry, { state: 'sent' })])).toEqual([]);
  for (const type of ['ioc', 'market'] as const) expect(kinds(stopped, [{ ...unknown, type }])).toEqual([]);
  const kept = botWith(desiredExit);
  kept.state = stopped.state;
  expect(kinds(kept, [liveOrder(desiredExit, { state: 'unknown' })])).toEqual([]);
});

test('after the end of its signal, step 1 is not placed, and an order of step 1 that was proven never placed is abandoned', () => {
  const source = { ruleKey: 'rsi', instrument: 'a', bar: null, closedAt: 0, values: {}, readingHash: '' };
  const openedUntil = (validUntil: number): BotMemory => {
    const bot = newBotMemory(botRow({ ...smallLadder, waitsForSignal: true }));
    for (const event of [
      { kind: 'start' },
      { kind: 'signal', stepDistance: null, validUntil, source, at: 0 },
      { kind: 'price', price: ticks(200_000n) },
    ] as const)
      bot.state = step(bot.state, event).state;
    bot.desired = desiredOrders(bot.state);
    return bot;
  };
  const [inTime, late] = [openedUntil(now), openedUntil(now - 1)];
  expect([kinds(inTime, []), kinds(late, [])]).toEqual([['place'], []]);
  const never = late.desired.map((desired) => liveOrder(desired, { state: 'never' }));
  expect([kinds(inTime, never), kinds(late, never)]).toEqual([['place'], ['abandon']]);
});

test('reconcile leaves a kept exit as it rests, places no kept exit, and abandons a kept exit that was proven never placed', () => {
  const bot = botWith({ ...desiredExit, price: ticks(209_000n), isKept: true });
  expect(kinds(bot, [liveOrder(desiredExit)])).toEqual([]);
  expect(kinds(bot, [liveOrder(desiredExit, { amendRefusals: amendRefusalsMax })])).toEqual([]);
  expect(kinds(bot, [liveOrder(desiredExit, { state: 'unknown' })])).toEqual([]);
  expect(kinds(bot, [])).toEqual([]);
  for (const kept of [bot, botWith({ ...desiredExit, isKept: true })])
    expect(kinds(kept, [liveOrder(desiredExit, { state: 'never' })])).toEqual(['abandon']);
});

test('reconcile places no order in a slot whose order the user cancelled, and none in a slot that waits after a refusal', () => {
  const bot = botWith(desiredEntry);
  bot.skippedSlots.add('entry/1/2');
  expect(kinds(bot, [])).toEqual([]);
  const refused = botWith(desiredEntry);
  refused.backoffs.set('entry/1/2', { until: now + 1, count: 1 });
  expect(kinds(refused, [])).toEqual([]);
});

test('a cancel waits for its slot only when the exchange refused an earlier cancel of the order because of the key', () => {
  const bot = botWith();
  bot.backoffs.set('baseExit/1/0', { until: now + 1, count: 1 });
  expect(kinds(bot, [liveOrder(desiredExit, { wasCancelAsked: true })])).toEqual(['cancel']);
  expect(kinds(bot, [liveOrder(desiredExit, { isCancelRefused: true })])).toEqual([]);
});

test('an abandoned client id is not abandoned a second time and is not used for another order', () => {
  const abandoned = endedOrder(desiredEntry, 'never');
  expect(kinds(botWith(), [abandoned])).toEqual([]);
  expect(kinds(botWith(desiredEntry), [abandoned])).toEqual([]);
});

test('the slot of a refused order is used at the end of its pause, and its resting order is not amended before', () => {
  const other = { ...desiredExit, price: ticks(209_000n) };
  for (const [until, placed, amended] of [
    [now + 1, [], []],
    [now, ['place'], ['amend']],
  ] as const) {
    const bot = botWith(other);
    bot.backoffs.set('baseExit/1/0', { until, count: 1 });
    expect(kinds(bot, [])).toEqual(placed);
    expect(kinds(bot, [liveOrder(desiredExit)])).toEqual(amended);
  }
});

test('an order is amended when only its size differs, and a partially filled order is cancelled when it is not desired', () => {
  expect(kinds(botWith({ ...desiredExit, lots: lots(60n) }), [liveOrder(desiredExit)])).toEqual(['amend']);
  expect(kinds(botWith(), [liveOrder(desiredExit, { state: 'partiallyFilled' })])).toEqual(['cancel']);
});

test('an order is amended only to a size above its filled size', () => {
  const order = liveOrder(desiredExit, { state: 'partiallyFilled', filledLots: 20n });
  expect(kinds(botWith({ ...desiredExit, lots: lots(19n) }), [order])).toEqual([]);
  expect(kinds(botWith({ ...desiredExit, lots: lots(20n) }), [order])).toEqual([]);
  expect(kinds(botWith({ ...desiredExit, lots: lots(21n) }), [order])).toEqual(['amend']);
});

test('an order whose amends were refused `amendRefusalsMax` times is cancelled instead of amended', () => {
  const bot = botWith({ ...desiredExit, price: ticks(209_000n) });
  expect(kinds(bot, [liveOrder(desiredExit, { amendRefusals: amendRefusalsMax - 1 })])).toEqual(['amend']);
  expect(kinds(bot, [liveOrder(desiredExit, { amendRefusals: amendRefusalsMax })])).toEqual(['cancel']);
});

test.each(['ioc', 'market'] as const)('an open order of the type %s is not amended', (type) => {
  expect(kinds(botWith({ ...desiredExit, type, lots: lots(60n) }), [liveOrder({ ...desiredExit, type })])).toEqual([]);
});

test('the id of a desired order is calculated once, and the same desired order has another id in another bot', () => {
  const desired = { ...desiredEntry };
  let hashes = 0;
  const counted = (text: string): string => {
    hashes += 1;
    return keyedHash(text);
  };
  const idsOf = (bot: BotMemory): readonly unknown[] =>
    reconcile({ bot, desired: [desired], orders: [], now, keyedHash: counted, mark: null }).map((command) =>
      command.kind === 'place' ? command.clientId : command.kind,
    );
  const bot = botWith(desired);
  expect(idsOf(bot)).toEqual(idsOf(bot));
  expect(hashes).toBe(1);
  const other = newBotMemory({ ...botRow(), botNumber: 8 });
  expect(idsOf(other)).not.toEqual(idsOf(bot));
});

const place = (desired: DesiredOrder): ExchangeCommand => {
  const bot = botWith(desired);
  return { kind: 'place', bot, slot: slotOf(desired), clientId: 'id', desired };
};
const amend = (desired: DesiredOrder, size: bigint): AmendCommand => {
  return { kind: 'amend', bot: botWith(), order: liveOrder(desired), desired: { ...desired, lots: lots(size) } };
};
const cancel = (desired: DesiredOrder): ExchangeCommand => {
  return { kind: 'cancel', bot: botWith(), order: liveOrder(desired) };
};

test('commands are executed in the sequence abandon, cancel of an entry, cancel of an exit, close, other reducing order, order that can enlarge the position', () => {
  const close: DesiredOrder = { ...desiredExit, slot: { kind: 'close', round: 1, step: 0 }, type: 'market' };
  const abandoned = liveOrder(desiredEntry, { state: 'never' });
  const ranked: readonly ExchangeCommand[] = [
    { kind: 'abandon', bot: botWith(), order: abandoned },
    cancel(desiredEntry),
    cancel(desiredExit),
    place(close),
    place(desiredExit),
    place(desiredEntry),
  ];
  expect(ranked.map(rankOf)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(rankOf(amend(desiredEntry, desiredEntry.lots))).toBe(4);
  expect(rankOf({ ...amend(close, 60n), order: liveOrder(close) })).toBe(4);
});

test('only a placement of an entry and an amend of an entry to a larger size can enlarge the position', () => {
  expect([place(desiredEntry), place(desiredExit)].map(addsExposure)).toEqual([true, false]);
  expect([99n, 100n, 101n].map((size) => addsExposure(amend(desiredEntry, size)))).toEqual([false, false, true]);
  expect(addsExposure(amend(desiredExit, 60n))).toBe(false);
  expect(addsExposure(cancel(desiredEntry))).toBe(false);
});

test('reconcile gives a new order an id with the mark of the instance, and an order with an id of another mark keeps its id', () => {
  const bot = botWith(desiredEntry, desiredExit);
  const known = liveOrder({ ...desiredExit, price: ticks(209_000n) });
  const commands = reconcile({ bot, desired: bot.desired, orders: [known], now, keyedHash, mark: 'ab12' });
  expect(commands.map((command) => (command.kind === 'place' ? command.clientId.slice(0, 7) : command.kind))).toEqual([
    'amend',
    'q2rab12',
  ]);
  const unplaced = liveOrder(desiredExit, { state: 'never' });
  const other = botWith(desiredExit);
  const again = reconcile({ bot: other, desired: other.desired, orders: [unplaced], now, keyedHash, mark: 'ab12' });
  expect(again).toMatchObject([{ kind: 'place', clientId: unplaced.clientId }]);
});

test('after the end of a signal the first order of the round is not placed, and the market close of a late lot is placed', () => {
  const bot = newBotMemory(botRow({ ...smallLadder, waitsForSignal: true }));
  const source = { ruleKey: 'rsi', instrument: 'a', bar: null, closedAt: 0, values: {}, readingHash: '' };
  const late = { price: ticks(200_000n), lots: lots(10n), fee: decimal('0'), liquidity: null, fillId: '1', at: now };
  for (const event of [
    { kind: 'start' },
    { kind: 'fill', slot: { kind: 'entry', round: 0, step: 2 }, generation: 0, ...late },
    { kind: 'signal', stepDistance: null, validUntil: now - 1, source, at: now - 2 },
    { kind: 'price', price: ticks(200_000n) },
  ] as const)
    bot.state = step(bot.state, event).state;
  bot.desired = desiredOrders(bot.state);
  const commandsOf = (orders: readonly OrderRecord[]) =>
    reconcile({ bot, desired: bot.desired, orders, now, keyedHash, mark: null });
  expect(bot.desired.map(({ slot }) => slot.kind)).toEqual(['close', 'entry']);
  expect(commandsOf([])).toMatchObject([{ kind: 'place', slot: { kind: 'close' } }]);
  const never = bot.desired.map((desired) => liveOrder(desired, { state: 'never' }));
  expect(commandsOf(never)).toMatchObject([
    { kind: 'abandon', order: { slot: { kind: 'entry' } } },
    { kind: 'place', slot: { kind: 'close' } },
  ]);
});
