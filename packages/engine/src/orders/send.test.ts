// Tests of the outcomes of placements. For each reason of a refusal, the tests check the state of the order, the event
// for its bot and the next attempt.
import { lots, ticks } from '@rondo/decimal';
import { desiredOrders, step, type DesiredOrder } from '@rondo/strategy';
import { fakeVenue } from '@rondo/testkit';
import { expect, test } from 'vitest';
import {
  botRow,
  desiredEntry,
  desiredExit,
  factsAt,
  keyedHash,
  liveOrder,
  memoryWithBot,
  slotOf,
  smallLadder,
} from '../../tests/builders.ts';
import {
  exitAbove,
  intentsOf,
  liveIn,
  openSendWorld,
  placeOf,
  sendAndRecord,
  sendNow as now,
  statesOf,
  timeOut,
} from '../../tests/send-world.ts';
import type { FactContext } from '../facts/batch.ts';
import { deadlineMs, leaseGuardMs } from '../limits.ts';
import { newBotMemory } from '../memory/bot-memory.ts';
import type { OrderRecord } from '../memory/order-record.ts';
import type { Outcome, RejectReason } from '../ports/index.ts';
import { clientOrderId } from './client-order-id.ts';
import type { ExchangeCommand } from './reconcile.ts';
import { recordPlace } from './send.ts';

type Recorded = { readonly facts: FactContext; readonly order: OrderRecord; readonly reasons: readonly unknown[] };

function recorded(
  outcome: Outcome<{ readonly venueOrderId: string }>,
  { desired = desiredEntry, resends = 0 }: { readonly desired?: DesiredOrder; readonly resends?: number } = {},
): Recorded {
  const { memory, bot } = memoryWithBot(now);
  const sent = liveOrder(desired, { state: 'sent', journalState: 'sent', resends });
  memory.orders.set(sent.clientId, sent);
  memory.isSlowReadWanted = false;
  const facts = factsAt(memory, now);
  recordPlace(facts, { bot, clientId: sent.clientId, outcome });
  const order = memory.orders.get(sent.clientId) ?? sent;
  const reasons = facts.batch.events.map(({ body }) => JSON.parse(body).reason as unknown);
  return { facts, order, reasons };
}

const refused = (reason: RejectReason): Outcome<never> => ({ kind: 'rejected', code: '1', message: '', reason });

test('an order is live after the exchange has accepted the order', () => {
  const { order, facts } = recorded({ kind: 'accepted', value: { venueOrderId: '9' } });
  expect(order).toMatchObject({ kind: 'active', state: 'live', wasSeen: true });
  expect(facts.batch.intents).toEqual([{ id: order.placement.intentIds[0], state: 'live', evidence: 'acked' }]);
});

test('when the outcome of an order is unknown, the order stays unknown and the log of the bot says that the order is being verified', () => {
  const { order, facts } = recorded({ kind: 'unknown', cause: 'timeout' });
  expect(order).toMatchObject({ kind: 'active', state: 'unknown' });
  expect(facts.batch.logs.map((line) => line.messageKey)).toEqual(['bots.log.orderBeingVerified']);
  expect(facts.batch.events).toEqual([]);
});

test.each(['duplicate', 'busy'] as const)(
  'when the exchange refuses an order as %s, the outcome of the order is unknown and the order is looked up',
  (reason) => {
    const { order } = recorded(refused(reason));
    expect(order).toMatchObject({ kind: 'active', state: 'unknown', lookups: { isDue: true } });
  },
);

test('an order that the exchange refused before processing waits and is then sent once more with the same client id', () => {
  const first = recorded(refused('notPlaced'));
  expect(first.order).toMatchObject({ kind: 'active', state: 'never', resends: 1 });
  expect(first.facts.memory.bots.get('bot')?.backoffs.get('entry/1/2')?.until).toBeGreaterThan(now);
  const second = recorded(refused('notPlaced'), { resends: 1 });
  expect(second.order).toMatchObject({ kind: 'finished', state: 'rejected' });
  expect(second.reasons).toEqual(['deferred']);
});

const ends: readonly (readonly [RejectReason, string, string])[] = [
  ['margin', 'blocked', 'rejected'],
  ['size', 'rejected', 'rejected'],
  ['price', 'deferred', 'deferred'],
  ['rules', 'deferred', 'deferred'],
  ['passed', 'rejected', 'rejected'],
  ['tier', 'rejected', 'rejected'],
  ['reduceOnly', 'deferred', 'deferred'],
  ['positionMode', 'rejected', 'rejected'],
  ['instrument', 'deferred', 'deferred'],
  ['gone', 'rejected', 'rejected'],
  ['key', 'deferred', 'deferred'],
  ['other', 'rejected', 'rejected'],
];

