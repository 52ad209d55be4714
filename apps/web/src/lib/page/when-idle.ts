// Starts work when the browser has nothing urgent to do, so that data which nobody waits for do not delay the first picture of the page.

/** The longest wait. A browser without `requestIdleCallback`, for example Safari, waits for this time. */
const longestWaitMs = 1_500;

/** Calls `work` at the first idle moment of the browser, at the latest after `longestWaitMs`. Returns a function that cancels the call. */
export const whenIdle = (work: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, longestWaitMs);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: longestWaitMs });
  return () => cancelIdleCallback(handle);
};
