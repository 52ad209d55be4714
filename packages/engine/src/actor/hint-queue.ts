// Queues the hints of the stream until the next pass applies them.
import { hintQueueMax } from '../limits.ts';
import type { AccountMemory } from '../memory/account-memory.ts';
import type { ExchangeHint } from '../ports/index.ts';

/**
 * Adds a hint. When the queue is full, the hint is dropped and the next snapshot contains its news. Only the state of the stream is in no snapshot, so it replaces
 * the newest hint: an account that has a stream would otherwise count as an account without one until its next reconnection.
 */
export function queueHint(memory: AccountMemory, hint: ExchangeHint): void {
  if (memory.hints.length < hintQueueMax) {
    memory.hints.push(hint);
    return;
  }
  memory.isSnapshotWanted = true;
  if (hint.kind !== 'connected' && hint.kind !== 'disconnected') return;
  memory.mayMissFills = true;
  memory.hints[memory.hints.length - 1] = hint;
}
