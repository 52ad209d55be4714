// Work that comes again and again: the next time counts from the end of the last, and nothing of it runs twice at once.
import type { Clock } from '@rondo/engine/ports';

export interface Schedule {
  /** Ends the schedule; answers when the work under way has ended. */
  stop(): Promise<void>;
}

/** Begins at once. What fails is told to `failed` and comes again at its time. */
export function schedule(
  clock: Clock,
  everyMs: number,
  { work, failed }: { readonly work: () => Promise<void>; readonly failed: (error: unknown) => void },
): Schedule {
  let isStopped = false;
  let timer: { cancel(): void } | null = null;
  let underWay: Promise<void> = Promise.resolve();
  const again = (): void => {
    underWay = work()
      .catch(failed)
      .finally(() => {
        if (!isStopped) timer = clock.after(everyMs, again);
      });
  };
  again();
  return {
    async stop() {
      isStopped = true;
      timer?.cancel();
      await underWay;
    },
  };
}