test.each(ends)(
  'a refusal with the reason %s ends an entry as %s and an exit as %s, and the slot of the order waits',
  (reason, entry, exit) => {
    for (const [desired, end] of [
      [desiredEntry, entry],
      [desiredExit, exit],
    ] as const) {
      const { order, reasons, facts } = recorded(refused(reason), { desired });
      expect(order).toMatchObject({ kind: 'finished', state: 'rejected' });
      expect(reasons).toEqual([end]);
      expect(facts.batch.intents.map(({ state }) => state)).toEqual(['rejected']);
      const bot = facts.memory.bots.get('bot');
      expect(bot?.backoffs.size).toBe(1);
      expect(bot?.blocks.size).toBe(end === 'blocked' ? 1 : 0);
    }
  },
);

test('only a refusal because of the key makes the engine read the account settings', () => {
  const asking = ends
    .map(([reason]) => reason)
    .filter((reason) => recorded(refused(reason)).facts.memory.isSlowReadWanted);
  expect(asking).toEqual(['key']);
});

test('when a push has shown the order before the response, a refusal is logged as a contradiction, and any other outcome changes nothing', () => {
  const outcomes: readonly Outcome<never>[] = [
    refused('margin'),
    refused('duplicate'),
    refused('busy'),
    { kind: 'unknown', cause: 'time-out' },
  ];
  const seen = outcomes.map((outcome) => {
    const { memory, bot } = memoryWithBot(now);
    const order = liveOrder(desiredEntry);
    memory.orders.set(order.clientId, order);
    const facts = factsAt(memory, now);
    recordPlace(facts, { bot, clientId: order.clientId, outcome });
    const { state, refusal, lookups } = order;
    return [state, refusal, lookups.isDue, facts.batch.logs.map((line) => line.messageKey)];
  });
  const unchanged = ['live', null, false, []];
  const contradiction = ['live', null, false, ['bots.log.orderContradiction']];
  expect(seen).toEqual([contradiction, unchanged, unchanged, unchanged]);
});

test('the response to a placement changes nothing when the bot was frozen before the response', () => {
  const { memory, bot } = memoryWithBot(now);
  const facts = factsAt(memory, now);
  recordPlace(facts, { bot, clientId: 'q2r', outcome: { kind: 'accepted', value: { venueOrderId: '9' } } });
  expect([facts.batch.intents, facts.batch.logs, memory.orders.size]).toEqual([[], [], 0]);
});

test('a stop that is refused because the price is already beyond its trigger is reported to the bot as passed', () => {
  const stop: DesiredOrder = { ...desiredExit, slot: { kind: 'stopLoss', round: 1, step: 0 }, type: 'trigger' };
  expect(recorded(refused('passed'), { desired: stop }).reasons).toEqual(['passed']);
});

test('after an accepted placement, the account is read again only while the private stream is lost', () => {
  for (const isConnected of [true, false]) {
    const { memory, bot } = memoryWithBot(now);
    memory.isConnected = isConnected;
    memory.isSnapshotWanted = false;
    const order = liveOrder(desiredEntry, { state: 'sent', journalState: 'sent' });
    memory.orders.set(order.clientId, order);
    const { clientId } = order;
    recordPlace(factsAt(memory, now), { bot, clientId, outcome: { kind: 'accepted', value: { venueOrderId: '9' } } });
    expect(memory.isSnapshotWanted).toBe(!isConnected);
  }
});

test('the intents of a group are stored before its commands are sent, and all outcomes are stored afterwards in one transaction', async () => {
  const world = await openSendWorld();
  const { bot, memory, calls, requests, context } = world;
  bot.skippedSlots.add('entry/1/3');
  const commands = [placeOf(world, exitAbove), placeOf(world, { ...desiredEntry, price: ticks(199_000n) })];
  expect(await sendAndRecord(context, commands)).toBe('sent');
  expect(calls).toEqual(['commit', 'place', 'place', 'facts']);
  const { instrument } = bot.config;
  const clientId = clientOrderId(slotOf(exitAbove), keyedHash);
  const terms = { side: 'sell', type: 'limit', price: 211_000n, lots: 50n, reduces: true };
  const deadlineAt = now + deadlineMs;
  expect(requests[0]).toEqual({ instrument, clientId, positionSide: 'long', ...terms, deadlineAt });
  const [intent] = intentsOf(world);
  const payload = JSON.stringify({
    instrumentId: instrument.id,
    clientId,
    positionSide: 'long',
    side: 'sell',
    type: 'limit',
    price: '211000',
    lots: '50',
    reduces: true,
  });
  expect(intent).toEqual({
    id: `${clientId}/${now.toString(36)}.1p`,
    slot: slotOf(exitAbove),
    clientId,
    verb: 'place',
    payload,
    payloadHash: keyedHash(payload),
    deadlineAt,
    epoch: memory.epoch,
    state: 'live',
    evidence: 'acked',
    sentAt: now,
  });
  expect(memory.orders.get(clientId)).toMatchObject({
    kind: 'active',
    slot: slotOf(exitAbove),
    ...terms,
    payload,
    state: 'live',
    factAt: now,
    placement: { intentIds: [intent?.id], sentAt: now, deadlineAt },
  });
});

