// Tests that a bot which waits for margin places its entry when the exchange pushes a balance that suffices.
import { decimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import type { ExchangeHint } from '../src/ports/index.ts';
import { openWorld } from './fake-world.ts';

const second = 1_000;

test('an entry that was refused for lack of margin is placed within 100 ms after the exchange pushes a larger balance', async () => {
  let isShort = true;
  let hear: (hint: ExchangeHint) => void = () => undefined;
  const { begin, run, steps, clock } = openWorld((real) => ({
    ...real,
    place: (order) =>
      isShort && !order.reduces && order.type === 'limit'
        ? Promise.resolve({ kind: 'rejected', code: 'MARGIN', message: '', reason: 'margin' })
        : real.place(order),
    balance: async () => ({ ok: false, cause: '', reason: 'unavailable', startedAt: clock.now() }),
    listen: (listener, ...rest) => {
      hear = listener;
      return real.listen(listener, ...rest);
    },
  }));
  const push = (available: string): void => {
    const amount = decimal(available);
    hear({ kind: 'balance', balance: { equity: amount, cash: amount, available: amount, at: clock.now() } });
  };
  begin('node');
  await run(10 * second);
  expect(steps()).not.toContain('entry2');
  push('1');
  await run(10 * second);
  isShort = false;
  push('5000');
  await run(100);
  expect(steps()).toContain('entry2');
});
