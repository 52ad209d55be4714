// Nodes and leases in memory for tests of the placement. Each node reads and writes the same tables, as the nodes of an installation do.
import type { VirtualClock } from '@rondo/testkit';
import type { FleetSight, LiveNode, Nodes } from '../../src/ports/index.ts';

type Lease = { owner: string | null; next: string | null; since: number };

/** The tables, with the views and the faults that tests need. */
export type MemoryFleet = {
  /** Adds a node, which joins with its first beat, and returns its port. */
  join(name: string, changes?: Partial<LiveNode>): Nodes;
  /** Declares the node dead. */
  kill(name: string): void;
  /** Takes the lease for the node when no live node has it. Returns whether the node has the lease now. */
  take(name: string, accountId: string): boolean;
  release(accountId: string, next: string | null): void;
  owner(accountId: string): string | null;
  /** Returns how many accounts each node owns. */
  counts(): Readonly<Record<string, number>>;
  /** The longest time for which an account had no owner after its first owner, in ms. */
  longestGapMs(): number;
  /** The number of changes of an owner of each account after its first owner. */
  moves(): readonly number[];
  /** The times at which an account got another owner after its first owner. */
  movedAt(): readonly number[];
};

/** Creates the tables with these accounts, which have no owner. */
export function createMemoryFleet(clock: VirtualClock, accountIds: readonly string[]): MemoryFleet {
  const nodes = new Map<string, LiveNode>();
  const leases = new Map<string, Lease>(accountIds.map((id) => [id, { owner: null, next: null, since: clock.now() }]));
  const takes = new Map<string, number>();
  const movedAt: number[] = [];
  let longestGapMs = 0;
  const leaseOf = (accountId: string): Lease => {
    const lease = leases.get(accountId);
    if (lease === undefined) throw new Error(`There is no account ${accountId}.`);
    return lease;
  };
  const isFree = ({ owner }: Lease): boolean => owner === null || !nodes.has(owner);
  const sightOf = (me: string): FleetSight => ({
    me,
    now: clock.now(),
    isDraining: nodes.get(me)?.isDraining ?? false,
    nodes: [...nodes.values()].toSorted((a, b) => a.joinedAt - b.joinedAt),
    unowned: [...leases].flatMap(([accountId, lease]) =>
      isFree(lease) ? [{ accountId, next: lease.next, unownedSince: lease.since }] : [],
    ),
    owned: [...leases.values()].filter(({ owner }) => owner === me).length,
    addressShares: [],
  });
  return {
    join(name, changes = {}) {
      const stable = { weight: 1, capacity: 1_000, recentDeaths: 0 };
      return {
        async beat({ load, isDraining }) {
          const joinedAt = nodes.get(name)?.joinedAt ?? clock.now();
          nodes.set(name, { incarnation: name, name, joinedAt, load, isDraining, ...stable, ...changes });
          return sightOf(name);
        },
        listOwned: async () => [...leases].flatMap(([id, { owner }]) => (owner === name ? [id] : [])),
      };
    },
    kill(name) {
      nodes.delete(name);
      for (const lease of leases.values()) if (lease.owner === name) lease.since = clock.now();
    },
    take(name, accountId) {
      const lease = leaseOf(accountId);
      if (lease.owner !== name && !isFree(lease)) return false;
      const count = takes.get(accountId) ?? 0;
      if (count > 0 && isFree(lease)) longestGapMs = Math.max(longestGapMs, clock.now() - lease.since);
      if (lease.owner !== name) takes.set(accountId, count + 1);
      if (lease.owner !== name && count > 0) movedAt.push(clock.now());
      leases.set(accountId, { owner: name, next: null, since: clock.now() });
      return true;
    },
    release(accountId, next) {
      leases.set(accountId, { owner: null, next, since: clock.now() });
    },
    owner: (accountId) => leaseOf(accountId).owner,
    counts() {
      const counts: Record<string, number> = {};
      for (const { owner } of leases.values()) counts[owner ?? ''] = (counts[owner ?? ''] ?? 0) + 1;
      return counts;
    },
    longestGapMs: () => longestGapMs,
    moves: () => [...takes.values()].map((count) => count - 1),
    movedAt: () => movedAt,
  };
}
