// Virtual time with one heap of timers. Timers of one instant run in the sequence of their creation. All promises
// settle between two timers.
import type { Clock } from '@rondo/engine/ports';

/** A clock whose time tests control. */
export type VirtualClock = Clock & {
  /** Runs all timers up to and including the instant `at`, in sequence. The clock then has this time. */
  runUntil(at: number): Promise<void>;
  /** Runs all timers of the next `durationMs` milliseconds, like `runUntil`. */
  pass(durationMs: number): Promise<void>;
  /** Stops the time until this promise has settled, for work outside the simulation. Returns the given promise. */
  hold<T>(work: Promise<T>): Promise<T>;
  /** Waits until all promises that can settle have settled. The time does not change. */
  flushPromises(): Promise<void>;
  /** Returns the number of active timers, so that tests can check that the number stays limited. */
  waiting(): number;
};

type Timer = { readonly at: number; readonly order: number; readonly run: () => void; isCancelled: boolean };

/** Returns a clock that starts at `startAt` (epoch ms). `afterEach` runs after each timer, when all effects of the timer have settled. */
export function createVirtualClock(startAt = 1_700_000_000_000, afterEach: () => void = () => undefined): VirtualClock {
  let now = startAt;
  let order = 0;
  const heap: Timer[] = [];
  const held = new Set<Promise<unknown>>();
  const flushPromises = async (): Promise<void> => {
    await turn();
    while (held.size > 0) {
      await Promise.allSettled(held);
      await turn();
    }
  };
  const runUntil = async (at: number): Promise<void> => {
    await flushPromises();
    for (let next = heap[0]; next !== undefined && next.at <= at; next = heap[0]) {
      pop(heap);
      if (next.isCancelled) continue;
      now = Math.max(now, next.at);
      next.run();
      await flushPromises();
      afterEach();
    }
    now = Math.max(now, at);
  };
  return {
    hold(work) {
      const done = endOf(work).finally(() => held.delete(done));
      held.add(done);
      return work;
    },
    now: () => now,
    after(delayMs, run) {
      order += 1;
      const timer: Timer = { at: now + Math.max(0, Math.ceil(delayMs)), order, run, isCancelled: false };
      push(heap, timer);
      return {
        cancel: () => {
          timer.isCancelled = true;
        },
      };
    },
    runUntil,
    async pass(durationMs) {
      await runUntil(now + durationMs);
      await flushPromises();
    },
    flushPromises: flushPromises,
    waiting: () => heap.filter((timer) => !timer.isCancelled).length,
  };
}

// Resolves when the work has settled and never rejects, because the caller of the work handles its error.
async function endOf(work: Promise<unknown>): Promise<void> {
  await Promise.allSettled([work]);
}

// Waits for one turn of the event loop. All promise jobs, and the promise jobs that they create, run before the turn
// ends.
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.at !== b.at ? a.at < b.at : a.order < b.order;
}

function push(heap: Timer[], timer: Timer): void {
  heap.push(timer);
  let index = heap.length - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!isBefore(at(heap, index), at(heap, parent))) return;
    swap(heap, index, parent);
    index = parent;
  }
}

function pop(heap: Timer[]): void {
  swap(heap, 0, heap.length - 1);
  heap.pop();
  let index = 0;
  for (;;) {
    const left = 2 * index + 1;
    if (left >= heap.length) return;
    const right = left + 1;
    const child = right < heap.length && isBefore(at(heap, right), at(heap, left)) ? right : left;
    if (!isBefore(at(heap, child), at(heap, index))) return;
    swap(heap, index, child);
    index = child;
  }
}

function at(heap: readonly Timer[], index: number): Timer {
  const timer = heap[index];
  if (timer === undefined) throw new RangeError('The timer heap was read outside its bounds.');
  return timer;
}

function swap(heap: Timer[], a: number, b: number): void {
  const first = at(heap, a);
  heap[a] = at(heap, b);
  heap[b] = first;
}
