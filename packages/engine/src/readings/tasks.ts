// The readings of one account that run beside its passes: at most one for each part. A pass never waits for a reading.
import type { FactContext } from '../facts/batch.ts';

/** The result of a reading: it applies what was read to the memory, inside one transaction of facts. */
export type FinishedReading = (facts: FactContext) => void;

/** The running and the finished readings of one account. */
export type ReadingTasks = {
  /** Starts the reading of a part. Returns false, and starts nothing, while an earlier reading of the part runs. */
  start(part: string, read: () => Promise<FinishedReading>): boolean;
  isRunning(part: string): boolean;
  /** The number of running readings whose part begins with `prefix`. */
  countRunning(prefix: string): number;
  /** Removes and returns the finished readings in the order in which they ended. */
  takeFinished(): readonly FinishedReading[];
  hasFinished(): boolean;
};

/** Returns an account without readings. `wake` is called when a reading ends. A reading that throws makes the next pass throw. */
export function createReadingTasks(wake: () => void): ReadingTasks {
  const running = new Set<string>();
  let finished: FinishedReading[] = [];
  return {
    start(part, read) {
      if (running.has(part)) return false;
      running.add(part);
      const end = (reading: FinishedReading): void => {
        running.delete(part);
        finished.push(reading);
        wake();
      };
      void read().then(end, (cause: unknown) =>
        end(() => {
          throw cause;
        }),
      );
      return true;
    },
    isRunning: (part) => running.has(part),
    countRunning: (prefix) => [...running].filter((part) => part.startsWith(prefix)).length,
    takeFinished() {
      const taken = finished;
      finished = [];
      return taken;
    },
    hasFinished: () => finished.length > 0,
  };
}
