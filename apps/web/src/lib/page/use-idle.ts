// Tells a component when the browser has nothing urgent to do, so that data which nobody waits for do not delay the first picture of the page.
import { useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/** Returns false at first, and true from the first idle moment of the browser. */
export const useIdle = (): boolean => {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
};
