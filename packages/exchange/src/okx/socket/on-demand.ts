// Opens a stream when it is needed, and closes it some time after it is no longer needed.
import type { Clock } from '@rondo/engine/ports';
import { unneededSocketMs } from '../../limits.ts';

/** A stream that is opened by `need(true)`, and closed `unneededSocketMs` after `need(false)`. */
interface OnDemand {
  need(isNeeded: boolean): void;
  close(): void;
}

/** Returns a stream that is not open. `open` opens the stream, and `close` of its result closes the stream. */
export function openOnDemand(clock: Clock, open: () => { close(): void }): OnDemand {
  let stream: { close(): void } | null = null;
  let ending: { cancel(): void } | null = null;

  function close(): void {
    ending?.cancel();
    ending = null;
    stream?.close();
    stream = null;
  }

  return {
    need(isNeeded) {
      if (isNeeded) {
        ending?.cancel();
        ending = null;
        stream ??= open();
      } else if (stream !== null) {
        ending ??= clock.after(unneededSocketMs, close);
      }
    },
    close,
  };
}
