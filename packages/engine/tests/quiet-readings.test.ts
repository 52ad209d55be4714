// Tests which requests an account sends while its private stream is healthy: which pushed positions cause a snapshot, and which parts a
// snapshot reads.
import type { VirtualClock } from '@rondo/testkit';
import { decimal, lots } from '@rondo/decimal';
import { expect, test } from 'vitest';
import type { Exchange, ExchangeHint } from '../src/ports/index.ts';
import { smallLadder } from './builders.ts';
import type { FakeExchange } from './fake-exchange.ts';
import { openWorld } from './fake-world.ts';

type Watched = {
  readonly requests: {
    part: 'positions' | 'balance' | 'orders' | 'ordersAndTriggers' | 'settings' | 'leverage' | 'lookup';
    at: number;
  }[];
  push: (hint: ExchangeHint) => void;
  /** The actor tells the stream its needs after each pass. */
  passes: number;
};

// Counts the requests, and gives the test the listener of the stream.
function watch(watched: Watched) {
  return (real: FakeExchange, clock: VirtualClock): Exchange => {
    const note = (part: Watched['requests'][number]['part']): void => {
      watched.requests.push({ part, at: clock.now() });
    };
    return {
      ...real,
      positions(instruments) {
        note('positions');
        return real.positions(instruments);
      },
      balance() {
        note('balance');
        return real.balance();
      },
      openOrders(instruments, listing) {
        note(listing === 'withoutTriggers' ? 'orders' : 'ordersAndTriggers');
        return real.openOrders(instruments, listing);
      },
      account() {
        note('settings');
        return real.account();
      },
      leverage(instrumentId) {
        note('leverage');
        return real.leverage(instrumentId);
      },
      lookup(instrument, clientId, isTrigger) {
        note('lookup');
        return real.lookup(instrument, clientId, isTrigger);
      },
      listen(listener, instruments, needs) {
        watched.push = listener;
        const stream = real.listen(listener, instruments, needs);
        return {
          ...stream,
          need(next) {
            watched.passes += 1;
            stream.need(next);
          },
        };
      },
    };
  };
}

// Runs a bot until its ladder rests, its readings are slow, and the latest snapshot has just ended.
async function openQuiet() {
  const watched: Watched = { requests: [], push: () => undefined, passes: 0 };
  const { begin, run, clock, exchange } = openWorld(watch(watched));
  const engine = begin('first');
  await run(40_000);
  const count = (part: Watched['requests'][number]['part']): number =>
    watched.requests.filter((request) => request.part === part).length;
  watched.requests.length = 0;
  while (count('positions') === 0) await run(100);
  await run(100);
  watched.requests.length = 0;
  return { engine, run, clock, exchange, watched, count };
}

test('a pushed position causes a snapshot only when it differs from the open size of the bot', async () => {
  const { engine, run, exchange, watched, count } = await openQuiet();
  const read = await exchange.positions([smallLadder.instrument]);
  const positions = read.ok ? read.value : [];
  expect(positions.map((position) => position.lots)).toEqual([exchange.position()]);
  watched.push({ kind: 'positions', positions });
  await run(3_000);
  expect(count('positions')).toBe(0);
  watched.push({ kind: 'positions', positions: positions.map((position) => ({ ...position, lots: lots(1n) })) });
  await run(1_000);
  expect(count('positions')).toBe(1);
  await engine.stop();
});

test('trigger orders of an account without trigger orders are listed every two minutes, and its other orders in each snapshot and between two snapshots', async () => {
  const { engine, run, exchange, watched, count } = await openQuiet();
  for (let pushes = 0; pushes < 60; pushes += 1) {
    const read = await exchange.positions([smallLadder.instrument]);
    watched.push({ kind: 'positions', positions: read.ok ? read.value : [] });
    await run(5_000);
  }
  expect(count('ordersAndTriggers')).toBeGreaterThanOrEqual(2);
  expect(count('ordersAndTriggers')).toBeLessThanOrEqual(3);
  expect(count('positions')).toBeGreaterThanOrEqual(4);
  expect(count('positions')).toBeLessThanOrEqual(6);
  const listings = count('orders') + count('ordersAndTriggers') - count('positions');
  expect(listings).toBeGreaterThanOrEqual(count('positions') - 1);
  expect(listings).toBeLessThanOrEqual(2 * count('positions'));
  await engine.stop();
});

test('a position that is not pushed any more is read every 30 s', async () => {
  const { engine, run, count } = await openQuiet();
  await run(300_000);
  expect(count('positions')).toBeGreaterThanOrEqual(8);
  await engine.stop();
});

test('a snapshot reads the balance when the last pushed balance is older than 30 s', async () => {
  const { engine, run, clock, watched, count } = await openQuiet();
  for (let pushes = 0; pushes < 20; pushes += 1) {
    const amount = decimal('5000');
    const balance = { equity: amount, cash: amount, available: amount, at: clock.now() };
    watched.push({ kind: 'balance', balance });
    await run(5_000);
  }
  expect([count('balance'), count('positions') > 0]).toEqual([0, true]);
  await run(100_000);
  expect(count('balance')).toBeGreaterThan(0);
  await engine.stop();
});

test('an idle account runs one pass for each snapshot, and none for a reading that shows nothing new', async () => {
  const { engine, run, exchange, watched, count } = await openQuiet();
  watched.passes = 0;
  for (let pushes = 0; pushes < 60; pushes += 1) {
    const read = await exchange.positions([smallLadder.instrument]);
    watched.push({ kind: 'positions', positions: read.ok ? read.value : [] });
    await run(5_000);
  }
  // Without pushes of the balance, each snapshot reads the positions once. The pushes keep the listings from reading them.
  const readings = new Set(watched.requests.map(({ at }) => at)).size;
  expect(readings).toBeGreaterThanOrEqual(12);
  expect(watched.passes).toBeGreaterThan(0);
  expect(watched.passes).toBeLessThanOrEqual(count('positions') + 1);
  await engine.stop();
});

test('the leverage is not read while pushed positions show it as planned', async () => {
  const { engine, run, exchange, watched, count } = await openQuiet();
  const read = await exchange.positions([smallLadder.instrument]);
  const positions = (read.ok ? read.value : []).map((each) => ({ ...each, leverage: smallLadder.leverage }));
  for (let pushes = 0; pushes < 300; pushes += 1) {
    watched.push({ kind: 'positions', positions });
    await run(5_000);
  }
  expect(count('leverage')).toBe(0);
  watched.push({ kind: 'positions', positions: positions.map((each) => ({ ...each, leverage: decimal('3') })) });
  await run(1_000);
  expect(count('leverage')).toBe(1);
  await run(900_000);
  expect(count('leverage')).toBeGreaterThan(1);
  await engine.stop();
});

test('after a restart, resting orders are listed and not looked up one by one', async () => {
  const watched: Watched = { requests: [], push: () => undefined, passes: 0 };
  const { begin, run, exchange } = openWorld(watch(watched));
  const first = begin('first');
  await run(40_000);
  expect(exchange.resting().length).toBeGreaterThan(2);
  await first.stop();
  watched.requests.length = 0;
  const second = begin('second');
  await run(40_000);
  const asked = new Set(watched.requests.map(({ part }) => part));
  expect([asked.has('ordersAndTriggers'), asked.has('lookup')]).toEqual([true, false]);
  await second.stop();
});
