// Simulates a node that joins: the other nodes hand over the accounts whose first node it is.
import { accountToHandOver, hasTurn, type HeldAccount } from '../../packages/engine/src/placement/placement.ts';
import { createRendezvous } from '../../packages/engine/src/placement/rendezvous.ts';
import { virtualNodes } from './nodes.ts';

const minuteSeconds = 60;

/** The moves after the node has joined. `seconds` is the time from the join to the last move. */
export interface Join {
  readonly moves: number;
  readonly ideal: number;
  readonly mostInMinute: number;
  readonly movedTwice: number;
  readonly seconds: number;
}

/** Lets the last of these nodes join at the time 0 and runs until no account has moved for as many seconds as there are nodes. */
export function runJoin({ accounts, nodes: count }: { readonly accounts: number; readonly nodes: number }): Join {
  const nodes = virtualNodes(count, () => 1);
  const joined = nodes.at(-1);
  const earlier = createRendezvous(nodes.slice(0, -1));
  const owned = new Map<string, Map<string, HeldAccount>>(nodes.map(({ incarnation }) => [incarnation, new Map()]));
  for (let index = 0; index < accounts; index += 1) {
    const account = { accountId: `account-${index}`, egress: 'default', takenAt: 0 };
    owned.get(earlier.first(account.accountId)?.incarnation ?? '')?.set(account.accountId, account);
  }
  const joinedAt = 100_000;
  const moves: { readonly accountId: string; readonly second: number }[] = [];
  for (let second = 0, quiet = 0; quiet <= count || second < minuteSeconds; second += 1, quiet += 1) {
    const now = joinedAt + second * 1_000;
    const seen = nodes.map((node) => ({
      ...node,
      load: owned.get(node.incarnation)?.size ?? 0,
      joinedAt: node === joined ? joinedAt : 0,
    }));
    const view = seen
      .map(({ incarnation: me }) => ({ me, nodes: seen, now, membershipChangedAt: joinedAt }))
      .find((each) => hasTurn(each));
    const mine = owned.get(view?.me ?? '');
    const move = view === undefined || mine === undefined ? null : accountToHandOver(view, mine.values());
    if (move === null) continue;
    mine?.delete(move.accountId);
    owned.get(move.to.incarnation)?.set(move.accountId, { accountId: move.accountId, egress: 'default', takenAt: now });
    moves.push({ accountId: move.accountId, second });
    quiet = 0;
  }
  return {
    moves: moves.length,
    ideal: Math.round(accounts / count),
    mostInMinute: mostWithin(moves.map(({ second }) => second)),
    movedTwice: moves.length - new Set(moves.map(({ accountId }) => accountId)).size,
    seconds: moves.at(-1)?.second ?? 0,
  };
}

/** Returns the largest number of moves within 60 seconds. */
function mostWithin(seconds: readonly number[]): number {
  let from = 0;
  let most = 0;
  for (const [index, second] of seconds.entries()) {
    while (second - (seconds[from] ?? second) >= minuteSeconds) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return most;
}
