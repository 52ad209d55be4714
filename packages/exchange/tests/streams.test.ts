// Tests of the streams of the real client against the sandbox: login, hints and lost sockets.
import { afterEach, expect, test } from 'vitest';
import { formatDecimal, ticks, decimalOf } from '@rondo/decimal';
import type { ExchangeHint } from '@rondo/engine/ports';
import { openHarness, until, valueOf, type ExchangeHarness } from './exchange-harness.ts';

const harnesses: ExchangeHarness[] = [];
afterEach(async () => {
  for (const harness of harnesses.splice(0)) await harness.close();
});

async function open(): Promise<ExchangeHarness> {
  const harness = await openHarness();
  harnesses.push(harness);
  return harness;
}

function count(heard: readonly ExchangeHint[], kind: ExchangeHint['kind']): number {
  return heard.filter((hint) => hint.kind === kind).length;
}

test('after the login, the client reports an order, its fill, the position and the balance as hints', async () => {
  const harness = await open();
  const { heard } = harness.hints();
  await until(() => count(heard, 'connected') === 1 && count(heard, 'ticker') > 0);
  await harness.place({ clientId: 'q1in', type: 'market', price: null });
  await until(() =>
    heard.some((hint) => hint.kind === 'order' && hint.order.clientId === 'q1in' && hint.order.state === 'filled'),
  );
  const fills = heard.flatMap((hint) => (hint.kind === 'order' && hint.fill !== null ? [hint.fill] : []));
  const reported = valueOf(
    await harness.exchange.fillsAfter([harness.instrument], {
      billId: null,
      sinceAt: harness.exchange.venueNow() - 60_000,
    }),
  ).rows;
  expect(fills.map(({ billId: _none, ...fill }) => fill)).toEqual(reported.map(({ billId: _cursor, ...fill }) => fill));
  await until(() =>
    heard.some((hint) => hint.kind === 'positions' && hint.positions.some((position) => position.lots === 100n)),
  );
  await until(() => count(heard, 'balance') > 0);
});

test('the order and the fill of a triggered stop are pushed with the client id of the stop', async () => {
  const harness = await open();
  const { heard } = harness.hints();
  await until(() => count(heard, 'connected') === 1);
  await harness.place({ clientId: 'q1in', type: 'market', price: null });
  const { last } = valueOf(await harness.market.ticker(harness.instrument));
  const stop = {
    clientId: 'q1stop',
    type: 'trigger',
    price: ticks(last - 1_000n),
    side: 'sell',
    reduces: true,
  } as const;
  expect((await harness.place(stop)).kind).toBe('accepted');
  await harness.advance([formatDecimal(decimalOf(last - 5_000n, 2))]);
  await until(() => heard.some((hint) => hint.kind === 'order' && hint.fill?.clientId === 'q1stop'));
  expect(heard.some((hint) => hint.kind === 'order' && hint.order.clientId === '')).toBe(false);
});

test('after a loss of the socket the client reports the loss, logs in and subscribes again, and reports further hints', async () => {
  const harness = await open();
  const { heard } = harness.hints();
  await until(() => count(heard, 'connected') === 1);
  harness.cutSockets();
  await until(() => count(heard, 'disconnected') === 1);
  await until(() => count(heard, 'connected') === 2);
  await harness.place({ clientId: 'q1again' });
  await until(() => heard.some((hint) => hint.kind === 'order' && hint.order.clientId === 'q1again'));
  expect(heard.findIndex((hint) => hint.kind === 'disconnected')).toBeLessThan(
    heard.findLastIndex((hint) => hint.kind === 'connected'),
  );
});

test('no hints arrive after the listener is closed', async () => {
  const harness = await open();
  const listener = harness.hints();
  const { heard } = listener;
  await until(() => count(heard, 'connected') === 1);
  listener.close();
  const before = heard.length;
  await harness.place({ clientId: 'q1quiet' });
  expect(valueOf(await harness.exchange.openOrders([harness.instrument]))).toHaveLength(1);
  expect(heard).toHaveLength(before);
});
