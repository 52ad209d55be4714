// Reads the candles of charts. The newest candles are read again after `candlesCacheMs`, and the older ones once, because they are closed.
import { LRUCache } from 'lru-cache';
import { contractLimits } from '@rondo/contract';
import type { Clock } from '@rondo/engine/ports';
import type { ExchangeCandle, OkxPublic } from '@rondo/exchange';
import { createReadCache } from '../../async/read-cache.ts';
import { serverLimits } from '../../limits.ts';
import type { MarketRead } from '../../market/market.ts';
import { createTokenBucket } from '../../signer/token-bucket.ts';
import { barMs, barOf, venueBar } from './okx-bars.ts';

type Candles = readonly ExchangeCandle[];

const refused = { ok: false, cause: 'the budget of charts is used' } as const;

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

/**
 * Returns the reads of charts. Charts of one instrument and bar share one read, whatever their limit is, so a visitor cannot cause many reads with many limits. All
 * reads have a budget. When it is used, a chart has the candles that were read in the last `shownChartMs`, and a chart without them fails. The older candles have a budget of
 * their own, because the signals of bots need the same endpoint of the exchange. When it is used, the chart has the newest candles only.
 */
export function createChartCandles({
  client,
  clock,
}: {
  readonly client: Pick<OkxPublic, 'forScreens'>;
  readonly clock: Clock;
}): (query: ChartQuery) => Promise<MarketRead<Candles>> {
  const rows = contractLimits.candleRows;
  const knownCharts = new LRUCache<string, KnownChart>({ max: serverLimits.cachedCharts });
  const reads = createTokenBucket(serverLimits.chartReadsAtOnce, serverLimits.chartReadsPerSecond);
  const olderReads = createTokenBucket(serverLimits.olderChartsAtOnce, serverLimits.olderChartsPerSecond);
  const charts = createReadCache<MarketRead<Candles>>({
    clock,
    maxAgeMs: serverLimits.candlesCacheMs,
    maxKeys: serverLimits.cachedCharts,
    isCacheable: ({ ok }) => ok,
    async read(key) {
      const [instrumentId = '', barText = ''] = key.split(' ');
      const bar = barOf(barText);
      const now = clock.now();
      const recentAt = now - serverLimits.recentCandles * barMs[bar];
      const known = knownCharts.get(key);
      if (!reads.take(now)) {
        const isShown = known !== undefined && now - known.readAt <= serverLimits.shownChartMs;
        return isShown ? { ok: true, value: known.candles } : refused;
      }
      const isJoined = known?.isWhole === true && (known.candles.at(-1)?.at ?? 0) >= recentAt;
      const readsOlder = !isJoined && olderReads.take(now);
      const fromAt = readsOlder ? now - rows * barMs[bar] : recentAt;
      const report = await client.forScreens.candles(instrumentId, venueBar[bar], { fromAt });
      if (!report.ok) return report;
      const fresh = report.value;
      const firstAt = fresh[0]?.at ?? Infinity;
      const candles = [...(isJoined ? known.candles.filter(({ at }) => at < firstAt) : []), ...fresh].slice(-rows);
      knownCharts.set(key, { candles, isWhole: isJoined || readsOlder, readAt: now });
      return { ok: true, value: candles };
    },
  });
  return async ({ instrumentId, bar, limit }) => {
    const read = await charts(`${instrumentId} ${barOf(bar)}`);
    return read.ok ? { ok: true, value: read.value.slice(-limit) } : read;
  };
}
