// Reads the tickers of all instruments in one request while the ticker socket is silent. One refresh serves every account of a venue.
import type { Clock } from '@rondo/engine/ports';
import { priceRefreshEveryMs, priceStaleMs } from '../../limits.ts';

/** The dependencies of the refresh. */
export interface PriceRefreshDeps {
  readonly clock: Clock;
  /** Returns when the oldest ticker was received, ms of `clock`; null when nothing is watched. */
  readonly oldestReceivedAt: () => number | null;
  /** Reads all tickers and passes them on. It resolves when the request has ended, also after a failure. */
  readonly readAll: () => Promise<void>;
}

/** The running refresh. */
export interface PriceRefresh {
  /** Begins to check the ages of the tickers. A second call changes nothing. */
  start(): void;
  /** Ends the checks. A request in flight still passes its tickers on. */
  stop(): void;
}

/** Returns a refresh that does not run. At most one request is in flight, and requests begin at least `priceRefreshEveryMs` apart. */
export function createPriceRefresh({ clock, oldestReceivedAt, readAll }: PriceRefreshDeps): PriceRefresh {
  let timer: { cancel(): void } | null = null;
  let isReading = false;

  function check(): void {
    timer = clock.after(priceRefreshEveryMs, check);
    const receivedAt = oldestReceivedAt();
    if (isReading || receivedAt === null || clock.now() - receivedAt < priceStaleMs) return;
    isReading = true;
    void readAll().finally(() => {
      isReading = false;
    });
  }

  return {
    start() {
      timer ??= clock.after(priceRefreshEveryMs, check);
    },
    stop() {
      timer?.cancel();
      timer = null;
    },
  };
}
