// Runs jobs beside each other, so a slow job delays no other job. A key belongs to at most one running job.
export interface KeyedJobs {
  /** Returns whether a running job has the key. */
  isRunning(key: string): boolean;
  /** Starts a job that has these keys until it ends. Its error goes to `onError`. */
  start(keys: readonly string[], work: () => Promise<void>): void;
  /** Resolves when all jobs have ended. */
  ended(): Promise<void>;
}

/** Creates an empty set of jobs. The number of running jobs is at most the number of keys. */
export function createKeyedJobs(onError: (error: unknown) => void): KeyedJobs {
  const jobs = new Map<string, Promise<void>>();
  return {
    isRunning: (key) => jobs.has(key),
    start(keys, work) {
      const job = work()
        .catch(onError)
        .finally(() => {
          for (const key of keys) jobs.delete(key);
        });
      for (const key of keys) jobs.set(key, job);
    },
    async ended() {
      await Promise.all(jobs.values());
    },
  };
}
