// Implements the clock port of the exchange clients with real time.
import type { Clock } from '@rondo/engine/ports';

/** The clock and the timers of this computer, as the clock port. */
export const wallClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};
