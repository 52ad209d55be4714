// Whether the exchange responds. Everybody can ask through the health report, so all callers share one request to the exchange.
import type { Clock } from '@rondo/engine/ports';
import { createReadCache } from '../async/read-cache.ts';
import { serverLimits } from '../limits.ts';
import type { MarketClient } from './venue.ts';

/** `ok` is true when the exchange has responded. */
type Reach = { readonly ok: true } | { readonly ok: false; readonly cause: string };

/** Returns whether the exchange responds. The result is at most `reachMs` older than the call. */
export type ExchangeReach = () => Promise<Reach>;

/** Creates the check. In each period of `reachMs` it sends at most one request, also while the exchange does not respond. */
export function createExchangeReach({
  client,
  clock,
}: {
  readonly client: Pick<MarketClient, 'markPrice'>;
  readonly clock: Pick<Clock, 'now'>;
}): ExchangeReach {
  const reach = createReadCache<Reach>({
    clock,
    maxAgeMs: serverLimits.reachMs,
    maxKeys: 1,
    read: () => client.markPrice('BTC-USDT-SWAP'),
  });
  return () => reach('exchange');
}
