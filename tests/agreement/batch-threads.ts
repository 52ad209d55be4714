// The threads of `npm run agree`. Each thread runs one batch after the other.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Batch, BatchResult } from './batches.ts';

/** Runs batches in threads. `walk` calls `take` with the result of each batch. */
export type BatchThreads = {
  readonly walk: (batches: readonly Batch[], take: (result: BatchResult) => void) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Starts the threads. An error in a thread ends the run. */
export function openBatchThreads(count: number): BatchThreads {
  const threads = Array.from({ length: count }, () => new Worker(new URL('./agree-worker.mjs', import.meta.url)));
  return {
    async walk(batches, take) {
      const waiting = [...batches];
      const drain = async (thread: Worker): Promise<void> => {
        for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
          thread.postMessage(batch);
          const [result] = (await once(thread, 'message')) as [BatchResult]; // The thread sends only results of batches.
          take(result);
        }
      };
      await Promise.all(threads.map(drain));
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}
