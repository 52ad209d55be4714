// The exchange's clock: local time plus the offset measured from public/time, measured again each minute of use.
import type { Clock, Log } from '@rondo/engine/ports';
import { clockResyncMs } from '../../limits.ts';

/** The time of the exchange: local time plus a measured offset. */
export interface ServerClock {
  /** Exchange time now, epoch ms; local time until the first measurement. */
  now(): number;
  /** Waits for the first measurement; later starts a new one in the background when the last is a minute old. */
  ready(): Promise<void>;
  /** Measures now (one measurement at a time). A failed one keeps the old offset. */
  measure(): Promise<void>;
}

/** The dependencies of the exchange's clock. */
export interface ServerClockDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Asks the exchange for its time: epoch ms, or null when it did not respond. */
  readonly ask: () => Promise<number | null>;
}

/** Makes an unmeasured clock. The offset assumes equal travel both ways, which is off by at most half the round trip. */
export function createServerClock({ clock, log, ask }: ServerClockDeps): ServerClock {
  let offsetMs = 0;
  let isMeasured = false;
  let triedAt: number | null = null;
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    const sentAt = clock.now();
    const serverAt = await ask();
    const answeredAt = clock.now();
    if (serverAt === null) {
      log.write('warn', 'okx.clock.unavailable');
      return;
    }
    isMeasured = true;
    offsetMs = Math.round(serverAt - (sentAt + answeredAt) / 2);
    log.write('debug', 'okx.clock.measured', { offsetMs, roundTripMs: answeredAt - sentAt });
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
      // A first measurement still under way is waited for; later ones are not.
      if (running !== null && !isMeasured) await running;
    },
  };
}
