// A clock that never jumps. Its time follows the clock of the machine slowly, so a jump of the machine's clock changes a duration by at most a thousandth.
import type { Clock } from '@rondo/engine/ports';
import { clockSlewShare } from '../limits.ts';

/** The two clocks of the machine in ms, and its timers. `wall` may jump. `monotonic` never jumps, and its zero is an arbitrary time. */
export type SteadyClockDeps = {
  readonly wall: () => number;
  readonly monotonic: () => number;
  readonly after: Clock['after'];
};

/**
 * Returns a clock that begins at the time of `wall`. Each later value is the earlier value plus the time that has passed, changed by at
 * most `clockSlewShare` of that time towards `wall`. Values are whole milliseconds.
 */
export function createSteadyClock({ wall, monotonic, after }: SteadyClockDeps): Clock {
  let value = wall();
  let seenAt = monotonic();
  return {
    now() {
      const at = monotonic();
      const passed = Math.max(0, at - seenAt);
      const limit = passed * clockSlewShare;
      const difference = wall() - (value + passed);
      value += passed + Math.min(limit, Math.max(-limit, difference));
      seenAt = at;
      return Math.floor(value);
    },
    after,
  };
}
