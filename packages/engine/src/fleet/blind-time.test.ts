// Tests of the time without the private stream (`blindMs`). A failed reconnection attempt does not begin this time
// again.
import { createVirtualClock, createMemoryJournal, seededChance } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { botRow, keyedHash } from '../../tests/builders.ts';
import { createFakeExchange } from '../../tests/fake-exchange.ts';
import type { Exchange, ExchangeHint } from '../ports/index.ts';
import { createEngine } from './fleet.ts';

test('`blindMs` counts from the loss of the stream, also when a reconnection attempt fails, and is null after the connection', async () => {
  const clock = createVirtualClock(1_000_000);
  const journal = createMemoryJournal(clock);
  journal.addBot(botRow());
  const hear: { hint: (hint: ExchangeHint) => void } = { hint: () => undefined };
  const fake = createFakeExchange(clock, 200_000n);
  const exchange: Exchange = {
    ...fake,
    listen(listener, instruments, needs) {
      hear.hint = listener;
      return fake.listen(listener, instruments, needs);
    },
  };
  const engine = createEngine({
    clock,
    chance: seededChance('1'),
    log: { write: () => undefined },
    journal: journal.connect('node'),
    exchangeFor: () => exchange,
    clientIdKey: keyedHash,
  });
  const blindMs = (): number | null | undefined => engine.accountSnapshot('a')?.blindMs;
  engine.start(['a']);
  expect([engine.accountIds(), blindMs()]).toEqual([['a'], null]);
  await clock.pass(2_000);
  expect(blindMs()).toBeNull();
  hear.hint({ kind: 'disconnected', cause: 'cut' });
  await clock.pass(10_000);
  hear.hint({ kind: 'disconnected', cause: 'refused' });
  await clock.pass(10_000);
  expect(blindMs()).toBe(20_000);
  hear.hint({ kind: 'connected' });
  await clock.pass(100);
  expect(blindMs()).toBeNull();
  await engine.stop();
});
