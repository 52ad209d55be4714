// Reads the tickers of all instruments with one request while the ticker socket delivers no prices.
import type { Clock } from '@rondo/engine/ports';
import { priceRefreshEveryMs, priceStaleMs } from '../../limits.ts';

/** The dependencies of the refresh. */
export interface PriceRefreshDeps {
  readonly clock: Clock;
  /**
   * Returns the time at which the oldest ticker was received, in epoch ms. Returns null when no instrument is watched.
   */
  readonly oldestReceivedAt: () => number | null;
  /**
   * Reads all tickers and delivers them to the listeners. The promise resolves when the request has ended, also after a
   * failure.
   */
  readonly readAll: () => Promise<void>;
}

/** The running refresh. */
export interface PriceRefresh {
  /** Starts to check the ages of the tickers. A second call changes nothing. */
  start(): void;
  /** Stops the checks. A request that is running still delivers its tickers. */
  stop(): void;
}

/**
 * Returns a refresh that is not started. At most one request runs. The time between the starts of two requests is at
 * least `priceRefreshEveryMs`.
 */
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
