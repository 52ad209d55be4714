// Virtual nodes of the benchmark of the placement.
import type { PlacementNode } from '../../packages/engine/src/placement/placement.ts';

/** A node with the moment in each second at which it looks for accounts without an owner. */
export interface VirtualNode extends PlacementNode {
  readonly loopPhaseMs: number;
}

/** The interval of the look for accounts without an owner, in ms. */
export const loopMs = 1_000;

/** Creates nodes that joined long ago and have enough capacity. Their moments are spread evenly over the second. */
export function virtualNodes(count: number, weightOf: (index: number) => number): readonly VirtualNode[] {
  return Array.from({ length: count }, (_, index) => ({
    incarnation: `incarnation-${index}`,
    name: `node-${index}`,
    weight: weightOf(index),
    capacity: 1_000_000,
    load: 0,
    egress: 'default',
    isDraining: false,
    recentDeaths: 0,
    joinedAt: 0,
    loopPhaseMs: ((index * 104_729) % count) * (loopMs / count),
  }));
}
