// Returns a live value of the server, such as a price. The render of a new value waits for more urgent renders, so a moving price does not delay a key.
import { useDeferredValue, useMemo } from 'react';

/** `key` names what the value belongs to, such as the instrument. The value of another key is returned at once. */
export const useLater = <Value>(value: Value, key: string | undefined): Value => {
  const later = useDeferredValue(useMemo(() => ({ value, key }), [value, key]));
  return later.key === key ? later.value : value;
};
