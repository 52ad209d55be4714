// The fake clock of component tests. The clock advances with real time, and each call of `pass` advances the clock additionally.
import { vi } from 'vitest';

/** Replaces the browser's timers and clock for the running test. `useRealTimers` in afterEach restores them. */
export function startClock(): void {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
}

/** Advances the clock by `ms` without waiting, and runs the timers that expire in this time. */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}
