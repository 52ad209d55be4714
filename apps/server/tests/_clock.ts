// The clock of the tests of the server. It runs with the clock of the machine, it can be advanced, and it can hold its timers.
import type { Clock } from '@rondo/engine/ports';
import { wallClock } from '../src/async/wall-clock.ts';

export interface TestClock extends Clock {
  readonly passTime: (ms: number) => void;
  /** New timers do not start before the returned function is called. */
  readonly holdTimers: () => () => void;
}

export function createTestClock(): TestClock {
  let aheadMs = 0;
  let held: (() => void)[] | null = null;
  return {
    now: () => wallClock.now() + aheadMs,
    after(delayMs, run) {
      if (held === null) return wallClock.after(delayMs, run);
      let timer: { cancel(): void } | null = null;
      let isCancelled = false;
      held.push(() => {
        if (!isCancelled) timer = wallClock.after(delayMs, run);
      });
      return {
        cancel() {
          isCancelled = true;
          timer?.cancel();
        },
      };
    },
    passTime: (ms) => void (aheadMs += ms),
    holdTimers() {
      held = [];
      return () => {
        const starts = held ?? [];
        held = null;
        for (const start of starts) start();
      };
    },
  };
}
