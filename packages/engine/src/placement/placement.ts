// The placement of accounts on nodes. Each node computes from the rows of all nodes which accounts without an owner it may take and which of its accounts it
// hands over. No node coordinates the other nodes. When two nodes have different rows, an account is taken later, and never twice, because the journal gives
// each lease to one node.
import { joinWaitMs, keptAfterTakeMs, quietMembershipMs, startTogetherMs, takeStepMs } from '../limits.ts';
import type { LiveNode, UnownedAccount } from '../ports/index.ts';
import { createRendezvous, type Rendezvous } from './rendezvous.ts';

/** A live node that can use the keys of the accounts of its `egress` group. */
export type PlacementNode = LiveNode & { readonly egress: string };

/** An account. Only nodes of its `egress` group may own it. */
export type PlacementAccount = { readonly accountId: string; readonly egress: string };

/** An account without an owner. */
export type OrphanAccount = PlacementAccount & UnownedAccount;

/** An account that this node has owned since `takenAt`. */
export type HeldAccount = PlacementAccount & { readonly takenAt: number };

/** What one node sees: all live nodes sorted by `joinedAt`, its own incarnation, and the time of the database. */
export type PlacementView = {
  readonly me: string;
  readonly nodes: readonly PlacementNode[];
  readonly now: number;
};

/**
 * Returns the nodes that may own accounts of an egress group, with their effective weights. The weight of a name halves with each of its recent deaths. A node that
 * has just joined waits, because it may end immediately. A node that has started together with the oldest node does not wait, and the oldest node does not wait.
 */
export function candidatesOf({ nodes, now }: Omit<PlacementView, 'me'>, egress: string): readonly PlacementNode[] {
  const firstJoinedAt = firstJoinOf(nodes);
  const mayOwn = ({ joinedAt }: PlacementNode): boolean =>
    now - joinedAt >= joinWaitMs || joinedAt - firstJoinedAt < startTogetherMs;
  return nodes
    .filter((node) => node.egress === egress && !node.isDraining && mayOwn(node))
    .map((node) => ({ ...node, weight: node.weight / 2 ** node.recentDeaths }));
}

/** Returns whether the oldest node joined a short time ago, so that other nodes may still be starting. */
export function isStarting({ nodes, now }: Omit<PlacementView, 'me'>): boolean {
  return now - firstJoinOf(nodes) < startTogetherMs;
}

function firstJoinOf(nodes: readonly PlacementNode[]): number {
  return nodes.reduce((first, { joinedAt }) => Math.min(first, joinedAt), Number.POSITIVE_INFINITY);
}

/**
 * Returns the accounts that this node may take now, in the sequence of `unowned`. The first node of the ranking takes an account immediately. Each later node waits
 * `takeStepMs` longer, so it takes the account only when the nodes before it have not taken it. The node named by `next` is first.
 */
export function accountsToTake(view: PlacementView, unowned: readonly OrphanAccount[]): readonly string[] {
  const rankings = rankingsOf(view);
  const own = view.nodes.find(({ incarnation }) => incarnation === view.me);
  if (own === undefined) return [];
  const room = own.capacity - own.load;
  const taken: string[] = [];
  for (const account of unowned) {
    if (taken.length >= room) break;
    const position = positionOf(account, rankings(account.egress), view.me);
    if (position !== null && view.now - account.unownedSince >= position * takeStepMs) taken.push(account.accountId);
  }
  return taken;
}

/** Returns how many candidates come before this node. Returns null when this node is no candidate. */
function positionOf(account: OrphanAccount, { candidates, rendezvous }: Ranking, me: string): number | null {
  const own = candidates.find(({ incarnation }) => incarnation === me);
  const position = own === undefined ? null : rendezvous.positionOf(account.accountId, own);
  if (own === undefined || position === null || account.next === null) return position;
  if (own.name === account.next) return 0;
  const next = candidates.find(({ name }) => name === account.next);
  const nextPosition = next === undefined ? null : rendezvous.positionOf(account.accountId, next);
  return nextPosition === null || nextPosition < position ? position : position + 1;
}

/**
 * Returns whether this node may hand over an account in the present second. The live nodes have turns, one second each, so all nodes together hand over at most 60
 * accounts a minute.
 */
export function hasTurn({ me, nodes, now }: PlacementView): boolean {
  const names = nodes.map(({ incarnation }) => incarnation).toSorted();
  return Math.floor(now / 1_000) % names.length === names.indexOf(me);
}

/**
 * Returns the first account that another node should own, with that node. Returns null when this node keeps its accounts: the membership changed a short time ago,
 * every better node is full, or the account was taken a short time ago. The caller gives the accounts in the sequence in which they should move.
 */
export function accountToHandOver(
  view: PlacementView & { readonly membershipChangedAt: number },
  owned: Iterable<HeldAccount>,
): { readonly accountId: string; readonly to: PlacementNode } | null {
  if (view.now - view.membershipChangedAt < quietMembershipMs) return null;
  const rankings = rankingsOf(view);
  for (const account of owned) {
    if (view.now - account.takenAt < keptAfterTakeMs) continue;
    const first = rankings(account.egress).rendezvous.first(account.accountId);
    if (first === null || first.incarnation === view.me || first.load >= first.capacity) continue;
    return { accountId: account.accountId, to: first };
  }
  return null;
}

/** The candidates of one egress group with their rankings. */
type Ranking = {
  readonly candidates: readonly PlacementNode[];
  readonly rendezvous: Rendezvous<PlacementNode>;
};

/** Returns the ranking of each egress group. The ranking of a group is created once for each view. */
function rankingsOf(view: PlacementView): (egress: string) => Ranking {
  const known = new Map<string, Ranking>();
  return (egress) => {
    const found = known.get(egress);
    if (found !== undefined) return found;
    const candidates = candidatesOf(view, egress);
    const made = { candidates, rendezvous: createRendezvous(candidates) };
    known.set(egress, made);
    return made;
  };
}
