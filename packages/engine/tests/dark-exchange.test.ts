// Tests of an exchange that executes commands while every reading fails. The engine sends cancels, closes and exits
// without a delay, because no pass waits for a reading.
import type { VirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import type { Exchange, Report } from '../src/ports/index.ts';
import type { FakeExchange } from './fake-exchange.ts';
import { openWorld, stop } from './fake-world.ts';

const readTimeoutMs = 6_500;

/** Returns an exchange whose readings time out while `isDark` returns true. */
function darken(real: FakeExchange, clock: VirtualClock, isDark: () => boolean): Exchange {
  const late = async <T>(read: () => Promise<Report<T>>): Promise<Report<T>> => {
    if (!isDark()) return read();
    const startedAt = clock.now();
    await new Promise<void>((resolve) => void clock.after(readTimeoutMs, resolve));
    return { ok: false, cause: 'time-out', reason: 'unavailable', startedAt };
  };
  return {
    ...real,
    lookup: (...input) => late(() => real.lookup(...input)),
    openOrders: (...input) => late(() => real.openOrders(...input)),
    orderHistory: (...input) => late(() => real.orderHistory(...input)),
    fillsAfter: (...input) => late(() => real.fillsAfter(...input)),
    billsAfter: (...input) => late(() => real.billsAfter(...input)),
    positions: (...input) => late(() => real.positions(...input)),
    account: () => late(() => real.account()),
    balance: () => late(() => real.balance()),
    leverage: (...input) => late(() => real.leverage(...input)),
  };
}

function openDarkWorld() {
  const state = { isDark: false };
  const world = openWorld((real, clock) => darken(real, clock, () => state.isDark));
  return { ...world, state };
}

test('after a stop command, the resting orders are cancelled within one second while no reading succeeds', async () => {
  const { begin, run, exchange, state } = openDarkWorld();
  const engine = begin('first');
  await run(15_000);
  expect(exchange.resting()).toHaveLength(3);
  state.isDark = true;
  await run(60_000);
  const stopped = engine.dispatch(stop);
  await run(1_000);
  expect(exchange.resting()).toEqual([]);
  expect(await stopped).toBe('done');
  state.isDark = false;
  await run(60_000);
  expect(exchange.position()).toBe(0n);
  await engine.stop();
});

test('after a pushed fill of an entry, the exits cover the larger position within one second while no reading succeeds', async () => {
  const { begin, run, exchange, state, clock } = openDarkWorld();
  const engine = begin('first');
  await run(15_000);
  state.isDark = true;
  await run(60_000);
  const before = exchange.position();
  exchange.setPrice(198_000n);
  expect(exchange.position()).toBeGreaterThan(before);
  const filledAt = clock.now();
  while (exchange.restingSells() < exchange.position() && clock.now() < filledAt + 10_000) await run(50);
  expect(clock.now() - filledAt).toBeLessThanOrEqual(1_000);
  await engine.stop();
});

test('after a restart that reads nothing from the exchange, a stop command cancels the resting orders of a bot with a position within one second', async () => {
  const { begin, run, exchange, state } = openDarkWorld();
  const first = begin('first');
  await run(15_000);
  expect([exchange.resting().length, exchange.position() > 0n]).toEqual([3, true]);
  state.isDark = true;
  await first.stop();
  const second = begin('second');
  await run(5_000);
  const stopped = second.dispatch(stop);
  await run(1_000);
  expect(exchange.resting()).toEqual([]);
  expect(await stopped).toBe('done');
  state.isDark = false;
  await run(60_000);
  expect(exchange.position()).toBe(0n);
  await second.stop();
});
