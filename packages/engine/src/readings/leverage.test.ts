// Tests of the times at which the leverage of a bot is read while it differs from the configuration.
import { decimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { finishReadings, openActorWorld } from '../../tests/actor-world.ts';
import { desiredEntry, liveOrder } from '../../tests/builders.ts';
import { leverageRetryMs, slowReadEveryMs } from '../limits.ts';
import type { Exchange } from '../ports/index.ts';
import { leverageDueAt, startLeverageReadings } from './leverage.ts';

const now = 1_000_000;
const tenMinutes = 600_000;
const refused: Exchange['setLeverage'] = async () => ({ kind: 'rejected', code: '', message: '', reason: 'other' });

// An active bot without a position. The exchange always reports a leverage that differs from the configuration.
function openWorld() {
  const readAt: number[] = [];
  const world = openActorWorld(now, {
    leverage: async () => {
      readAt.push(world.clock.now() - now);
      return { ok: true, value: decimal('3'), startedAt: world.clock.now() };
    },
    setLeverage: refused,
  });
  const { clock, context, memory, bot } = world;
  bot.state = { ...bot.state, status: 'active' };
  memory.snapshot = { startedAt: now, positions: [], openOrders: [] };
  const readFor = async (durationMs: number): Promise<void> => {
    for (const until = clock.now() + durationMs; leverageDueAt(memory) <= until;) {
      await clock.runUntil(Math.max(clock.now(), leverageDueAt(memory)));
      memory.renewedAt = clock.now();
      startLeverageReadings(context);
      await finishReadings(context);
    }
  };
  return { ...world, readAt, readFor };
}

test('a leverage that the exchange refuses to change is read again after 2, 4, 8, 16 and 32 s, and then every 60 s', async () => {
  const { readAt, readFor } = openWorld();
  await readFor(tenMinutes / 5);
  expect(readAt).toEqual([0, 2_000, 6_000, 14_000, 30_000, 62_000]);
});

test('a leverage that differs is read once a minute while an order rests, and within 2 s after the end of the order', async () => {
  const { clock, memory, readAt, readFor } = openWorld();
  const order = liveOrder(desiredEntry);
  memory.orders.set(order.clientId, order);
  await readFor(tenMinutes);
  expect(readAt).toEqual(Array.from({ length: 11 }, (_, index) => index * slowReadEveryMs));
  await clock.runUntil(clock.now() + 30_000);
  memory.orders.clear();
  expect(leverageDueAt(memory)).toBeLessThanOrEqual(clock.now() + leverageRetryMs);
});
