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

export interface ChartQuery {
  readonly instrumentId: string;
  readonly bar: string;
  readonly limit: number;
}

/**
 * Returns the reads of charts. Charts of one instrument and bar share one read, whatever their limit is, so a visitor cannot cause many reads with many limits. The older
 * candles are read within a budget, because the signals of bots need the same endpoint of the exchange. Without the budget the chart has the newest candles only.
 */
export function createChartCandles({
  client,
  clock,
}: {
  readonly client: Pick<OkxPublic, 'candles'>;
  readonly clock: Clock;
}): (query: ChartQuery) => Promise<MarketRead<Candles>> {
  const rows = contractLimits.candleRows;
  const whole = new LRUCache<string, Candles>({ max: serverLimits.cachedCharts });
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
      const known = whole.get(key) ?? [];
      const isJoined = (known.at(-1)?.at ?? 0) >= recentAt;
      const readsOlder = !isJoined && olderReads.take(now);
      const fromAt = readsOlder ? now - rows * barMs[bar] : recentAt;
      const report = await client.candles(instrumentId, venueBar[bar], { fromAt });
      if (!report.ok) return report;
      const fresh = report.value;
      const firstAt = fresh[0]?.at ?? Infinity;
      const value = [...(isJoined ? known.filter(({ at }) => at < firstAt) : []), ...fresh].slice(-rows);
      if (isJoined || readsOlder) whole.set(key, value);
      return { ok: true, value };
    },
  });
  return async ({ instrumentId, bar, limit }) => {
    const read = await charts(`${instrumentId} ${barOf(bar)}`);
    return read.ok ? { ok: true, value: read.value.slice(-limit) } : read;
  };
}
