// The exchange's clock: local time plus an offset that is measured with public/time and measured again after a minute.
import type { Clock, Log } from '@rondo/engine/ports';
import { clockResyncMs } from '../../limits.ts';

/** The time of the exchange: local time plus a measured offset. */
export interface ServerClock {
  /** Exchange time now, epoch ms; local time until the first measurement. */
  now(): number;
  /** Waits for the first measurement. Later it starts a new one in the background when the last is a minute old. */
  ready(): Promise<void>;
  /** Measures now, or waits for the measurement that is running. A failed measurement keeps the old offset. */
  measure(): Promise<void>;
}

/** The dependencies of the exchange's clock. */
export interface ServerClockDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Returns the exchange's time, epoch ms; null when the exchange did not respond. */
  readonly ask: () => Promise<number | null>;
}

/** Returns an unmeasured clock. The offset assumes equal delays both ways, so its error is at most half the round trip. */
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
      // Callers wait only for the first measurement, because later an offset is available.
      if (running !== null && !isMeasured) await running;
    },
  };
}
