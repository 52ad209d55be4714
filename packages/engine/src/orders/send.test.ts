// Tests of the outcomes of placements. For each reason of a refusal, the tests check the state of the order, the event
// for its bot and the next attempt.
import { expect, test } from 'vitest';
import { desiredEntry, desiredExit, factsAt, liveOrder, memoryWithBot } from '../../tests/builders.ts';
import type { DesiredOrder } from '@rondo/strategy';
import type { FactContext } from '../facts/batch.ts';
import type { OrderRecord } from '../memory/order-record.ts';
import type { Outcome, RejectReason } from '../ports/index.ts';
import { recordPlace } from './send.ts';

const now = 1_000_000;

type Recorded = { readonly facts: FactContext; readonly order: OrderRecord; readonly reasons: readonly unknown[] };

function recorded(
  outcome: Outcome<{ readonly venueOrderId: string }>,
  { desired = desiredEntry, resends = 0 }: { readonly desired?: DesiredOrder; readonly resends?: number } = {},
): Recorded {
  const { memory, bot } = memoryWithBot(now);
  const sent = liveOrder(desired, { state: 'sent', journalState: 'sent', resends });
  memory.orders.set(sent.clientId, sent);
  const facts = factsAt(memory, now);
  recordPlace(facts, { bot, order: sent, outcome });
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

test('a stop that is refused because the price is already beyond its trigger is reported to the bot as passed', () => {
  const stop: DesiredOrder = { ...desiredExit, slot: { kind: 'stopLoss', round: 1, step: 0 }, type: 'trigger' };
  expect(recorded(refused('passed'), { desired: stop }).reasons).toEqual(['passed']);
});
