// Tests of an exchange that executes commands while every reading fails. The engine sends cancels, closes and exits
// without a delay, because no pass waits for a reading.
import type { VirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import type { Exchange, Report } from '../src/ports/index.ts';
import type { FakeExchange } from './fake-exchange.ts';
import { openWorld, stop } from './fake-world.ts';

const readTimeoutMs = 6_500;

type Darkness = { readonly isDark: boolean; readonly isSilent: boolean };

/** Returns an exchange whose readings time out while `isDark` is true, and which pushes no order while `isSilent` is true. */
function darken(real: FakeExchange, clock: VirtualClock, state: Darkness): Exchange {
  const late = async <T>(read: () => Promise<Report<T>>): Promise<Report<T>> => {
    if (!state.isDark) return read();
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
    listen: (listener, ...input) =>
      real.listen((hint) => void (state.isSilent && hint.kind === 'order' ? null : listener(hint)), ...input),
  };
}

function openDarkWorld() {
  const state = { isDark: false, isSilent: false };
  const world = openWorld((real, clock) => darken(real, clock, state));
  return { ...world, state };
}

test('after a stop command, the resting orders are cancelled and the position is closed within one second while no reading succeeds', async () => {
  const { begin, run, exchange, state, memory } = openDarkWorld();
  const engine = begin('first');
  await run(15_000);
  expect(exchange.resting()).toHaveLength(3);
  state.isDark = true;
  await run(60_000);
  const stopped = engine.dispatch(stop);
  await run(1_000);
  expect([exchange.resting(), exchange.position()]).toEqual([[], 0n]);
  expect(await stopped).toBe('done');
  state.isDark = false;
  await run(60_000);
  expect([exchange.position(), memory.contents.views.get('bot')?.state]).toEqual([
    0n,
    expect.stringContaining('"completion":"stopped_closed"'),
  ]);
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

test('after a restart that reads nothing from the exchange, a stop command cancels the resting orders of a bot and closes its position within one second', async () => {
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
  expect([exchange.resting(), exchange.position()]).toEqual([[], 0n]);
  expect(await stopped).toBe('done');
  state.isDark = false;
  await run(60_000);
  expect(exchange.position()).toBe(0n);
  await second.stop();
});

test('when the exchange also pushes no order, a stop command closes the position within one second with one closing order', async () => {
  const { begin, run, exchange, state, memory } = openDarkWorld();
  const engine = begin('first');
  await run(15_000);
  state.isDark = true;
  await run(60_000);
  state.isSilent = true;
  const fillsBefore = exchange.fills.length;
  void engine.dispatch(stop);
  await run(1_000);
  expect([exchange.resting(), exchange.position()]).toEqual([[], 0n]);
  await run(60_000);
  state.isDark = false;
  state.isSilent = false;
  await run(60_000);
  expect([exchange.position(), exchange.fills.length]).toEqual([0n, fillsBefore + 1]);
  expect(memory.contents.views.get('bot')?.state).toEqual(expect.stringContaining('"completion":"stopped_closed"'));
  await engine.stop();
});
