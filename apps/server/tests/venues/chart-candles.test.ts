// Tests how many requests for candles the charts of a visitor cause, with the sandbox as the exchange.
import { contractLimits } from '@rondo/contract';
import { createNodeTransport, createOkxPublic, type Transport } from '@rondo/exchange';
import { runSandbox, type RunningSandbox } from '@rondo/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverLimits } from '../../src/limits.ts';
import { createOkxMarket } from '../../src/venues/okx/okx-market.ts';
import { wallClock } from '../../src/async/wall-clock.ts';

let sandbox: RunningSandbox;
// The time of the sandbox and of the market stands still, so that no new candle begins during a test. The client counts its requests in real time.
let now = wallClock.now();
const clock = { now: () => now, after: (delayMs: number, run: () => void) => wallClock.after(delayMs, run) };
const network = createNodeTransport();
beforeAll(async () => {
  sandbox = await runSandbox({ seed: 7, hold: true, accounts: [], clock });
});
afterAll(async () => {
  await network.close();
  await sandbox.close();
});

/** Opens a market whose requests are counted. */
async function open() {
  const counts = { recent: 0, older: 0 };
  const transport: Transport = {
    request(request) {
      if (request.url.includes('/market/candles')) counts.recent += 1;
      if (request.url.includes('/market/history-candles')) counts.older += 1;
      return network.request(request);
    },
    openSocket: (url, urgency) => network.openSocket(url, urgency),
  };
  const site = { restOrigin: sandbox.rest, wsBase: sandbox.ws, environment: 'sandbox' as const };
  const client = createOkxPublic({ ...site, clock: wallClock, log: { write: () => undefined }, transport });
  const market = createOkxMarket({ client, clock });
  const listings = await market.listings();
  if (!listings.ok) throw new Error(listings.cause);
  const chart = async (instrumentId: string, bar: string, limit: number) => {
    const read = await market.candles({ instrumentId, bar, limit });
    if (!read.ok) throw new Error(read.cause);
    return read.value.map(({ at }) => at);
  };
  return { counts, chart, instruments: [...listings.value.keys()] };
}

const { candleRows } = contractLimits;

test('charts of one instrument and bar with different limits share one read', async () => {
  const { counts, chart } = await open();
  const longest = await chart('BTC-USDT-SWAP', '15m', candleRows);
  expect(longest).toHaveLength(candleRows);
  for (const limit of [1, 200, 301, 499])
    expect(await chart('BTC-USDT-SWAP', '15m', limit)).toEqual(longest.slice(-limit));
  expect(counts).toEqual({ recent: 1, older: 1 });
});

test('a later read of a chart asks for the newest candles only, and the chart stays whole', async () => {
  const { counts, chart } = await open();
  const before = await chart('BTC-USDT-SWAP', '15m', candleRows);
  now += serverLimits.candlesCacheMs + 1;
  expect(await chart('BTC-USDT-SWAP', '15m', candleRows)).toEqual(before);
  expect(counts).toEqual({ recent: 2, older: 1 });
});

test('charts of many instruments and bars use at most their budget of requests for older candles, and further charts have the newest candles', async () => {
  const { counts, chart, instruments } = await open();
  const keys = instruments.flatMap((id) => ['5m', '15m', '1H'].map((bar) => [id, bar] as const));
  const lengths: number[] = [];
  for (const [id, bar] of keys) lengths.push((await chart(id, bar, candleRows)).length);
  const { olderChartsAtOnce: atOnce } = serverLimits;
  expect(keys.length).toBeGreaterThan(atOnce);
  expect(lengths.slice(0, atOnce)).toEqual(Array.from({ length: atOnce }, () => candleRows));
  expect(new Set(lengths.slice(atOnce))).toEqual(new Set([serverLimits.recentCandles]));
  expect(counts).toEqual({ recent: keys.length, older: atOnce });
});
