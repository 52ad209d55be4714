// Runs work never twice at once.

/** Returns a function that starts the work. A call while the work runs starts the work once more afterwards, because the running work may have read its list already. */
export function neverTwice(work: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let isRunning = false;
  let isWanted = false;
  const start = (): void => {
    isWanted = isRunning;
    if (isRunning) return;
    isRunning = true;
    work()
      .catch(onError)
      .finally(() => {
        isRunning = false;
        if (isWanted) start();
      });
  };
  return start;
}
