// Tells a component when the browser has nothing urgent to do, so that data which nobody waits for do not delay the first picture of the page.
import { useEffect, useState } from 'react';

/** The longest wait. A browser without `requestIdleCallback`, for example Safari, waits for this time. */
const longestWaitMs = 1_500;

/** Returns false at first, and true from the first idle moment of the browser, at the latest after `longestWaitMs`. */
export const useIdle = (): boolean => {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const note = (): void => setIdle(true);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(note, longestWaitMs);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(note, { timeout: longestWaitMs });
    return () => cancelIdleCallback(handle);
  }, []);
  return isIdle;
};
