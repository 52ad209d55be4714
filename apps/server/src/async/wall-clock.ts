// Implements the clock port and the randomness port of the engine with the clocks and the randomness of the machine.
import type { Chance, Clock } from '@rondo/engine/ports';
import { createSteadyClock } from './steady-clock.ts';

/** The clock with real time and real timers. It jumps when the clock of the machine is set, so the trading part measures durations with `steadyClock`. */
export const wallClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};

/** The clock of the engine and of all clients of exchanges. It never jumps. */
export const steadyClock: Clock = createSteadyClock({
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  after: (delayMs, run) => wallClock.after(delayMs, run),
});

/** Random numbers for jitter. They must not be used for ids or secrets. */
export const wallChance: Chance = { next: () => Math.random() };
