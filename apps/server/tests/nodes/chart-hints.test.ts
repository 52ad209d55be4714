// Tests the charts between nodes that are connected by a real `nats-server`, with one sandbox as their exchange.
import { maxChartCandles, openBus, type Bus } from '@rondo/bus';
import { contractLimits } from '@rondo/contract';
import { createTestLog } from '@rondo/testkit';
import { startTestNats, type TestNats } from '@rondo/testkit/nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wallClock } from '../../src/async/wall-clock.ts';
import { serverLimits } from '../../src/limits.ts';
import type { NodeChart } from '../../src/market/market.ts';
import { createChartHints } from '../../src/nodes/market-hints.ts';
import { startChartNodes } from '../_chart-nodes.ts';
import { until } from '../_world.ts';

const roles = ['api', 'all', 'engine'] as const;
const { candlesCacheMs } = serverLimits;

let nats: TestNats;
let world: Awaited<ReturnType<typeof startChartNodes>>;
let buses: Readonly<Record<(typeof roles)[number], Bus>>;

const areConnected = (isWanted: boolean): boolean =>
  Object.values(buses).every((bus) => bus.figures().isConnected === isWanted);

/** A whole chart of an instrument that no node knows. Each of its numbers has `digits` digits. */
function unknownChart(digits: number): NodeChart {
  const text = '1'.repeat(digits);
  const prices = { open: text, high: text, low: text, close: text, volume: text };
  const candles = Array.from({ length: contractLimits.candleRows }, (_, index) => ({ at: 1e12 + index, ...prices }));
  return { instrumentId: 'N'.repeat(64), bar: '15m', candles, isWhole: true, ageMs: 1e9, venueAt: 1e12 };
}

beforeAll(async () => {
  nats = await startTestNats({
    users: roles.map((role) => ({ name: role, role, password: { text: role } })),
  });
  world = await startChartNodes();
  const open = (role: (typeof roles)[number]): Promise<Bus> => {
    const url = nats.url.replace('nats://', `nats://${role}:${role}@`);
    const settings = { url, credentialsFile: null, caFile: null };
    return openBus({ clock: wallClock, log: createTestLog().log, installation: 'one', node: role, settings });
  };
  buses = { api: await open('api'), all: await open('all'), engine: await open('engine') };
});

afterAll(async () => {
  for (const bus of Object.values(buses)) await bus.close();
  await world.close();
  await nats.stop();
});

test('nodes for people together read a chart once in `candlesCacheMs`, a node that only trades takes no part, and without NATS each node reads the exchange', async () => {
  const ports = { api: createChartHints(buses.api, 'api'), all: createChartHints(buses.all, 'all') };
  const [people, both] = [await world.open(ports.api), await world.open(ports.all)];
  const trading = await world.open(createChartHints(buses.engine, 'engine'));
  const counts = () => [people.counts, both.counts, trading.counts].map(({ recent, older }) => [recent, older]);
  const receivedBy = (role: 'api' | 'all') => buses[role].figures().received;
  await until(async () => areConnected(true), 'all nodes are connected');
  await until(async () => {
    for (const port of Object.values(ports)) port.publish(unknownChart(8));
    return receivedBy('api') > 0 && receivedBy('all') > 0;
  }, 'both nodes have subscribed');
  await until(async () => receivedBy('api') === buses.all.figures().published, 'no message is on its way');
  await until(async () => receivedBy('all') === buses.api.figures().published, 'no message is on its way');
  const before = receivedBy('all');
  const candles = await people.chart();
  await until(async () => receivedBy('all') > before, 'the second node has received the chart');
  expect(await both.chart()).toEqual(candles);
  expect(counts()).toEqual([
    [1, 1],
    [0, 0],
    [0, 0],
  ]);

  world.passTime(candlesCacheMs + 1);
  const earlier = receivedBy('api');
  expect(await both.chart()).toEqual(candles);
  await until(async () => receivedBy('api') > earlier, 'the first node has received the newest candles');
  expect(await people.chart()).toEqual(candles);
  expect(await trading.chart()).toEqual(candles);
  expect(counts()).toEqual([
    [1, 1],
    [1, 0],
    [1, 1],
  ]);
  expect(buses.engine.figures()).toMatchObject({ published: 0, received: 0 });
  for (const bus of Object.values(buses)) expect(bus.figures()).toMatchObject({ invalid: 0, violations: 0 });

  await nats.kill();
  await until(async () => areConnected(false), 'no node is connected');
  world.passTime(candlesCacheMs + 1);
  for (const node of [people, both]) expect(await node.chart()).toEqual(candles);
  expect(counts().slice(0, 2)).toEqual([
    [2, 1],
    [2, 0],
  ]);
  await nats.restart();
  await until(async () => areConnected(true), 'all nodes are connected again');
});

test('a whole chart fits one message, and a chart that is too large for one message is not sent', () => {
  expect(maxChartCandles).toBe(contractLimits.candleRows);
  const port = createChartHints(buses.api, 'api');
  const published = () => buses.api.figures().published;
  const before = published();
  // 117 bytes for each candle: more than the longest numbers of OKX.
  port.publish(unknownChart(17));
  expect(published()).toBe(before + 1);
  port.publish(unknownChart(18));
  expect(published()).toBe(before + 1);
});
