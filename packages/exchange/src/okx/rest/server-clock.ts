// The clock of the exchange: the local time plus an offset. The offset is measured with public/time once a minute.
import type { Clock, Log } from '@rondo/engine/ports';
import { clockFirstWaitMs, clockKnownMs, clockResyncMs, clockRetryMs } from '../../limits.ts';

/** The clock of the exchange. All accounts of a venue use one clock. */
export interface ServerClock {
  /** Returns the current exchange time in epoch ms. Returns the local time before the first measurement. */
  now(): number;
  /**
   * Returns true when the last successful measurement is at most `clockKnownMs` old. While the offset is unknown, no
   * entry may be sent (I07).
   */
  isKnown(): boolean;
  /**
   * Starts a measurement when a measurement is due. Waits for the first measurement for at most `clockFirstWaitMs`.
   * Does not wait for later measurements.
   */
  ready(): Promise<void>;
  /** Measures the offset now, or waits for the measurement that is running. A failed measurement keeps the old offset. */
  measure(): Promise<void>;
}

/**
 * The result of one measurement. `venueAt` is the exchange time in the response, and `sentAt` is the local time at
 * which the request was sent, in epoch ms.
 */
export interface ClockReading {
  readonly venueAt: number;
  readonly sentAt: number;
}

/** The dependencies of the clock of the exchange. */
export interface ServerClockDeps {
  readonly clock: Clock;
  readonly log: Log;
  /**
   * Requests the time of the exchange. Returns null when the exchange did not respond or the rate budget refused the
   * request. A rejected promise also counts as a failed measurement.
   */
  readonly ask: () => Promise<ClockReading | null>;
}

/**
 * Returns a clock that was not measured yet. The calculation of the offset assumes that request and response have equal
 * delays, so the error of the offset is at most half of the round trip.
 */
export function createServerClock({ clock, log, ask }: ServerClockDeps): ServerClock {
  let offsetMs = 0;
  let measuredAt: number | null = null;
  let triedAt: number | null = null;
  let running: Promise<void> | null = null;
  let first: Promise<void> | null = null;

  async function run(): Promise<void> {
    const reading = await ask().catch(() => null);
    const receivedAt = clock.now();
    if (reading === null) {
      log.write('warn', 'okx.clock.unavailable');
      return;
    }
    measuredAt = receivedAt;
    offsetMs = Math.round(reading.venueAt - (reading.sentAt + receivedAt) / 2);
    log.write('debug', 'okx.clock.measured', { offsetMs, roundTripMs: receivedAt - reading.sentAt });
  }

  function measure(): Promise<void> {
    triedAt = clock.now();
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  }

  function isDue(): boolean {
    if (triedAt === null) return true;
    const hasFailed = measuredAt === null || measuredAt < triedAt;
    return clock.now() - triedAt >= (hasFailed ? clockRetryMs : clockResyncMs);
  }

  return {
    now: () => clock.now() + offsetMs,
    isKnown: () => measuredAt !== null && clock.now() - measuredAt <= clockKnownMs,
    measure,
    async ready() {
      if (running === null && isDue()) {
        const measurement = measure();
        first ??= endedWithin(clock, measurement, clockFirstWaitMs);
      }
      if (measuredAt === null) await first;
    },
  };
}

// Resolves when the work ends or `limitMs` have passed.
function endedWithin(clock: Clock, work: Promise<void>, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const limit = clock.after(limitMs, resolve);
    void work.finally(() => {
      limit.cancel();
      resolve();
    });
  });
}
