// Tests when a node shows a chart that another node has read, and when it reads the exchange itself.
import { contractLimits } from '@rondo/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { serverLimits } from '../../src/limits.ts';
import type { MarketCandle, NodeChart } from '../../src/market/market.ts';
import { barMs } from '../../src/venues/okx/okx-bars.ts';
import { chartOf, startChartNodes } from '../_chart-nodes.ts';

let world: Awaited<ReturnType<typeof startChartNodes>>;
beforeAll(async () => {
  world = await startChartNodes();
});
afterAll(() => world.close());

/** Opens a node. `published` are its charts, and `hear` gives it the chart of another node. */
async function openNode() {
  const published: NodeChart[] = [];
  let hear: (chart: NodeChart) => void = () => undefined;
  const node = await world.open({
    publish: (chart) => void published.push(chart),
    subscribe: (listener) => void (hear = listener),
  });
  return {
    ...node,
    hear: (chart: NodeChart) => hear(chart),
    /** Reads the chart at the exchange. Returns it with the message for the other nodes. */
    async read() {
      published.length = 0;
      const candles = await node.chart();
      await vi.waitFor(() => expect(published).toHaveLength(1));
      const [message] = published;
      if (message === undefined) throw new Error('The node has published no chart.');
      return { candles, message };
    },
  };
}

const openPair = async () => [await openNode(), await openNode()] as const;
const { candlesCacheMs } = serverLimits;
const once = { recent: 1, older: 1 };
const never = { recent: 0, older: 0 };

test('a node shows the chart of another node until `candlesCacheMs` after the read, and then reads the newest candles itself', async () => {
  const [reader, other] = await openPair();
  const { candles, message } = await reader.read();
  expect(candles).toHaveLength(contractLimits.candleRows);
  expect(message).toMatchObject({ ...chartOf, isWhole: true, ageMs: 0 });
  world.passTime(2_000);
  other.hear(message);
  expect(await other.chart()).toEqual(candles);
  world.passTime(candlesCacheMs - 2_001);
  expect(await other.chart()).toEqual(candles);
  expect(other.counts).toEqual(never);
  world.passTime(2);
  expect(await other.chart()).toEqual(candles);
  expect(other.counts).toEqual({ recent: 1, older: 0 });
});

test('a chart that another node has read later is shown when the own chart is too old', async () => {
  const [reader, other] = await openPair();
  const { candles } = await other.read();
  world.passTime(candlesCacheMs - 1_000);
  const { message } = await reader.read();
  const [first, ...rest] = message.candles;
  if (first === undefined) throw new Error('The chart is empty.');
  other.hear({ ...message, candles: [{ ...first, volume: '1' }, ...rest] });
  expect(await other.chart()).toEqual(candles);
  world.passTime(1_001);
  expect((await other.chart())[0]).toEqual({ ...first, volume: '1' });
  expect(other.counts).toEqual(once);
});

test('after the first chart a node publishes only the candles since the newest known one, and the other node shows the whole chart', async () => {
  const [reader, other] = await openPair();
  other.hear((await reader.read()).message);
  world.passTime(2 * barMs['15m']);
  await Promise.all([reader.measure(), other.measure()]);
  const { candles, message } = await reader.read();
  expect(message).toMatchObject({ isWhole: false, candles: candles.slice(-3) });
  other.hear(message);
  other.hear(message);
  expect(await other.chart()).toEqual(candles);
  expect(other.counts).toEqual(never);
});

test('a node that has lost a chart reads the exchange itself, because candles would be missing', async () => {
  const [reader, other] = await openPair();
  other.hear((await reader.read()).message);
  for (let reads = 0; reads < 2; reads += 1) {
    world.passTime(2 * barMs['15m']);
    await Promise.all([reader.measure(), other.measure()]);
    const { candles, message } = await reader.read();
    if (reads === 0) continue;
    other.hear(message);
    expect(await other.chart()).toEqual(candles);
  }
  expect(other.counts).toEqual({ recent: 1, older: 0 });
});

