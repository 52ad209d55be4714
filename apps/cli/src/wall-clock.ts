// Real time behind the port that the exchange clients use.
import type { Clock } from '@rondo/engine/ports';

/** The machine's clock and timers. */
export const wallClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};
