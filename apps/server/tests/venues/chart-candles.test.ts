// Tests how many requests the charts and prices of visitors cause and that they leave the requests of bots alone, with the sandbox as the exchange.
import { contractLimits } from '@rondo/contract';
import { createNodeTransport, createOkxPublic, type RateBudget, type Transport } from '@rondo/exchange';
import { runSandbox, type RunningSandbox } from '@rondo/sandbox';
import { ethSwap } from '@rondo/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverLimits } from '../../src/limits.ts';
import type { Listing } from '../../src/market/market.ts';
import { barMs } from '../../src/venues/okx/okx-bars.ts';
import { createOkxMarket } from '../../src/venues/okx/okx-market.ts';
import { wallClock } from '../../src/async/wall-clock.ts';

let sandbox: RunningSandbox;
// The time of the sandbox and of the market stands still, so that no new candle begins during a test.
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

/** Makes a market whose requests are counted. The rate limits of the exchange grant each request at once and record its priority. */
function connect() {
  const counts = { recent: 0, older: 0 };
  const stage = { isDown: false };
  const uses: string[] = [];
  const addressBudget: RateBudget = {
    async take({ key, priority }) {
      if (key !== 'requests of the address') uses.push(`${key} ${priority}`);
      return true;
    },
    penalise: () => undefined,
  };
  const transport: Transport = {
    request(request) {
      if (stage.isDown) return Promise.reject(new Error('the exchange does not respond'));
      if (request.url.includes('/market/candles')) counts.recent += 1;
      if (request.url.includes('/market/history-candles')) counts.older += 1;
      return network.request(request);
    },
    openSocket: (url, urgency) => network.openSocket(url, urgency),
  };
  const site = { restOrigin: sandbox.rest, wsBase: sandbox.ws, environment: 'sandbox' as const };
  const client = createOkxPublic({
    ...site,
    clock: wallClock,
    log: { write: () => undefined },
    transport,
    addressBudget,
  });
  const market = createOkxMarket({ client, clock });
  return { counts, uses, stage, market };
}

/** Makes a market that has read its instruments. */
async function open() {
  const { counts, uses, market } = connect();
  const listings = await market.listings();
  if (!listings.ok) throw new Error(listings.cause);
  uses.length = 0;
  const chart = async (instrumentId: string, bar: string, limit: number) => {
    const read = await market.candles({ instrumentId, bar, limit });
    if (!read.ok) throw new Error(read.cause);
    return read.value.map(({ at }) => at);
  };
  return { counts, uses, market, chart, listings: [...listings.value.values()] };
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
  const { counts, chart, listings } = await open();
  const { olderChartsAtOnce: atOnce } = serverLimits;
  const keys = chartsOf(listings).slice(0, atOnce + 4);
  const lengths: number[] = [];
  for (const [id, bar] of keys) lengths.push((await chart(id, bar, candleRows)).length);
  expect(lengths.slice(0, atOnce)).toEqual(Array.from({ length: atOnce }, () => candleRows));
  expect(new Set(lengths.slice(atOnce))).toEqual(new Set([serverLimits.recentCandles]));
  expect(counts).toEqual({ recent: keys.length, older: atOnce });
});

test('while the budget of charts is used, a chart that was just read has its last candles, and other charts fail', async () => {
  const { counts, market, chart, listings } = await open();
  const keys = chartsOf(listings);
  const { chartReadsAtOnce: atOnce, candlesCacheMs, shownChartMs } = serverLimits;
  expect(keys.length).toBeGreaterThan(atOnce + 1);
  const [first = ['', ''], ...others] = keys;
  const before = await chart(...first, candleRows);
  expect(before).toHaveLength(candleRows);
  const useBudget = async (): Promise<void> => {
    for (const key of others.slice(0, atOnce)) await chart(...key, 10);
  };
  now += candlesCacheMs + 1;
  await useBudget();
  expect(await chart(...first, candleRows)).toEqual(before);
  const isRefused = async ([instrumentId, bar]: readonly [string, string]) =>
    !(await market.candles({ instrumentId, bar, limit: 10 })).ok;
  expect(await isRefused(others[atOnce] ?? first)).toBe(true);
  now += shownChartMs;
  await useBudget();
  expect(await isRefused(first)).toBe(true);
  expect(counts.recent).toBe(1 + 2 * atOnce);
});

test('while the budget of single prices is used, all prices come from one request for the prices of all instruments', async () => {
  const { uses, market, listings } = await open();
  const { shownPricesAtOnce: atOnce } = serverLimits;
  expect(listings.length).toBeGreaterThan(atOnce + 1);
  const prices = await Promise.all(listings.map(({ rules }) => market.price(rules)));
  for (const [place, { rules }] of listings.entries())
    expect(prices[place]).toMatchObject({ ok: true, value: { instrumentId: rules.id } });
  const [fromAll] = prices.slice(atOnce);
  const asked = await market.askPrice(listings[atOnce]?.rules ?? ethSwap);
  if (fromAll?.ok !== true || !asked.ok) throw new Error('A price is missing.');
  const { receivedAt: _at, ...shown } = fromAll.value;
  expect(asked.value).toMatchObject(shown);
  const singles = Array.from({ length: atOnce }, () => 'ticker screen');
  expect(uses).toEqual([...singles, 'tickers screen', 'ticker read']);
});

test('the requests of charts, prices and downloads leave half of each rate limit to bots, and those of the rules of bots do not wait for them', async () => {
  const { uses, market, listings } = await open();
  const { rules } = listings[0] ?? { rules: ethSwap };
  const span = { instrumentId: rules.id, bar: '15m', fromAt: now - 10 * 900_000, toAt: now };
  await market.candles({ instrumentId: rules.id, bar: '15m', limit: candleRows });
  await market.price(rules);
  await market.dayVolume(rules.id);
  await market.pastCandles({ ...span, isForBots: false });
  expect(new Set(uses.map((use) => use.split(' ')[1]))).toEqual(new Set(['screen']));
  uses.length = 0;
  await market.pastCandles({ ...span, isForBots: true });
  expect(uses).toEqual(['olderCandles read']);
});

test('while the list of instruments cannot be read, callers who ask again and again cause one request in each period', async () => {
  const { uses, stage, market } = connect();
  stage.isDown = true;
  for (let calls = 0; calls < 3; calls += 1) expect((await market.listings()).ok).toBe(false);
  expect(uses).toEqual(['instruments read']);
  stage.isDown = false;
  now += serverLimits.failedInstrumentsMs + 1;
  expect((await market.listings()).ok).toBe(true);
});

/** Returns the charts that visitors can request: each instrument with each bar. */
function chartsOf(listings: readonly Listing[]): readonly (readonly [instrumentId: string, bar: string])[] {
  return Object.keys(barMs).flatMap((bar) => listings.map(({ rules }) => [rules.id, bar] as const));
}