test('the intent of a command is stored as sent and without evidence before the outcome is known', async () => {
  let stored: unknown = null;
  const world = await openSendWorld({
    place: (order) => {
      const record = world.memory.orders.get(order.clientId);
      stored = [statesOf(world), record?.kind === 'active' && [record.state, record.journalState, record.factAt]];
      return timeOut();
    },
  });
  await sendAndRecord(world.context, [placeOf(world, desiredEntry)]);
  expect(stored).toEqual([[['place', 'sent', '']], ['sent', 'sent', now]]);
});

test('when the outcome of a placement is unknown, the line in the log of the bot names the kind and the step of the order', async () => {
  const world = await openSendWorld({ place: timeOut });
  await sendAndRecord(world.context, [placeOf(world, desiredEntry)]);
  const messageKey = 'bots.log.orderBeingVerified';
  expect(world.journal.contents.logs).toEqual([
    { botId: 'bot', type: 'ORDER', messageKey, parameters: { kind: 'entry', step: '2' }, at: now },
  ]);
});

test('no command is sent when the lease belongs to another node, and the orders stay unchanged', async () => {
  const world = await openSendWorld();
  const { memory, calls, context } = world;
  const order = await liveIn(world, exitAbove);
  memory.epoch += 1n;
  const other = { ...exitAbove, lots: lots(60n) };
  const before = calls.length;
  const commands: ExchangeCommand[] = [
    placeOf(world, desiredEntry),
    { kind: 'amend', bot: world.bot, order, desired: other },
  ];
  expect(await sendAndRecord(context, commands)).toBe('fenced');
  expect(calls.slice(before)).toEqual(['commit']);
  expect(memory.orders.size).toBe(1);
  expect(order.command).toBeNull();
});

test('no command is sent when the last renewal of the lease is too old, and the outcome of each command counts as unknown', async () => {
  const world = await openSendWorld();
  const { memory, bot, calls, context } = world;
  const [amended, cancelled] = [
    await liveIn(world, exitAbove),
    await liveIn(world, { ...desiredEntry, price: ticks(1n) }),
  ];
  const before = calls.length;
  memory.renewedAt = now - leaseGuardMs - 1;
  const placed: DesiredOrder = { ...desiredEntry, slot: { ...desiredEntry.slot, step: 3 } };
  const commands: ExchangeCommand[] = [
    placeOf(world, placed),
    { kind: 'amend', bot, order: amended, desired: { ...exitAbove, lots: lots(60n) } },
    { kind: 'cancel', bot, order: cancelled },
  ];
  expect(await sendAndRecord(context, commands)).toBe('late');
  expect(calls.slice(before)).toEqual(['commit', 'facts']);
  expect(memory.orders.get(clientOrderId(slotOf(placed), keyedHash))?.state).toBe('unknown');
  for (const order of [amended, cancelled])
    expect(order).toMatchObject({ command: { state: 'unknown' }, lookups: { isDue: true } });
  memory.renewedAt = now - leaseGuardMs;
  expect(await sendAndRecord(context, [placeOf(world, { ...placed, slot: { ...placed.slot, step: 1 } })])).toBe('sent');
});

test('each command of a group with commands of two bots is sent once', async () => {
  const world = await openSendWorld();
  const instrument = { ...smallLadder.instrument, id: 'BTC-USDT-SWAP' };
  const row = { ...botRow({ ...smallLadder, instrument }), botId: 'other', botNumber: 8 };
  world.journal.addBot(row);
  const other = newBotMemory(row);
  world.memory.bots.set('other', other);
  const slot = { ...slotOf(desiredEntry), botId: 'other', botNumber: 8 };
  const clientId = clientOrderId(slot, keyedHash);
  const command: ExchangeCommand = { kind: 'place', bot: other, slot, clientId, desired: desiredEntry };
  await sendAndRecord(world.context, [placeOf(world, desiredEntry), command]);
  const own = clientOrderId(slotOf(desiredEntry), keyedHash);
  expect(world.requests).toMatchObject([{ clientId: own }, { clientId }]);
  expect([...world.memory.orders.values()].map(({ state }) => state)).toEqual(['live', 'live']);
});

