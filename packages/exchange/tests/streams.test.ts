// Streams of the real client against the sandbox: login, hints, cut sockets, and the shared ticker socket.
import { afterEach, expect, test } from 'vitest';
import { formatDecimal, ticks, decimalOf } from '@rondo/decimal';
import type { ExchangeHint } from '@rondo/engine/ports';
import { openDesk, until, valueOf, type Desk } from './desk.ts';

const desks: Desk[] = [];
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.close();
});

async function open(): Promise<Desk> {
  const desk = await openDesk();
  desks.push(desk);
  return desk;
}

function count(heard: readonly ExchangeHint[], kind: ExchangeHint['kind']): number {
  return heard.filter((hint) => hint.kind === kind).length;
}

test('an order and its fill arrive as hints after the login, with position and balance', async () => {
  const desk = await open();
  const { heard } = desk.hints();
  await until(() => count(heard, 'connected') === 1 && count(heard, 'ticker') > 0);
  await desk.place({ clientId: 'q1in', type: 'market', price: null });
  await until(() =>
    heard.some((hint) => hint.kind === 'order' && hint.order.clientId === 'q1in' && hint.order.state === 'filled'),
  );
  const fills = heard.flatMap((hint) => (hint.kind === 'order' && hint.fill !== null ? [hint.fill] : []));
  const reported = valueOf(
    await desk.exchange.fillsAfter([desk.instrument], { billId: null, sinceAt: desk.exchange.venueNow() - 60_000 }),
  );
  expect(fills.map(({ billId: _none, ...fill }) => fill)).toEqual(reported.map(({ billId: _cursor, ...fill }) => fill));
  await until(() =>
    heard.some((hint) => hint.kind === 'positions' && hint.positions.some((position) => position.lots === 100n)),
  );
  await until(() => count(heard, 'balance') > 0);
});

test('what a stop does when it fires is pushed under the client id of the stop', async () => {
  const desk = await open();
  const { heard } = desk.hints();
  await until(() => count(heard, 'connected') === 1);
  await desk.place({ clientId: 'q1in', type: 'market', price: null });
  const { last } = valueOf(await desk.exchange.ticker(desk.instrument));
  const stop = {
    clientId: 'q1stop',
    type: 'trigger',
    price: ticks(last - 1_000n),
    side: 'sell',
    reduces: true,
  } as const;
  expect((await desk.place(stop)).kind).toBe('accepted');
  await desk.advance([formatDecimal(decimalOf(last - 5_000n, 2))]);
  await until(() => heard.some((hint) => hint.kind === 'order' && hint.fill?.clientId === 'q1stop'));
  expect(heard.some((hint) => hint.kind === 'order' && hint.order.clientId === '')).toBe(false);
});

test('a cut socket is told, logged in and subscribed again, and hints go on', async () => {
  const desk = await open();
  const { heard } = desk.hints();
  await until(() => count(heard, 'connected') === 1);
  desk.cutSockets();
  await until(() => count(heard, 'disconnected') === 1);
  await until(() => count(heard, 'connected') === 2);
  await desk.place({ clientId: 'q1again' });
  await until(() => heard.some((hint) => hint.kind === 'order' && hint.order.clientId === 'q1again'));
  expect(heard.findIndex((hint) => hint.kind === 'disconnected')).toBeLessThan(
    heard.findLastIndex((hint) => hint.kind === 'connected'),
  );
});

test('closing the listener ends the hints', async () => {
  const desk = await open();
  const listener = desk.hints();
  const { heard } = listener;
  await until(() => count(heard, 'connected') === 1);
  listener.close();
  const before = heard.length;
  await desk.place({ clientId: 'q1quiet' });
  expect(valueOf(await desk.exchange.openOrders([desk.instrument]))).toHaveLength(1);
  expect(heard).toHaveLength(before);
});
