// Tests of an account whose private stream is not connected, because its handshake waits in the queue. The account trades on
// readings: it enters, and its readings find the fills.
import type { VirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import type { Exchange, ExchangeHint } from '../src/ports/index.ts';
import type { FakeExchange } from './fake-exchange.ts';
import { openWorld } from './fake-world.ts';

const handshakeWaitMs = 100_000;

/** Returns an exchange whose private stream is connected after `handshakeWaitMs`. Earlier pushes of the stream are lost. */
function delayStream(real: FakeExchange, clock: VirtualClock): Exchange {
  return {
    ...real,
    listen(listener, instruments, needs) {
      let isConnected = false;
      const hear = (hint: ExchangeHint): void => {
        if (isConnected || hint.kind === 'ticker' || hint.kind === 'mark') listener(hint);
      };
      clock.after(handshakeWaitMs, () => {
        isConnected = true;
        listener({ kind: 'connected' });
      });
      return real.listen(hear, instruments, needs);
    },
  };
}

test('an account whose handshake waits for 100 s enters within 20 s, and its exits cover the position', async () => {
  const { begin, run, exchange, steps } = openWorld(delayStream);
  const engine = begin('first');
  await run(20_000);
  expect(exchange.position()).toBeGreaterThan(0n);
  expect(exchange.restingSells()).toBe(exchange.position());
  expect(steps().filter((step) => step.startsWith('entry'))).toHaveLength(2);
  await engine.stop();
});

test('while the handshake waits, the exits cover the fill of the first entry within 2 s', async () => {
  const { begin, run, exchange } = openWorld(delayStream);
  const engine = begin('first');
  for (let ms = 0; exchange.position() === 0n && ms < 20_000; ms += 100) await run(100);
  expect(exchange.position()).toBeGreaterThan(0n);
  await run(2_000);
  expect(exchange.restingSells()).toBe(exchange.position());
  await engine.stop();
});

test('while the handshake waits, a reading finds the fill of a resting entry within 10 s, and the exits cover the larger position', async () => {
  const { begin, run, exchange } = openWorld(delayStream);
  const engine = begin('first');
  await run(20_000);
  const before = exchange.position();
  exchange.setPrice(198_000n);
  expect(exchange.position()).toBeGreaterThan(before);
  await run(10_000);
  expect(exchange.restingSells()).toBe(exchange.position());
  await engine.stop();
});

test('when the stream is connected after the entries, no order and no fill was counted twice', async () => {
  const { begin, run, exchange, memory } = openWorld(delayStream);
  const engine = begin('first');
  await run(handshakeWaitMs + 20_000);
  expect(memory.contents.fills).toHaveLength(exchange.fills.length);
  expect(exchange.restingSells()).toBe(exchange.position());
  await engine.stop();
});