test('an abandoned order is finished as never placed without a request and without an intent', async () => {
  const world = await openSendWorld();
  const { memory, bot, calls, context } = world;
  const order = liveOrder(desiredEntry, { state: 'never' });
  memory.orders.set(order.clientId, order);
  await liveIn(world, exitAbove);
  const before = calls.length;
  // The journal has no intent of the order, so the intents of the record are removed.
  order.placement = { ...order.placement, intentIds: [] };
  expect(await sendAndRecord(context, [{ kind: 'abandon', bot, order }])).toBe('sent');
  expect(calls.slice(before)).toEqual(['facts']);
  expect(memory.orders.get(order.clientId)).toMatchObject({ kind: 'finished', state: 'never' });
});

test('when no order is abandoned, no transaction is stored before the intents', async () => {
  const world = await openSendWorld();
  world.bot.backoffs.set('entry/1/3', { until: now + 1_000, count: 1 });
  await sendAndRecord(world.context, [placeOf(world, desiredEntry)]);
  expect(world.calls).toEqual(['commit', 'place', 'facts']);
});

test('an order that was proven never placed is sent again unchanged with its client id, and its earlier intents are closed with the outcome', async () => {
  const priceBand = { farthestPerMille: 50n, edgePerMille: 40n };
  const world = await openSendWorld({ venue: { ...fakeVenue, priceBand } });
  const { memory, bot, context } = world;
  const order = await liveIn(world, exitAbove);
  order.state = 'never';
  order.lookups = { ...order.lookups, notFoundAt: [1, 2] };
  const ticker = { instrumentId: bot.config.instrument.id, bid: null, ask: null, at: now, receivedAt: now };
  memory.tickers.set(ticker.instrumentId, { ...ticker, last: ticks(300_000n) });
  await world.clock.runUntil(now + 1);
  await sendAndRecord(context, [placeOf(world, exitAbove)]);
  expect(statesOf(world)).toEqual([
    ['place', 'never', 'sent again'],
    ['place', 'live', 'acked'],
  ]);
  expect(memory.orders.get(order.clientId)).toBe(order);
  expect(order).toMatchObject({ state: 'live', price: 211_000n, lookups: { notFoundAt: [] } });
  expect(order.placement.intentIds).toEqual([intentsOf(world)[1]?.id]);
});

test('an order that is sent again starts with no "not found" responses when the outcome is unknown again', async () => {
  let isDark = false;
  const accepted = { kind: 'accepted', value: { venueOrderId: '9' } } as const;
  const world = await openSendWorld({ place: () => (isDark ? timeOut() : Promise.resolve(accepted)) });
  const order = await liveIn(world, exitAbove);
  order.state = 'never';
  order.lookups = { isDue: false, lastAt: 5, notFoundAt: [1, 2] };
  isDark = true;
  await world.clock.runUntil(now + 1);
  await sendAndRecord(world.context, [placeOf(world, exitAbove)]);
  expect(order).toMatchObject({ state: 'unknown', lookups: { isDue: false, lastAt: 5, notFoundAt: [] } });
});

test('a new exit whose price crosses the last price too far is sent with the price at the edge of the band', async () => {
  const priceBand = { farthestPerMille: 50n, edgePerMille: 40n };
  const world = await openSendWorld({ venue: { ...fakeVenue, priceBand } });
  const { memory, bot } = world;
  const ticker = { instrumentId: bot.config.instrument.id, bid: null, ask: null, at: now, receivedAt: now };
  memory.tickers.set(ticker.instrumentId, { ...ticker, last: ticks(300_000n) });
  const order = await liveIn(world, exitAbove);
  expect([order.price, world.requests[0]]).toMatchObject([288_000n, { price: 288_000n }]);
});

test('the first order of a round has no deadline after the end of its signal', async () => {
  const { bot, context, requests, ...world } = await openSendWorld();
  const source = { ruleKey: 'rsi', instrument: 'a', bar: null, closedAt: 0, values: {}, readingHash: '' };
  const validUntil = now + deadlineMs - 1;
  bot.state = { ...bot.state, config: { ...bot.state.config, waitsForSignal: true } };
  for (const event of [
    { kind: 'start' },
    { kind: 'signal', stepDistance: null, validUntil, source, at: now },
    { kind: 'price', price: ticks(200_000n) },
  ] as const)
    bot.state = step(bot.state, event).state;
  const [first] = desiredOrders(bot.state);
  if (first === undefined) throw new Error('The bot desires no first order.');
  const inWorld = { ...world, bot, context };
  await sendAndRecord(context, [placeOf(inWorld, first)]);
  // An order that reduces does not open the round.
  await sendAndRecord(context, [placeOf(inWorld, exitAbove)]);
  expect(requests).toMatchObject([
    { type: 'ioc', deadlineAt: validUntil },
    { reduces: true, deadlineAt: now + deadlineMs },
  ]);
});
