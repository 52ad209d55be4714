// Connects the calls that need the master key: a node with the key carries out its own calls and those of other nodes, and a node without it hands its calls over.
import type { Bus } from '@rondo/bus';
import type { Store } from '@rondo/store';
import type { AppContext } from '../app-context.ts';
import { steadyClock } from '../async/wall-clock.ts';
import { hasMasterKey } from '../ops/frozen-keys.ts';
import type { ShutdownStep } from '../ops/shutdown.ts';
import type { KeyCalls } from './key-call-table.ts';
import { startKeyCallWorker } from './key-call-worker.ts';
import { createLocalKeyCalls } from './local-key-calls.ts';
import { createRemoteKeyCalls } from './remote-key-calls.ts';

/** Returns the calls of a node. The context is read at each call, because it contains these calls. */
export function createKeyCalls(
  contextOf: () => AppContext,
  { store, bus }: { readonly store: Store; readonly bus: Bus },
): KeyCalls {
  if (hasMasterKey(store)) return createLocalKeyCalls(contextOf);
  return createRemoteKeyCalls({ clock: steadyClock, store, announce: () => bus.publish('call', {}) });
}

/** Carries out the calls of the nodes without the master key. */
export function serveKeyCalls(context: AppContext & { readonly bus: Bus }, steps: ShutdownStep[]): void {
  const worker = startKeyCallWorker({ ...context, clock: steadyClock });
  const calls = context.bus.subscribe('call', () => worker.wake());
  steps.push({
    name: 'calls',
    async close() {
      calls.close();
      await worker.stop();
    },
  });
}
