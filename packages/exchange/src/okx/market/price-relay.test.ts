// Tests of the prices that nodes publish for each other: one node subscribes to an instrument, and the others subscribe when
// the prices of that node stop.
import { createTestLog, createVirtualClock, ethSwap, seededChance } from '@rondo/testkit';
import type { Clock, TickerReport } from '@rondo/engine/ports';
import { expect, test } from 'vitest';
import { relayStaleMs, relayTrustedAfterMs, shownPriceMaxAgeMs } from '../../limits.ts';
import type { TextSocket, Transport } from '../../transport/transport.ts';
import { createOkxPublic } from './public-market.ts';
import type { PricePort } from './price-relay.ts';

const ticker = { instType: 'SWAP', instId: ethSwap.id, last: '2000', bidPx: '1999.9', askPx: '2000.1' };

/** The distance of the clock of each node from the clock of the test, in ms. The times of the exchange are those of the test. */
const skews: Readonly<Record<string, number>> = { fast: 40_000, slow: -40_000 };

/**
 * Creates nodes whose sockets push a ticker each half second to every subscribed node. `isolate` ends the connection of a node to the others, and `delay` sets the time
 * that a price is on its way between two nodes, in ms.
 */
function openNodes(...names: readonly string[]) {
  const clock = createVirtualClock();
  let transitMs = 0;
  const listeners = new Map<string, Parameters<PricePort['subscribe']>[0]>();
  const isReached = new Map(names.map((name) => [name, true]));
  let published = 0;
  const portOf = (name: string): PricePort => ({
    publish(price) {
      if (isReached.get(name) === false) return;
      published += 1;
      for (const [other, hear] of listeners) {
        if (other === name || isReached.get(other) !== true) continue;
        if (transitMs === 0) hear(price, name < other);
        else clock.after(transitMs, () => hear(price, name < other));
      }
    },
    subscribe: (listener) => void listeners.set(name, listener),
  });
  const nodes = names.map((name) => {
    const own: Clock = { now: () => clock.now() + (skews[name] ?? 0), after: (ms, run) => clock.after(ms, run) };
    const prices: TickerReport[] = [];
    const subscribed = new Set<string>();
    let push: (text: string) => void = () => undefined;
    let markReads = 0;
    const socket = (): TextSocket => ({
      send(text) {
        if (text === 'ping') return push('pong');
        const { op, args } = JSON.parse(text) as { op: string; args: { channel: string; instId?: string }[] };
        for (const arg of args) {
          if (arg.channel === 'tickers') subscribed[op === 'subscribe' ? 'add' : 'delete'](arg.instId ?? '');
          push(JSON.stringify({ event: op, arg, connId: 'a' }));
        }
      },
      close: () => undefined,
      onDial: (listener) => listener(),
      onOpen: (listener) => void clock.after(1, listener),
      onMessage: (listener) => void (push = listener),
      onClose: () => undefined,
    });
    const transport: Transport = {
      async request({ url }) {
        if (url.includes('mark-price')) markReads += 1;
        const row = { instType: 'SWAP', instId: ethSwap.id, markPx: '2000', ts: String(clock.now()) };
        const data = url.includes('mark-price')
          ? [row]
          : url.includes('time') && name !== 'timeless'
            ? [{ ts: row.ts }]
            : [];
        return { status: 200, text: JSON.stringify({ code: '0', msg: '', data }), headers: {} };
      },
      openSocket: socket,
    };
    const client = createOkxPublic({
      restOrigin: 'http://venue',
      wsBase: 'ws://venue',
      clock: own,
      log: createTestLog().log,
      chance: seededChance(name),
      transport,
      prices: portOf(name),
    });
    const tick = (): void => {
      const arg = { channel: 'tickers', instId: ethSwap.id };
      if (subscribed.has(ethSwap.id)) push(JSON.stringify({ arg, data: [{ ...ticker, ts: String(clock.now()) }] }));
      clock.after(500, tick);
    };
    tick();
    const begin = (): void => {
      client.watchTicker(ethSwap, (price) => void prices.push(price));
      client.watchMark(ethSwap.id, () => undefined);
    };
    return {
      name,
      client,
      begin,
      prices,
      /** The age of the last price by the clock of the node, in ms. */
      age: () => own.now() - (prices.at(-1)?.receivedAt ?? 0),
      isSubscribed: () => subscribed.has(ethSwap.id),
      markReads: () => markReads,
      isolate: () => void isReached.set(name, false),
    };
  });
  return { clock, nodes, published: () => published, delay: (ms: number): void => void (transitMs = ms) };
}

