// Reads the market data for the web app with the public client of OKX. Concurrent calls share one read, and each result is cached for a short time.
import { contractLimits } from '@rondo/contract';
import { multiply, type Decimal } from '@rondo/decimal';
import type { Clock, Report } from '@rondo/engine/ports';
import type { OkxPublic } from '@rondo/exchange';
import { serverLimits } from '../../limits.ts';
import type { ChartPort, Listing, Market, MarketCandle, MarketRead } from '../../market/market.ts';
import { createReadCache } from '../../async/read-cache.ts';
import { createChartCandles, toMarketCandle, type ChartQuery } from './chart-candles.ts';
import { barMs, barOf, venueBar } from './okx-bars.ts';
import { createShownPrices } from './shown-prices.ts';

type Listed = Extract<Awaited<ReturnType<OkxPublic['listInstruments']>>, { ok: true }>['value'][number];

/** What the reads of OKX for screens need. `clock` is local time. */
interface OkxMarketDeps {
  readonly client: OkxPublic;
  readonly clock: Clock;
  /** The charts of the other nodes of this installation. */
  readonly charts?: ChartPort;
}

/** Creates the reads of OKX for screens. */
export function createOkxMarket(deps: OkxMarketDeps): Market {
  const { client, clock } = deps;
  let listed: ReadonlyMap<string, Listing> = new Map();
  const listings = createReadCache<MarketRead<ReadonlyMap<string, Listing>>>({
    clock,
    // Visitors can ask for the list again and again, so a failure is cached too.
    maxAgeMs: ({ ok }) => (ok ? serverLimits.instrumentsMs : serverLimits.failedInstrumentsMs),
    maxKeys: 1,
    async read() {
      const report = await client.listInstruments();
      if (!report.ok) return report;
      listed = new Map(report.value.map((each) => [each.rules.id, toListing(each)]));
      return { ok: true, value: listed };
    },
  });
  const volumes = createReadCache<MarketRead<ReadonlyMap<string, Decimal>>>({
    clock,
    maxAgeMs: serverLimits.dayVolumeMs,
    maxKeys: 1,
    isCacheable: ({ ok }) => ok,
    read: () => readVolumes(client),
  });
  const shownPrice = createShownPrices(deps);
  const chart = createChartCandles({ ...deps, isListed: (instrumentId) => listed.has(instrumentId) });
  return {
    listings: () => listings('all'),
    tradingOf(instrumentId) {
      const known = client.knownInstrument(instrumentId);
      return known === null ? null : { state: known.state, endsAt: known.expiresAt };
    },
    price(instrument) {
      const recent = client.recentTicker(instrument);
      return recent === null ? shownPrice(instrument) : Promise.resolve({ ok: true, value: recent });
    },
    async dayVolume(instrumentId) {
      const read = await volumes('all');
      if (!read.ok) return read;
      const value = read.value.get(instrumentId);
      return value === undefined ? { ok: false, cause: `no volume of ${instrumentId}` } : { ok: true, value };
    },
    askPrice: async (instrument) => toMarketRead(await client.ticker(instrument)),
    candles: (query) => (query.limit <= contractLimits.candleRows ? chart(query) : readMany(deps, query)),
    async pastCandles({ instrumentId, bar, fromAt, toAt, isForBots }) {
      const reads = isForBots ? client : client.forScreens;
      const report = await reads.candles(instrumentId, venueBar[barOf(bar)], { fromAt, toAt });
      if (!report.ok) return report;
      return { ok: true, value: report.value.filter(({ isClosed }) => isClosed).map(toMarketCandle) };
    },
  };
}

/**
 * Reads more candles than a chart has. Only the server itself needs so many: once for the demo world, and for the replays once in twelve hours, or more often while a
 * pair is missing. So these reads do not wait for those of bots.
 */
async function readMany(
  { client, clock }: { readonly client: Pick<OkxPublic, 'candles'>; readonly clock: Clock },
  { instrumentId, bar, limit }: ChartQuery,
): Promise<MarketRead<readonly MarketCandle[]>> {
  const name = barOf(bar);
  const report = await client.candles(instrumentId, venueBar[name], { fromAt: clock.now() - limit * barMs[name] });
  return report.ok ? { ok: true, value: report.value.slice(-limit).map(toMarketCandle) } : report;
}

/** Reads the value of the trades of the last 24 hours of each swap in USDT. */
async function readVolumes(client: Pick<OkxPublic, 'forScreens'>): Promise<MarketRead<ReadonlyMap<string, Decimal>>> {
  const report = await client.forScreens.tickers();
  if (!report.ok) return report;
  const known = report.value.flatMap(({ instrumentId, last, volumeCoin24h }) =>
    volumeCoin24h === null ? [] : [[instrumentId, multiply(volumeCoin24h, last)] as const],
  );
  return { ok: true, value: new Map(known) };
}

function toListing({ rules, base, state, expiresAt, maxLeverage }: Listed): Listing {
  return {
    rules,
    baseCurrency: base,
    quoteCurrency: 'USDT',
    settlementCurrency: 'USDT',
    state,
    endsAt: expiresAt,
    maxLeverage,
  };
}

function toMarketRead<Value>(report: Report<Value>): MarketRead<Value> {
  return report.ok ? { ok: true, value: report.value } : { ok: false, cause: report.cause };
}
