// The machine's clock and randomness behind the ports of the engine.
import type { Chance, Clock } from '@rondo/engine/ports';

/** Real time and real timers. */
export const wallClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};

/** For jitter only, never for ids or secrets. */
export const wallChance: Chance = { next: () => Math.random() };
