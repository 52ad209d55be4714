// A stream that is open while it is needed, and for a while after that.
import type { Clock } from '@rondo/engine/ports';
import { unneededSocketMs } from '../../limits.ts';

/** A stream that is opened by `need(true)`, and closed `unneededSocketMs` after `need(false)`. */
interface OnDemand {
  need(isNeeded: boolean): void;
  close(): void;
}

/** Returns a stream that is not open. `open` is called once for each period in which the stream is open. */
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
