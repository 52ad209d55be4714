// Implements the clock port and the randomness port of the engine with the clock and the randomness of the machine.
import type { Chance, Clock } from '@rondo/engine/ports';

/** The clock with real time and real timers. */
export const wallClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};

/** Random numbers for jitter. They must not be used for ids or secrets. */
export const wallChance: Chance = { next: () => Math.random() };
