// This node: what it tells about itself, and the name of its row.

/** The work of a node, which is its setting `RONDO_ROLE`. */
export type NodeRole = 'all' | 'api' | 'engine';

/** What a node tells about itself. `name` is stable over restarts. `weight` is its share of the accounts, and `capacity` is the largest number of its accounts. */
export interface NodeIdentity {
  readonly name: string;
  readonly role: NodeRole;
  /** For operators: the version of the program with its build. */
  readonly version: string;
  /** The local addresses from which it sends requests to exchanges. */
  readonly addresses: readonly string[];
  readonly weight: number;
  readonly capacity: number;
}

/**
 * One running node. `incarnation` is the name of its row in `nodes`, and `signalKey` is the number of the lock that it holds now. Both change when the node must begin anew.
 * `identity` is null for a program that is no node, such as a tool. `beginning` is the insertion of its row while it runs. `confirmedAt` is the time of the database in
 * epoch ms of the newest response that this node has received to an extension of its time. It is null before the first response.
 */
export interface Node {
  incarnation: string;
  signalKey: number;
  readonly identity: NodeIdentity | null;
  beginning: Promise<void> | null;
  confirmedAt: number | null;
}
