// Tests the prices between two nodes that are connected by a real `nats-server`.
import { openBus, type Bus } from '@rondo/bus';
import { createTestLog } from '@rondo/testkit';
import { startTestNats, type TestNats } from '@rondo/testkit/nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wallClock } from '../../src/async/wall-clock.ts';
import { createPriceHints } from '../../src/nodes/market-hints.ts';
import { until } from '../_world.ts';

let nats: TestNats;
let buses: readonly Bus[] = [];

beforeAll(async () => {
  nats = await startTestNats();
  const settings = { url: nats.url, credentialsFile: null, caFile: null };
  const open = (node: string) =>
    openBus({ clock: wallClock, log: createTestLog().log, installation: 'one', node, settings });
  buses = [await open('a'), await open('b')];
  await until(async () => buses.every((bus) => bus.figures().isConnected), 'both nodes are connected');
});

afterAll(async () => {
  for (const bus of buses) await bus.close();
  await nats.stop();
});

test('of two nodes exactly one is the preferred source of prices', async () => {
  const nodes = buses.map((bus) => createPriceHints(bus, 'all'));
  const isPreferred = new Map<number, boolean>();
  for (const [index, node] of nodes.entries())
    node.subscribe((_price, isOther) => void isPreferred.set(1 - index, isOther));
  const price = { channel: 'tickers', row: { instId: 'ETH-USDT-SWAP' }, ageMs: 0, venueAt: 0 } as const;
  await until(async () => {
    for (const node of nodes) node.publish(price);
    return isPreferred.size === 2;
  }, 'both nodes have received a price');
  expect([isPreferred.get(0), isPreferred.get(1)]).toEqual([true, false]);
});
