// Reads the candles of charts. The newest candles are read again after `candlesCacheMs`, and the older ones once, because they are closed.
import { LRUCache } from 'lru-cache';
import { contractLimits } from '@rondo/contract';
import { formatDecimal } from '@rondo/decimal';
import type { Clock } from '@rondo/engine/ports';
import type { ExchangeCandle, OkxPublic } from '@rondo/exchange';
import { createReadCache } from '../../async/read-cache.ts';
import { serverLimits } from '../../limits.ts';
import type { ChartPort, MarketCandle, MarketRead } from '../../market/market.ts';
import { createTokenBucket } from '../../signer/token-bucket.ts';
import { createChartRelay } from './chart-relay.ts';
import { barMs, barOf, venueBar } from './okx-bars.ts';

type Candles = readonly MarketCandle[];

const refused = { ok: false, cause: 'the budget of charts is used' } as const;
const rows = contractLimits.candleRows;

export interface ChartQuery {
  readonly instrumentId: string;
  readonly bar: string;
  readonly limit: number;
}

/** The last read candles of a chart. `isWhole` is false when the older candles were not read. */
interface KnownChart {
  readonly candles: Candles;
  readonly isWhole: boolean;
  readonly readAt: number;
}

/** Candles that are shown for `maxAgeMs`. */
interface ShownChart {
  readonly candles: Candles;
  readonly maxAgeMs: number;
}

export interface ChartCandlesDeps {
  readonly client: Pick<OkxPublic, 'forScreens' | 'serverClock'>;
  readonly clock: Clock;
  /** Returns whether this node knows the instrument. */
  readonly isListed: (instrumentId: string) => boolean;
  /** The charts of the other nodes. */
  readonly charts?: ChartPort;
}

/**
 * Returns the reads of charts. Charts of one instrument and bar share one read, whatever their limit is, so a visitor cannot cause many reads with many limits. All
 * reads have a budget. When it is used, a chart has the candles that were read in the last `shownChartMs`, and a chart without them fails. The older candles have a budget of
 * their own, because the signals of bots need the same endpoint of the exchange. When it is used, the chart has the newest candles only.
 */
export function createChartCandles(deps: ChartCandlesDeps): (query: ChartQuery) => Promise<MarketRead<Candles>> {
  const { client, clock } = deps;
  const { candlesCacheMs } = serverLimits;
  const knownCharts = new LRUCache<string, KnownChart>({ max: serverLimits.cachedCharts });
  const reads = createTokenBucket(serverLimits.chartReadsAtOnce, serverLimits.chartReadsPerSecond);
  const olderReads = createTokenBucket(serverLimits.olderChartsAtOnce, serverLimits.olderChartsPerSecond);
  const relay = createChartRelay({ ...deps, port: deps.charts ?? null });
  relay.listen(({ instrumentId, bar, candles, isWhole, readAt }) => {
    const key = `${instrumentId} ${bar}`;
    const known = knownCharts.peek(key);
    if (known !== undefined && known.readAt >= readAt) return;
    // Candles that begin after the newest known one would leave a gap.
    const isJoined = known?.isWhole === true && newestAt(known) >= (candles[0]?.at ?? Infinity);
    if (!isWhole && !isJoined) return;
    knownCharts.set(key, { candles: join(isJoined ? known.candles : [], candles), isWhole: true, readAt });
  });
  const charts = createReadCache<MarketRead<ShownChart>>({
    clock,
    maxAgeMs: (read) => (read.ok ? read.value.maxAgeMs : 0),
    maxKeys: serverLimits.cachedCharts,
    isCacheable: ({ ok }) => ok,
    async read(key) {
      const [instrumentId = '', barText = ''] = key.split(' ');
      const bar = barOf(barText);
      const now = clock.now();
      const recentAt = now - serverLimits.recentCandles * barMs[bar];
      const known = knownCharts.get(key);
      const freshMs = known === undefined ? 0 : known.readAt + candlesCacheMs - now;
      if (known !== undefined && freshMs > 0) return shown(known.candles, freshMs);
      if (!reads.take(now)) {
        const isShown = known !== undefined && now - known.readAt <= serverLimits.shownChartMs;
        return isShown ? shown(known.candles, candlesCacheMs) : refused;
      }
      const isJoined = known?.isWhole === true && newestAt(known) >= recentAt;
      const readsOlder = !isJoined && olderReads.take(now);
      const fromAt = readsOlder ? now - rows * barMs[bar] : recentAt;
      const report = await client.forScreens.candles(instrumentId, venueBar[bar], { fromAt });
      if (!report.ok) return report;
      const candles = join(isJoined ? known.candles : [], report.value.map(toMarketCandle));
      knownCharts.set(key, { candles, isWhole: isJoined || readsOlder, readAt: now });
      // The other nodes know the older candles from an earlier chart.
      const changed = isJoined ? candles.filter(({ at }) => at >= newestAt(known)) : candles;
      void relay.offer({ instrumentId, bar, candles: changed, isWhole: readsOlder, readAt: now });
      return shown(candles, candlesCacheMs);
    },
  });
  return async ({ instrumentId, bar, limit }) => {
    const read = await charts(`${instrumentId} ${barOf(bar)}`);
    return read.ok ? { ok: true, value: read.value.candles.slice(-limit) } : read;
  };
}

/** Returns the candle with its prices and its volume in base coin as texts. */
export function toMarketCandle(candle: ExchangeCandle): MarketCandle {
  return {
    at: candle.at,
    open: formatDecimal(candle.open),
    high: formatDecimal(candle.high),
    low: formatDecimal(candle.low),
    close: formatDecimal(candle.close),
    volume: formatDecimal(candle.volumeCoin),
  };
}

function shown(candles: Candles, maxAgeMs: number): MarketRead<ShownChart> {
  return { ok: true, value: { candles, maxAgeMs } };
}

function newestAt({ candles }: KnownChart): number {
  return candles.at(-1)?.at ?? 0;
}

/** Returns the newest candles of both lists. The fresh candles replace the older ones from the first fresh candle on. */
function join(older: Candles, fresh: Candles): Candles {
  const firstAt = fresh[0]?.at ?? Infinity;
  return [...older.filter(({ at }) => at < firstAt), ...fresh].slice(-rows);
}
