// A bounded wait that uses the clock port, so that tests can control the wait with a virtual clock.
import type { Clock } from '@rondo/engine/ports';

/** Returns the result of the work, or undefined when it takes longer than `ms`. The work itself continues. */
export function withTimeout<Value>(clock: Clock, work: Promise<Value>, ms: number): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(ms, () => resolve(undefined));
    work.then(resolve, reject).finally(() => timer.cancel());
  });
}
