// The port to the other nodes: a node tells them that it runs, and learns which nodes run and which accounts have no owner.

/**
 * A running node that may own accounts. `name` is the stable name, and `incarnation` is one start of the node. `load` is the
 * number of accounts that the node owns, and `capacity` is their largest number. `recentDeaths` counts how often the name
 * has died in the last ten minutes. Times are epoch ms of the database.
 */
export interface LiveNode {
  readonly incarnation: string;
  readonly name: string;
  readonly weight: number;
  readonly capacity: number;
  readonly load: number;
  readonly isDraining: boolean;
  readonly recentDeaths: number;
  readonly joinedAt: number;
}

/**
 * A linked account without an owner since `unownedSince`. `next` is the name of the node to which the last owner handed the
 * account over.
 */
export interface UnownedAccount {
  readonly accountId: string;
  readonly unownedSince: number;
  readonly next: string | null;
}

/** What a node tells the other nodes. `ttlMs` is the time for which the node counts as alive. */
export interface NodeReport {
  readonly load: number;
  readonly isDraining: boolean;
  readonly ttlMs: number;
}

/**
 * The share of the limits of a source address that a node may use, more than 0 and at most 1. `address` is null for the
 * address that the operating system chooses.
 */
export interface AddressShare {
  readonly address: string | null;
  readonly share: number;
}

/**
 * What a node sees. `me` is its own incarnation, and `now` is the time of the database. `nodes` are all running nodes that
 * may own accounts, sorted by the time at which they joined. `isDraining` is true when somebody has asked this node to hand
 * its accounts over. `owned` is the number of leases of this node. `addressShares` are the shares of this node in the limits of
 * its source addresses, which it divides with the other running nodes that use them.
 */
export interface FleetSight {
  readonly me: string;
  readonly now: number;
  readonly isDraining: boolean;
  readonly nodes: readonly LiveNode[];
  readonly unowned: readonly UnownedAccount[];
  readonly owned: number;
  readonly addressShares: readonly AddressShare[];
}

/** The other nodes. */
export interface Nodes {
  /**
   * Extends the time of this node, declares nodes dead that have ended, and returns what this node sees. A node that was
   * declared dead begins again with a new incarnation.
   */
  beat(report: NodeReport): Promise<FleetSight>;
  /** Returns the accounts whose lease belongs to this node. */
  listOwned(): Promise<readonly string[]>;
}
