// Time in component tests: it goes on as on the wall, and jumps when a test says so.
import { vi } from 'vitest';

/** Replaces the browser's timers and clock for the running test; `useRealTimers` in afterEach gives them back. */
export function startClock(): void {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
}

/** Lets time pass at once, in milliseconds, with everything that is due in it. */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}
