// Real time and real chance behind the engine's ports.
import type { Chance, Clock } from '@rondo/engine/ports';

/** The machine's clock and timers. */
export const wallClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};

/** Jitter only: never for ids or secrets. */
export const wallChance: Chance = { next: () => Math.random() };