test('the newest candles of another node do not make a chart whole whose older candles are missing', async () => {
  const [reader, other] = await openPair();
  await reader.read();
  const instrumentIds = ['ETH-USDT-SWAP', 'SOL-USDT-SWAP'];
  // These charts use the budget of requests for older candles.
  const others = instrumentIds.flatMap((instrumentId) => Object.keys(barMs).map((bar) => ({ instrumentId, bar })));
  for (const of of others.slice(0, serverLimits.olderChartsAtOnce)) await other.chart(of);
  expect(await other.chart()).toHaveLength(serverLimits.recentCandles);
  world.passTime(candlesCacheMs + 1);
  other.hear((await reader.read()).message);
  expect(await other.chart()).toHaveLength(contractLimits.candleRows);
});

const withCandles = (chart: NodeChart, change: (candles: readonly MarketCandle[]) => readonly MarketCandle[]) => ({
  ...chart,
  candles: change(chart.candles),
});

test.each<readonly [what: string, change: (chart: NodeChart) => NodeChart]>([
  ['that was on its way for', (chart) => ({ ...chart, venueAt: chart.venueAt - candlesCacheMs })],
  ['that was published after', (chart) => ({ ...chart, ageMs: candlesCacheMs })],
])('a chart %s `candlesCacheMs` causes a read of the newest candles', async (_what, change) => {
  const [reader, other] = await openPair();
  const { candles, message } = await reader.read();
  other.hear(change(message));
  expect(await other.chart()).toEqual(candles);
  expect(other.counts).toEqual({ recent: 1, older: 0 });
});

test.each<readonly [what: string, bar: string, change: (chart: NodeChart) => NodeChart]>([
  ['whose candles have the length of another bar', '5m', (chart) => ({ ...chart, bar: '5m' })],
  [
    'whose candles do not begin where those of its bar begin',
    '15m',
    (chart) => withCandles(chart, (candles) => candles.map((each) => ({ ...each, at: each.at - 1 }))),
  ],
  ['with an unknown bar', '15m', (chart) => ({ ...chart, bar: '15' })],
  ['whose candles are not sorted', '15m', (chart) => withCandles(chart, (candles) => candles.toReversed())],
  ['with a gap', '15m', (chart) => withCandles(chart, (candles) => candles.toSpliced(1, 1))],
  ['with a doubled candle', '15m', (chart) => withCandles(chart, (candles) => candles.flatMap((each) => [each, each]))],
  [
    'with a candle in the future',
    '15m',
    (chart) => withCandles(chart, (candles) => candles.map((each) => ({ ...each, at: each.at + barMs['15m'] }))),
  ],
  ['without the older candles', '15m', (chart) => ({ ...chart, isWhole: false })],
])('a chart %s causes a read as if it had not arrived', async (_what, bar, change) => {
  const [reader, other] = await openPair();
  const { message } = await reader.read();
  other.hear(change(message));
  expect(await other.chart({ bar })).toHaveLength(contractLimits.candleRows);
  expect(other.counts).toEqual(once);
});

test('a chart of an instrument that is not in the list of the node is not shown', async () => {
  const [reader, other] = await openPair();
  const instrumentId = 'NONE-USDT-SWAP';
  other.hear({ ...(await reader.read()).message, instrumentId });
  await expect(other.chart({ instrumentId })).rejects.toThrow();
  expect(other.counts).toEqual({ recent: 1, older: 0 });
});

test('a chart that was read before the own one does not replace it', async () => {
  const [reader, other] = await openPair();
  const { message } = await reader.read();
  world.passTime(1);
  const { candles } = await other.read();
  other.hear(withCandles(message, (all) => all.map((each) => ({ ...each, volume: '1' }))));
  // The next read asks for the newest candles only, so the older ones are those of the known chart.
  world.passTime(candlesCacheMs + 1);
  expect(await other.chart()).toEqual(candles);
  expect(other.counts).toEqual({ recent: 2, older: 1 });
});
