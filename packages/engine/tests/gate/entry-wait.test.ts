// Tests that the engine reports why the entries of a bot wait, with whole engines on the fake exchange.
import { decimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import type { Exchange } from '../../src/ports/index.ts';
import type { FakeExchange } from '../fake-exchange.ts';
import { openWorld } from '../fake-world.ts';

const second = 1_000;

function openWaitingWorld(wrap: (real: FakeExchange) => Exchange) {
  const { begin, run, steps } = openWorld(wrap);
  const engine = begin('node');
  return { engine, run, steps, waits: () => engine.accountSnapshot('a')?.waits };
}

test('a bot without a mark price waits for a price, and the reason ends when the price arrives', async () => {
  let hasMark = false;
  const { engine, run, steps, waits } = openWaitingWorld((real) => ({
    ...real,
    listen: (listener, ...rest) =>
      real.listen((hint) => (hint.kind === 'mark' && !hasMark ? undefined : listener(hint)), ...rest),
  }));
  await run(10 * second);
  expect(waits()).toEqual({});
  await run(20 * second);
  expect(waits()).toEqual({ bot: 'price' });
  hasMark = true;
  await run(10 * second);
  expect([waits(), steps().includes('entry2')]).toEqual([{}, true]);
  await engine.stop();
});

test('a bot waits until the leverage at the exchange is as planned', async () => {
  let leverage = decimal('3');
  const { engine, run, steps, waits } = openWaitingWorld((real) => ({
    ...real,
    leverage: async () => ({ ok: true, value: leverage, startedAt: 0 }),
    setLeverage: async () => ({ kind: 'rejected', code: 'LEVERAGE', message: '', reason: 'other' }),
  }));
  await run(60 * second);
  expect(waits()).toEqual({ bot: 'leverage' });
  leverage = decimal('5');
  await run(120 * second);
  expect([waits(), steps().includes('entry2')]).toEqual([{}, true]);
  await engine.stop();
});

test('a bot whose entry was refused for lack of margin waits for margin', async () => {
  const { engine, run, waits } = openWaitingWorld((real) => ({
    ...real,
    place: (order) =>
      !order.reduces && order.type === 'limit'
        ? Promise.resolve({ kind: 'rejected', code: 'MARGIN', message: '', reason: 'margin' })
        : real.place(order),
  }));
  await run(30 * second);
  expect(waits()).toEqual({ bot: 'margin' });
  await engine.stop();
});
