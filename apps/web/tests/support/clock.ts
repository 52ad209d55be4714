// The fake clock of component tests. It advances with real time, and additionally with each call of `pass`.
import { vi } from 'vitest';

/** Replaces the browser's timers and clock for the running test. `useRealTimers` in afterEach restores them. */
export function startClock(): void {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
}

/** Advances the clock by `ms` without waiting, and runs the timers that become due. */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}
