// Reads the prices that screens show. Visitors can ask for the price of each instrument, so the reads of single prices have a budget.
import type { Clock } from '@rondo/engine/ports';
import type { OkxPublic } from '@rondo/exchange';
import type { InstrumentRules } from '@rondo/strategy';
import { createReadCache } from '../../async/read-cache.ts';
import { serverLimits } from '../../limits.ts';
import type { MarketRead, PriceNow } from '../../market/market.ts';
import { createTokenBucket } from '../../signer/token-bucket.ts';

type PriceOf = (instrument: InstrumentRules) => PriceNow | null;

/**
 * Returns the read of prices. Calls for one instrument within `tickerCacheMs` share one read. When the budget is used, the price comes from one read of all prices, which
 * all calls within `tickerCacheMs` share.
 */
export function createShownPrices({
  client: { forScreens },
  clock,
}: {
  readonly client: Pick<OkxPublic, 'forScreens'>;
  readonly clock: Pick<Clock, 'now'>;
}): (instrument: InstrumentRules) => Promise<MarketRead<PriceNow>> {
  const rulesById = new Map<string, InstrumentRules>();
  const single = createTokenBucket(serverLimits.shownPricesAtOnce, serverLimits.shownPricesPerSecond);
  const cached = { clock, maxAgeMs: serverLimits.tickerCacheMs, isCacheable: ({ ok }: { readonly ok: boolean }) => ok };
  const everyPrice = createReadCache<MarketRead<PriceOf>>({
    ...cached,
    maxKeys: 1,
    read: () => forScreens.everyTicker(),
  });
  const prices = createReadCache<MarketRead<PriceNow>>({
    ...cached,
    maxKeys: serverLimits.cachedTickers,
    async read(instrumentId) {
      const rules = rulesById.get(instrumentId);
      if (rules === undefined) return { ok: false, cause: `${instrumentId} was not listed yet` };
      if (single.take(clock.now())) return forScreens.ticker(rules);
      const every = await everyPrice('all');
      if (!every.ok) return every;
      const value = every.value(rules);
      return value === null ? { ok: false, cause: `no price of ${instrumentId}` } : { ok: true, value };
    },
  });
  return (instrument) => {
    rulesById.set(instrument.id, instrument);
    return prices(instrument.id);
  };
}
