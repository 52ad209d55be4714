// Tests the download of past candles: newest month first, continued after an interruption, bounded, and with candles of an older tick size.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decimal } from '@rondo/decimal';
import type { Clock } from '@rondo/engine/ports';
import { openCandleFolder, type CandleFolder } from '@rondo/store/candles';
import { createTestLog } from '@rondo/testkit';
import { ethSwap } from '@rondo/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Listing, Market, MarketCandle } from '../market/market.ts';
import { createCandleFiller, type CandleFiller } from './candle-filler.ts';

const barMs = 900_000;
const instrumentId = ethSwap.id;
const series = { source: 'sandbox', instrumentId, bar: '15m' } as const;
const listing: Listing = {
  rules: ethSwap,
  baseCurrency: 'ETH',
  quoteCurrency: 'USDT',
  settlementCurrency: 'USDT',
  state: 'live',
  endsAt: null,
  maxLeverage: decimal('100'),
};

let place = '';
let folder: CandleFolder;
beforeEach(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'rondo-fill-'));
  folder = openCandleFolder(place);
});
afterEach(() => rm(place, { recursive: true, force: true }));

/** A market whose first candle is at `listedAt`. It records the spans of the requests and fails while `fails` is true. */
function openMarket(listedAt: number, priceAt: (at: number) => string = () => '2000.01') {
  const spans: { readonly fromAt: number; readonly toAt: number }[] = [];
  const stage = { fails: false };
  const market: Pick<Market, 'listings' | 'pastCandles'> = {
    listings: async () => ({ ok: true, value: new Map([[instrumentId, listing]]) }),
    async pastCandles({ fromAt, toAt }) {
      spans.push({ fromAt, toAt });
      if (stage.fails) return { ok: false, cause: 'the exchange does not respond' };
      const rows: MarketCandle[] = [];
      for (let at = Math.max(fromAt, listedAt); at < toAt; at += barMs) {
        const price = priceAt(at);
        if (price !== '') rows.push({ at, open: price, high: price, low: price, close: price, volume: '1' });
      }
      return { ok: true, value: rows };
    },
  };
  return { market, spans, stage };
}

/** A clock with a fixed time. Its timers run immediately. */
const clockAt = (now: number): Clock => ({
  now: () => now,
  after(_delayMs, run) {
    const timer = setImmediate(run);
    return { cancel: () => clearImmediate(timer) };
  },
});

interface Fill {
  readonly until?: (filler: CandleFiller, events: readonly string[]) => boolean;
  readonly mostBytes?: number;
}

/** Runs the download at an instant until the condition is true. By default it runs until no month is missing. */
async function fill(
  now: number,
  { market }: Pick<ReturnType<typeof openMarket>, 'market'>,
  options: Fill = {},
): Promise<CandleFiller> {
  const { until = (filler) => filler.stateOf(instrumentId) === 'whole', mostBytes = 1_000_000 } = options;
  const { log, events } = createTestLog();
  const filler = createCandleFiller({
    clock: clockAt(now),
    log,
    market,
    folder,
    source: 'sandbox',
    mostBytes,
    always: [],
  });
  filler.request(instrumentId);
  const job = filler.start();
  await expect.poll(() => until(filler, events), { timeout: 20_000, interval: 5 }).toBe(true);
  await job.stop();
  return filler;
}

const listedAt = Date.UTC(2026, 8, 20);
const now = Date.UTC(2026, 10, 3, 0, 7);

test('the newest month is downloaded first, in pages of at most 300 candles, back to the listing of the instrument', async () => {
  const exchange = openMarket(listedAt);
  await fill(now, exchange);
  const months = await folder.months(series);
  expect(months.map(({ month, candles, missing, isClosed }) => ({ month, candles, missing, isClosed }))).toEqual([
    { month: '2026-09', candles: 11 * 96, missing: 0, isClosed: true },
    { month: '2026-10', candles: 31 * 96, missing: 0, isClosed: true },
    { month: '2026-11', candles: 2 * 96, missing: 0, isClosed: false },
  ]);
  expect(exchange.spans[0]).toEqual({ fromAt: Date.UTC(2026, 10, 1), toAt: Date.UTC(2026, 10, 3) });
  expect(Math.max(...exchange.spans.map(({ fromAt, toAt }) => (toAt - fromAt) / barMs))).toBe(300);
});

test('a later download requests only candles after the stored candles, and closes a month that has ended', async () => {
  await fill(now, openMarket(listedAt));
  const later = openMarket(listedAt);
  await fill(Date.UTC(2026, 11, 1, 1), later);
  const months = await folder.months(series);
  expect(months.slice(2).map(({ month, candles, isClosed }) => [month, candles, isClosed])).toEqual([
    ['2026-11', 30 * 96, true],
    ['2026-12', 4, false],
  ]);
  const requested = later.spans.filter(({ fromAt }) => fromAt >= listedAt);
  expect(Math.min(...requested.map(({ fromAt }) => fromAt))).toBe(Date.UTC(2026, 10, 3));
});

test('a download that failed is not whole, and the next attempt continues it', async () => {
  const exchange = openMarket(listedAt);
  exchange.stage.fails = true;
  const failed = await fill(now, exchange, { until: () => exchange.spans.length > 2 });
  expect(failed.stateOf(instrumentId)).toBe('filling');
  exchange.stage.fails = false;
  await fill(now, exchange);
  expect(await folder.months(series)).toHaveLength(3);
});

test('missing candles are counted, and prices of a finer tick size keep their tick size', async () => {
  const gap = Date.UTC(2026, 10, 1, 12);
  await fill(
    now,
    openMarket(listedAt, (at) => (at === gap ? '' : at < Date.UTC(2026, 9, 1) ? '2000.001' : '2000.01')),
  );
  const months = await folder.months(series);
  expect(months.map(({ missing, tickSz }) => [missing, tickSz])).toEqual([
    [0, '0.001'],
    [0, '0.01'],
    [1, '0.01'],
  ]);
});

test('a newly requested instrument does not wait for all months of the other instruments', async () => {
  const exchange = openMarket(listedAt);
  const order: string[] = [];
  const { log } = createTestLog();
  const filler = createCandleFiller({
    clock: clockAt(now),
    log,
    folder,
    source: 'live',
    mostBytes: 1_000_000,
    always: ['BTC-USDT-SWAP', instrumentId],
    market: {
      listings: async () => ({
        ok: true,
        value: new Map([instrumentId, 'BTC-USDT-SWAP', 'SOL-USDT-SWAP'].map((id) => [id, listing])),
      }),
      pastCandles(query) {
        order.push(query.instrumentId);
        if (order.length === 1) filler.request('SOL-USDT-SWAP');
        return exchange.market.pastCandles(query);
      },
    },
  });
  const job = filler.start();
  await expect.poll(() => filler.stateOf(instrumentId), { timeout: 20_000, interval: 5 }).toBe('whole');
  await job.stop();
  expect([...new Set(order)]).toEqual(['BTC-USDT-SWAP', 'SOL-USDT-SWAP', instrumentId]);
  expect(order.slice(0, 2)).toEqual(['BTC-USDT-SWAP', 'SOL-USDT-SWAP']);
});

test('no month is downloaded after the folder has reached its largest size', async () => {
  await fill(now, openMarket(listedAt));
  const exchange = openMarket(listedAt);
  const filler = await fill(now, exchange, {
    until: (_filler, events) => events.includes('candles.full'),
    mostBytes: 1,
  });
  expect(exchange.spans).toEqual([]);
  expect(filler.stateOf(instrumentId)).toBe('off');
});
