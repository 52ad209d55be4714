// A log for tests that need to know which events were written.
import type { Log } from '@rondo/engine/ports';

/** A log and the names of the events written to it, in their order. */
export function createTestLog(): { readonly log: Log; readonly events: string[] } {
  const events: string[] = [];
  return { log: { write: (_level, event) => void events.push(event) }, events };
}
