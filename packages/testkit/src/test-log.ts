// A log for tests that check which events were written.
import type { Log } from '@rondo/engine/ports';

/** Returns a log and the names of the events that were written to the log, in their sequence. */
export function createTestLog(): { readonly log: Log; readonly events: string[] } {
  const events: string[] = [];
  return { log: { write: (_level, event) => void events.push(event) }, events };
}
