// The readings of one account. Readings run at the same time as the passes of the actor, and a pass never waits for a
// reading. `part` is the name of a reading, and at most one reading of each name runs.
import type { FactContext } from '../facts/batch.ts';

/** The result of a reading. The function applies the received data to the memory, inside one transaction of facts. */
export type FinishedReading = (facts: FactContext) => void;

/** Called when a reading ends. `finished`: its result waits for the next pass. `verified`: it has shown nothing new, and only the times of later readings change. */
export type ReadingEnd = (kind: 'finished' | 'verified') => void;

/** The running and the finished readings of one account. */
export type ReadingTasks = {
  /**
   * Starts the reading of a part. Returns false, and starts nothing, while an earlier reading of the part runs. `read`
   * returns null when the reading has shown nothing that a pass must apply.
   */
  start(part: string, read: () => Promise<FinishedReading | null>): boolean;
  isRunning(part: string): boolean;
  /** The number of running readings whose part begins with `prefix`. */
  countRunning(prefix: string): number;
  /** Removes and returns the finished readings in the order in which they ended. */
  takeFinished(): readonly FinishedReading[];
  hasFinished(): boolean;
  /** Drops the readings whose part begins with one of the prefixes: running readings are not finished, and finished readings are removed. */
  drop(prefixes: readonly string[]): void;
};

/**
 * Creates the task list of one account, without readings. Calls `ended` when a reading ends. When a reading throws an
 * error, its result is a function that throws the error in the next pass.
 */
export function createReadingTasks(ended: ReadingEnd): ReadingTasks {
  const running = new Map<string, object>();
  let finished: { readonly part: string; readonly apply: FinishedReading }[] = [];
  return {
    start(part, read) {
      if (running.has(part)) return false;
      const identity = {};
      running.set(part, identity);
      const end = (apply: FinishedReading | null): void => {
        if (running.get(part) !== identity) return;
        running.delete(part);
        if (apply !== null) finished.push({ part, apply });
        ended(apply === null ? 'verified' : 'finished');
      };
      void read().then(end, (cause: unknown) =>
        end(() => {
          throw cause;
        }),
      );
      return true;
    },
    isRunning: (part) => running.has(part),
    countRunning: (prefix) => [...running.keys()].filter((part) => part.startsWith(prefix)).length,
    takeFinished() {
      const taken = finished;
      finished = [];
      return taken.map(({ apply }) => apply);
    },
    hasFinished: () => finished.length > 0,
    drop(prefixes) {
      const isDropped = (part: string): boolean => prefixes.some((prefix) => part.startsWith(prefix));
      for (const part of running.keys()) if (isDropped(part)) running.delete(part);
      finished = finished.filter(({ part }) => !isDropped(part));
    },
  };
}