test('of three nodes that watch an instrument, only the node with the smallest name subscribes to it and reads its mark price', async () => {
  const { clock, nodes } = openNodes('a', 'b', 'c');
  for (const node of nodes) node.begin();
  await clock.pass(relayTrustedAfterMs + 5_000);
  expect(nodes.map((node) => node.isSubscribed())).toEqual([true, false, false]);
  const before = nodes.map((node) => node.markReads());
  for (let second = 0; second < 20; second += 1) {
    await clock.pass(1_000);
    for (const { prices } of nodes) expect(clock.now() - (prices.at(-1)?.receivedAt ?? 0)).toBeLessThanOrEqual(1_000);
  }
  const reads = nodes.map((node, index) => node.markReads() - (before[index] ?? 0));
  expect(reads).toEqual([10, 0, 0]);
  for (const { client } of nodes) client.close();
});

test('a node subscribes within five seconds after the prices of the preferred node have stopped', async () => {
  const { clock, nodes } = openNodes('a', 'b');
  const [first, second] = nodes;
  for (const node of nodes) node.begin();
  await clock.pass(relayTrustedAfterMs + 5_000);
  first?.isolate();
  await clock.pass(5_000);
  expect(second?.isSubscribed()).toBe(true);
  expect(clock.now() - (second?.prices.at(-1)?.receivedAt ?? 0)).toBeLessThanOrEqual(1_000);
  const reads = second?.markReads() ?? 0;
  await clock.pass(4_000);
  expect(second?.markReads()).toBe(reads + 2);
  for (const { client } of nodes) client.close();
});

test('a node that watches no instrument shows the recent prices of the other nodes, and no price that is older than two seconds', async () => {
  const { clock, nodes } = openNodes('a', 'people');
  const [first, people] = nodes;
  first?.begin();
  await clock.pass(3_000);
  expect(people?.client.recentTicker(ethSwap)).toMatchObject({ instrumentId: ethSwap.id });
  expect(people?.isSubscribed()).toBe(false);
  first?.isolate();
  await clock.pass(shownPriceMaxAgeMs + 1);
  expect(people?.client.recentTicker(ethSwap)).toBeNull();
  for (const { client } of nodes) client.close();
});

test.each(['fast', 'slow'])(
  'the age of a relayed price contains the time on its way, at a node whose clock is %s by 40 s',
  async (name) => {
    const { clock, nodes, delay } = openNodes('a', name);
    const [, receiver] = nodes;
    for (const node of nodes) node.begin();
    await clock.pass(relayTrustedAfterMs + 5_000);
    expect(receiver?.isSubscribed()).toBe(false);
    expect(receiver?.age()).toBeLessThanOrEqual(1_000);
    delay(3_000);
    await clock.pass(10_000);
    expect(receiver?.isSubscribed()).toBe(false);
    expect(receiver?.age()).toBeGreaterThanOrEqual(3_000);
    expect(receiver?.client.recentTicker(ethSwap)).toBeNull();
    // Prices that are always too old are no prices: the node reads the exchange itself.
    delay(relayStaleMs + 1_000);
    await clock.pass(15_000);
    expect(receiver?.isSubscribed()).toBe(true);
    expect(receiver?.age()).toBeLessThanOrEqual(1_000);
    for (const { client } of nodes) client.close();
  },
);

test('a node that does not know the clock of the exchange uses no relayed price, because the age of the price is unknown', async () => {
  const { clock, nodes } = openNodes('a', 'timeless');
  const [first, timeless] = nodes;
  first?.begin();
  await clock.pass(3_000);
  expect(timeless?.client.recentTicker(ethSwap)).toBeNull();
  for (const { client } of nodes) client.close();
});
