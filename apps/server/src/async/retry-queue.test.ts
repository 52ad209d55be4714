// Tests the retry queue: every page is dispatched, and a bot that does not respond delays the other bots for a bounded time.
import { expect, test } from 'vitest';
import { createVirtualClock } from '@rondo/testkit';
import { serverLimits } from '../limits.ts';
import { causeOf } from '../ops/log.ts';
import { drainQueue } from './retry-queue.ts';

const pageOf = (bots: readonly number[], rows: number) => async (after: number) =>
  bots.filter((bot) => bot > after).slice(0, rows);

test('every item of every page is dispatched once, in the sequence of the list', async () => {
  const clock = createVirtualClock(0);
  const dispatched: number[] = [];
  const bots = [3, 4, 7, 8, 9, 12, 20];
  await drainQueue(clock, {
    read: pageOf(bots, 3),
    positionOf: (bot) => bot,
    dispatch: async (bot) => void dispatched.push(bot),
  });
  expect(dispatched).toEqual(bots);
});

test('a thousand bots that never respond delay the other bots by at most eight seconds', async () => {
  const clock = createVirtualClock(0);
  const dispatchedAt = new Map<number, number>();
  const dead = 1_000;
  const bots = Array.from({ length: dead + 50 }, (_, index) => index + 1);
  const work = drainQueue(clock, {
    read: pageOf(bots, 1_000),
    positionOf: (bot) => bot,
    async dispatch(bot) {
      if (bot <= dead) await new Promise(() => undefined);
      dispatchedAt.set(bot, clock.now());
    },
  });
  await clock.runUntil(10_000);
  await work;
  expect([...dispatchedAt.keys()]).toEqual(bots.slice(dead));
  const turns = Math.ceil(dead / serverLimits.dispatchConcurrency);
  expect(Math.max(...dispatchedAt.values())).toBe(turns * serverLimits.dispatchPaceMs);
  expect(turns * serverLimits.dispatchPaceMs).toBeLessThanOrEqual(8_000);
});

test('when one item fails, the other items of the page are dispatched, and the error is thrown afterwards', async () => {
  const dispatched: number[] = [];
  const work = drainQueue(createVirtualClock(0), {
    read: pageOf([1, 2, 3, 4], 10),
    positionOf: (bot) => bot,
    async dispatch(bot) {
      if (bot <= 2) throw new Error(`bot ${bot} is refused`);
      dispatched.push(bot);
    },
  });
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  expect(dispatched).toEqual([3, 4]);
  expect(causeOf(error)).toBe('bot 1 is refused');
});
