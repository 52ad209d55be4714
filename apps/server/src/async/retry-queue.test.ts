// What the engine is offered: every page of it, and a bot that does not answer holds up those behind it for a bounded time.
import { expect, test } from 'vitest';
import { createVirtualClock } from '@rondo/testkit';
import { serverLimits } from '../limits.ts';
import { drainQueue } from './retry-queue.ts';

const pageOf = (bots: readonly number[], rows: number) => async (after: number) =>
  bots.filter((bot) => bot > after).slice(0, rows);

test('everything is offered, page after page, in its order', async () => {
  const clock = createVirtualClock(0);
  const offered: number[] = [];
  const bots = [3, 4, 7, 8, 9, 12, 20];
  await drainQueue(clock, {
    read: pageOf(bots, 3),
    positionOf: (bot) => bot,
    dispatch: async (bot) => void offered.push(bot),
  });
  expect(offered).toEqual(bots);
});

test('a thousand bots that never answer hold up those behind them for eight seconds', async () => {
  const clock = createVirtualClock(0);
  const answeredAt = new Map<number, number>();
  const dead = 1_000;
  const bots = Array.from({ length: dead + 50 }, (_, index) => index + 1);
  const work = drainQueue(clock, {
    read: pageOf(bots, 1_000),
    positionOf: (bot) => bot,
    async dispatch(bot) {
      if (bot <= dead) await new Promise(() => undefined);
      answeredAt.set(bot, clock.now());
    },
  });
  await clock.runUntil(10_000);
  await work;
  expect([...answeredAt.keys()]).toEqual(bots.slice(dead));
  const turns = Math.ceil(dead / serverLimits.dispatchConcurrency);
  expect(Math.max(...answeredAt.values())).toBe(turns * serverLimits.dispatchPaceMs);
  expect(turns * serverLimits.dispatchPaceMs).toBeLessThanOrEqual(8_000);
});
