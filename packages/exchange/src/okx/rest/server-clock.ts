// The clock of the exchange: the local time plus an offset. The offset is measured with public/time, and measured again after a minute.
import type { Clock, Log } from '@rondo/engine/ports';
import { clockResyncMs } from '../../limits.ts';

/** The time of the exchange: the local time plus a measured offset. */
export interface ServerClock {
  /** Returns the current exchange time in epoch ms. Returns the local time before the first measurement. */
  now(): number;
  /** Waits for the first measurement. Later it starts a new measurement in the background when the last measurement is a minute old. */
  ready(): Promise<void>;
  /** Measures the offset now, or waits for the measurement that is running. A failed measurement keeps the old offset. */
  measure(): Promise<void>;
}

/** The dependencies of the clock of the exchange. */
export interface ServerClockDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Returns the time of the exchange in epoch ms. Returns null when the exchange did not respond. */
  readonly ask: () => Promise<number | null>;
}

/**
 * Returns a clock without a measurement. The offset assumes equal delays in both directions, so its error is at most
 * half of the round trip.
 */
export function createServerClock({ clock, log, ask }: ServerClockDeps): ServerClock {
  let offsetMs = 0;
  let isMeasured = false;
  let triedAt: number | null = null;
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    const sentAt = clock.now();
    const serverAt = await ask();
    const receivedAt = clock.now();
    if (serverAt === null) {
      log.write('warn', 'okx.clock.unavailable');
      return;
    }
    isMeasured = true;
    offsetMs = Math.round(serverAt - (sentAt + receivedAt) / 2);
    log.write('debug', 'okx.clock.measured', { offsetMs, roundTripMs: receivedAt - sentAt });
  }

  function measure(): Promise<void> {
    triedAt = clock.now();
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    now: () => clock.now() + offsetMs,
    measure,
    async ready() {
      if (triedAt === null) return measure();
      if (clock.now() - triedAt >= clockResyncMs) void measure();
      // Callers wait only for the first measurement, because an offset is available later.
      if (running !== null && !isMeasured) await running;
    },
  };
}
