// Repeats a job at an interval on the clock port. The interval counts from the end of a run, so runs never overlap.
import type { Clock } from '@rondo/engine/ports';

export interface Schedule {
  /** Cancels the next run. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

export interface Job {
  readonly everyMs: number;
  /** The time in ms until the first run. By default the first run starts immediately. */
  readonly delayMs?: number;
  readonly work: () => Promise<void>;
  /** Receives the error of a failed run. The schedule continues. */
  readonly onError: (error: unknown) => void;
}

/** Starts the job and returns its schedule. */
export function schedule(clock: Clock, { everyMs, delayMs = 0, work, onError }: Job): Schedule {
  let isStopped = false;
  let timer: { cancel(): void } | null = null;
  let running: Promise<void> = Promise.resolve();
  const run = (): void => {
    running = work()
      .catch(onError)
      .finally(() => {
        if (!isStopped) timer = clock.after(everyMs, run);
      });
  };
  if (delayMs > 0) timer = clock.after(delayMs, run);
  else run();
  return {
    async stop() {
      isStopped = true;
      timer?.cancel();
      await running;
    },
  };
}
