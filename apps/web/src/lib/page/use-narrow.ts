// Returns whether the window is narrow. The width is the one of the classes `wide-only` and `narrow-only`.
import { useSyncExternalStore } from 'react';

const narrow = '(max-width: 56.1875em)';

const subscribe = (changed: () => void): (() => void) => {
  const query = matchMedia(narrow);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

export const useNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(narrow).matches,
    () => false,
  );
