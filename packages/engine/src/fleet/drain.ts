// The drain of a node: hands all its accounts over, and waits while another node has not taken enough of them, because an account without an owner is not traded.
import { drainConcurrency, drainLookMs, drainWindow, takeStepMs } from '../limits.ts';
import type { PlacementNode } from '../placement/placement.ts';
import type { Clock, FleetSight } from '../ports/index.ts';

/** What a node sees, with the time at which it began to look (`clock.now()`). */
export type DrainSight = Pick<FleetSight, 'unowned'> & { readonly beganAt: number };

/** What the drain needs of the node. */
export type DrainPorts = {
  readonly clock: Clock;
  /** Returns the accounts of this node. */
  readonly held: () => Iterable<string>;
  /** Returns a function that returns the node that should take an account, or null when no node may take it. */
  readonly ranking: () => (accountId: string) => PlacementNode | null;
  /** Hands the account over. Returns false when its lease was not released. */
  readonly handOver: (accountId: string, next: PlacementNode) => Promise<boolean>;
  /** Returns the last sight. */
  readonly sight: () => DrainSight | null;
  /** Makes the node look after this time in ms. Resolves after the next look, also when the look failed or the node was stopped. */
  readonly nextSight: (afterMs: number) => Promise<void>;
  readonly isStopped: () => boolean;
};

/** An account that was handed over to the node with the name `next`, which has not taken it yet. */
type Waiting = { readonly next: string; readonly releasedAt: number };

/**
 * Hands all accounts over, `drainConcurrency` at the same time. At most `drainWindow` of them wait for the same node. An account that nobody takes within
 * `takeStepMs` is not waited for any longer. Resolves when every account was handed over or cannot be handed over, or when the node was stopped.
 */
export async function drainAll(ports: DrainPorts): Promise<void> {
  const tried = new Set<string>();
  const waiting = new Map<string, Waiting>();
  while (!ports.isStopped()) {
    const left = [...ports.held()].filter((accountId) => !tried.has(accountId));
    if (left.length === 0) return;
    forgetTaken(waiting, ports);
    const batch = nextBatch(left, waiting, ports.ranking());
    if (batch.length === 0) await ports.nextSight(drainLookMs);
    await Promise.all(
      batch.map(async ({ accountId, next }) => {
        tried.add(accountId);
        if (next === null || !(await ports.handOver(accountId, next))) return;
        waiting.set(accountId, { next: next.name, releasedAt: ports.clock.now() });
      }),
    );
  }
}

function forgetTaken(waiting: Map<string, Waiting>, { clock, sight }: DrainPorts): void {
  const seen = sight();
  const now = clock.now();
  const unowned = new Set(seen?.unowned.map(({ accountId }) => accountId));
  for (const [accountId, { releasedAt }] of waiting) {
    const isTaken = seen !== null && seen.beganAt > releasedAt && !unowned.has(accountId);
    // After a step back of the clock the times cannot be compared.
    const isLate = now - releasedAt >= takeStepMs || now < releasedAt;
    if (isTaken || isLate) waiting.delete(accountId);
  }
}

type Step = { readonly accountId: string; readonly next: PlacementNode | null };

/** Returns the accounts whose next node has room, each with this node. An account that no node may take has null. */
function nextBatch(
  left: readonly string[],
  waiting: ReadonlyMap<string, Waiting>,
  nextOf: ReturnType<DrainPorts['ranking']>,
): readonly Step[] {
  const counts = new Map<string, number>();
  const add = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { next } of waiting.values()) add(next);
  const batch: Step[] = [];
  for (const accountId of left) {
    if (batch.length === drainConcurrency) break;
    const next = nextOf(accountId);
    if (next !== null && (counts.get(next.name) ?? 0) >= drainWindow) continue;
    if (next !== null) add(next.name);
    batch.push({ accountId, next });
  }
  return batch;
}
