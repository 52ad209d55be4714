// The drain of a node: hands all its accounts over, and waits while the other nodes have not taken enough of them, because an account without an owner is not traded.
import { drainConcurrency, drainLookMs, drainWindow, takeStepMs } from '../limits.ts';
import type { Clock, FleetSight } from '../ports/index.ts';

/** What a node sees, with the time at which it began to look (`clock.now()`). */
export type DrainSight = Pick<FleetSight, 'unowned'> & { readonly beganAt: number };

/** What the drain needs of the node. */
export type DrainPorts = {
  readonly clock: Clock;
  /** Returns the accounts of this node. */
  readonly held: () => Iterable<string>;
  /** Returns the number of nodes that may take the accounts. */
  readonly otherNodes: () => number;
  /** Hands the account over. Returns false when its lease was not released. */
  readonly handOver: (accountId: string) => Promise<boolean>;
  /** Returns the last sight. */
  readonly sight: () => DrainSight | null;
  /** Makes the node look after this time in ms. Resolves after the next look, also when the look failed or the node was stopped. */
  readonly nextSight: (afterMs: number) => Promise<void>;
  readonly isStopped: () => boolean;
};

/**
 * Hands all accounts over, `drainConcurrency` at the same time. For each other node at most `drainWindow` of them wait for their next owner. An account that nobody takes within
 * `takeStepMs` is not waited for any longer. Resolves when every account was handed over or could not be handed over, or when the node was stopped.
 */
export async function drainAll(ports: DrainPorts): Promise<void> {
  const tried = new Set<string>();
  // The accounts without a next owner, with the times of their release.
  const waiting = new Map<string, number>();
  while (!ports.isStopped()) {
    forgetTaken(waiting, ports);
    const room = drainWindow * Math.max(1, ports.otherNodes()) - waiting.size;
    if (room <= 0) {
      await ports.nextSight(drainLookMs);
      continue;
    }
    const left = [...ports.held()].filter((accountId) => !tried.has(accountId));
    if (left.length === 0) return;
    await Promise.all(
      left.slice(0, Math.min(drainConcurrency, room)).map(async (accountId) => {
        tried.add(accountId);
        if (await ports.handOver(accountId)) waiting.set(accountId, ports.clock.now());
      }),
    );
  }
}

function forgetTaken(waiting: Map<string, number>, { clock, sight }: DrainPorts): void {
  const seen = sight();
  const unowned = new Set(seen?.unowned.map(({ accountId }) => accountId));
  for (const [accountId, releasedAt] of waiting) {
    const isTaken = seen !== null && seen.beganAt > releasedAt && !unowned.has(accountId);
    if (isTaken || clock.now() - releasedAt >= takeStepMs) waiting.delete(accountId);
  }
}
