// Tests of a key that loses the permission to trade and gets the permission again while a position is open.
import { fakeVenueCodes } from '@rondo/testkit';
import { expect, test } from 'vitest';
import type { Exchange, Outcome } from '../src/ports/index.ts';
import { openWorld, stop } from './fake-world.ts';

const minute = 60_000;

// Returns a world whose exchange refuses commands while the key has no permission. `asked` contains the commands that were sent.
function openRefusingWorld() {
  const asked: string[] = [];
  let isRefusing = false;
  const world = openWorld((real): Exchange => {
    const guarded =
      <Input, Value>(name: string, run: (input: Input) => Promise<Outcome<Value>>) =>
      (input: Input): Promise<Outcome<Value>> => {
        asked.push(name);
        return isRefusing ? Promise.resolve({ kind: 'rejected', code: 'KEY', message: '', reason: 'key' }) : run(input);
      };
    return {
      ...real,
      place: guarded('place', (order: Parameters<Exchange['place']>[0]) => real.place(order)),
      amend: guarded('amend', (order: Parameters<Exchange['amend']>[0]) => real.amend(order)),
      cancel: guarded('cancel', (order: Parameters<Exchange['cancel']>[0]) => real.cancel(order)),
    };
  });
  const refuse = (next: boolean): void => {
    isRefusing = next;
    asked.length = 0;
    world.exchange.setAccount({ level: fakeVenueCodes.tradingLevel, permissions: next ? [] : ['orders'] });
  };
  return { ...world, asked, refuse };
}

async function openWithLostKey() {
  const world = openRefusingWorld();
  const engine = world.begin('first');
  await world.run(20_000);
  world.refuse(true);
  const before = world.exchange.position();
  world.exchange.setPrice(198_000n);
  expect(world.exchange.position()).toBeGreaterThan(before);
  return { ...world, engine };
}

test('when the key may trade again after minutes, a missing exit is placed within 20 s', async () => {
  const { exchange, steps, refuse, run, engine } = await openWithLostKey();
  const exit = exchange.resting()[steps().findIndex((step) => step.startsWith('baseExit'))];
  exchange.cancelByUser(exit ?? '');
  await run(8 * minute + 15_000);
  expect(exchange.restingSells()).toBe(0n);
  refuse(false);
  await run(20_000);
  expect(exchange.restingSells()).toBe(exchange.position());
  await engine.stop();
});

test('while the settings of the account show that the key may not trade, no order is placed, so a missing exit uses no further client id', async () => {
  const { asked, exchange, steps, run, engine } = await openWithLostKey();
  const exit = exchange.resting()[steps().findIndex((step) => step.startsWith('baseExit'))];
  exchange.cancelByUser(exit ?? '');
  await run(minute);
  asked.length = 0;
  await run(8 * minute);
  expect(asked).not.toContain('place');
  await engine.stop();
});

test('while the exchange refuses the key, no exit is cancelled because its amends were refused', async () => {
  const { asked, run, engine } = await openWithLostKey();
  await run(5 * minute);
  expect(asked).toContain('amend');
  expect(asked).not.toContain('cancel');
  await engine.stop();
});

test('while the exchange refuses the key, the cancel of one order of a stopped bot is sent at most ten times in five minutes', async () => {
  const { asked, exchange, run, engine } = await openWithLostKey();
  await engine.dispatch(stop);
  const resting = exchange.resting().length;
  await run(5 * minute);
  const cancels = asked.filter((name) => name === 'cancel').length;
  expect(cancels).toBeGreaterThan(0);
  expect(cancels).toBeLessThanOrEqual(10 * resting);
  await engine.stop();
});
