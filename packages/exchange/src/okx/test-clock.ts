// A clock that moves only when a test says so, and a log that keeps what was written. For the tests of this folder.
import type { Clock, Log } from '@rondo/engine/ports';

export interface TestClock extends Clock {
  /** Moves on, running what falls due in its order. Promises between two steps are let run. */
  pass(durationMs: number): Promise<void>;
}

/** A clock that starts at `at`. */
export function createTestClock(at = 1_700_000_000_000): TestClock {
  let now = at;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  return {
    now: () => now,
    after(delayMs, run) {
      const timer = { at: now + delayMs, run };
      timers.push(timer);
      return {
        cancel() {
          timers = timers.filter((one) => one !== timer);
        },
      };
    },
    async pass(durationMs) {
      const until = now + durationMs;
      for (;;) {
        await settle();
        const next = timers.filter((one) => one.at <= until).toSorted((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        now = Math.max(now, next.at);
        timers = timers.filter((one) => one !== next);
        next.run();
      }
      now = until;
      await settle();
    },
  };
}

/** A log and the names of its events. */
export function createTestLog(): { readonly log: Log; readonly events: string[] } {
  const events: string[] = [];
  return { log: { write: (_level, event) => void events.push(event) }, events };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}
