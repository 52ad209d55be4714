// Connects the parts of this node with the bus: what this node tells the other nodes, and what it does with their hints.
import type { Bus } from '@rondo/bus';
import type { Callers } from '@rondo/store';

export interface HintDeps {
  readonly bus: Bus;
  readonly callers: Callers;
}

/** Publishes the changes of callers, and empties the cache of callers when another node has changed a caller or when hints may have been lost. */
export function startHints({ bus, callers }: HintDeps): void {
  callers.onChange(() => bus.publish('forget', {}));
  bus.subscribe('forget', () => callers.forget());
  bus.onConnected(() => callers.forget());
}
