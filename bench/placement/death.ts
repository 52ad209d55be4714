// Simulates the death of the first node: when the other nodes notice it, and which of them takes each account.
import { accountsToTake, type OrphanAccount } from '../../packages/engine/src/placement/placement.ts';
import { loopMs, type VirtualNode } from './nodes.ts';

/** The number of looks at the death signal, one second apart, before a node is declared dead. */
const looks = 3;
const start = 100_000;

/** Times in seconds since the death. `loopMs` is the processor time of one loop of one node over all accounts of the dead node. */
export interface Cover {
  readonly p50Seconds: number;
  readonly longestSeconds: number;
  readonly mostToOne: number;
  readonly takenTwice: number;
  readonly loopMs: number;
}

/** Kills the first node at the time 0. The loop of each other node reads the live nodes and the accounts without an owner. */
export function coverDeath(nodes: readonly VirtualNode[], orphans: readonly string[]): Cover {
  const others = nodes.slice(1);
  // The node whose loop comes first after the death looks first, so it is the first to have looked three times.
  const declaredAt = Math.min(...others.map(({ loopPhaseMs }) => loopPhaseMs)) + (looks - 1) * loopMs;
  const open = new Set(orphans);
  const takenAt: number[] = [];
  const takers = new Map<string, number>();
  let calls = 0;
  let calledMs = 0;
  let takenTwice = 0;
  for (const { node, at } of loopsAfter(others, declaredAt)) {
    if (open.size === 0) break;
    const unowned = [...open].map((accountId): OrphanAccount => ({
      accountId,
      egress: 'default',
      unownedSince: start + declaredAt,
      next: null,
    }));
    const began = performance.now();
    const taken = accountsToTake({ me: node.incarnation, nodes: others, now: start + at }, unowned);
    calledMs += (performance.now() - began) * (orphans.length / unowned.length);
    calls += 1;
    for (const accountId of taken) {
      if (!open.delete(accountId)) takenTwice += 1;
      takenAt.push(at);
      takers.set(node.name, (takers.get(node.name) ?? 0) + 1);
    }
  }
  if (open.size > 0) throw new Error(`${open.size} accounts of the dead node were not taken within a minute.`);
  const sorted = takenAt.toSorted((a, b) => a - b);
  return {
    p50Seconds: (sorted[Math.floor(sorted.length / 2)] ?? 0) / 1_000,
    longestSeconds: (sorted.at(-1) ?? 0) / 1_000,
    mostToOne: Math.max(...takers.values()),
    takenTwice,
    loopMs: calls === 0 ? 0 : calledMs / calls,
  };
}

/** Returns the loops of all nodes in the minute after a time, in the sequence of time. */
function* loopsAfter(
  nodes: readonly VirtualNode[],
  from: number,
): Generator<{ readonly node: VirtualNode; readonly at: number }> {
  const sorted = nodes.toSorted((a, b) => a.loopPhaseMs - b.loopPhaseMs);
  for (let second = Math.floor(from / loopMs); second < 60; second += 1) {
    for (const node of sorted) {
      const at = second * loopMs + node.loopPhaseMs;
      if (at >= from) yield { node, at };
    }
  }
}
