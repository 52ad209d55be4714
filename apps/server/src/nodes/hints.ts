// Connects the parts of this node with the bus: what this node tells the other nodes, and what it does with their hints.
import type { Bus } from '@rondo/bus';
import type { Callers } from '@rondo/store';
import type { ServerRole } from '../env.ts';
import type { EngineAccounts } from '../trading/engine-accounts.ts';

export interface HintDeps {
  readonly bus: Bus;
  /** The server of NATS permits a node only the subjects of its role (docs/bus.md). */
  readonly role: ServerRole;
  readonly callers: Callers;
  /** The name of this node, which other nodes write into the leases that they release for it. */
  readonly nodeName: string;
  readonly live: Pick<EngineAccounts, 'wake' | 'engine'>;
}

/**
 * Publishes the changes of callers, and empties the cache of callers when another node has changed a caller or when hints may have been lost. Reads the recorded
 * work of an account when another node has recorded it, and looks for accounts without an owner when another node has released one for this node.
 */
export function startHints({ bus, role, nodeName, callers, live }: HintDeps): void {
  callers.onChange(() => bus.publish('forget', {}));
  bus.onConnected(() => callers.forget());
  if (role !== 'engine') bus.subscribe('forget', () => callers.forget());
  if (role === 'api') return;
  bus.subscribe('wake', ({ fields }) => live.wake(fields.accountId));
  bus.subscribe('take', ({ fields }) => fields.next === nodeName && live.engine.look());
}
