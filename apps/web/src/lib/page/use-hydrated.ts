// Tells the content of the build and the content of this browser apart.
import { useSyncExternalStore } from 'react';

const subscribe = (): (() => void) => () => undefined;

/**
 * Returns false in the build, and while React takes over content of the build. Then it returns true. Until then, a component shows nothing that the build did not
 * know, because React would keep or replace an element that differs.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
