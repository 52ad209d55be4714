// Tests of the placement for random nodes and accounts: which accounts change their node, how evenly they are distributed, and how handovers end.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRendezvous, type RendezvousNode } from './rendezvous.ts';
import { accountToHandOver, accountsToTake, hasTurn, type PlacementNode } from './placement.ts';

const minute = 60_000;
const start = 10 * minute;

function node(name: string, changes: Partial<PlacementNode> = {}): PlacementNode {
  const stable = { weight: 1, capacity: 10_000, load: 0, egress: 'default', isDraining: false, recentDeaths: 0 };
  return { incarnation: `incarnation of ${name}`, name, ...stable, joinedAt: 0, ...changes };
}

const namesOf = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `node-${index}`);
const accountsOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `account-${index}`);
const weighted = fc
  .array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 12 })
  .map((weights) => weights.map((weight, index) => ({ name: `node-${index}`, weight })));

/** Returns the members in the sequence of their positions. */
function rankingOf<Member extends RendezvousNode>(members: readonly Member[], accountId: string): readonly Member[] {
  const rendezvous = createRendezvous(members);
  return members.toSorted(
    (a, b) => (rendezvous.positionOf(accountId, a) ?? 0) - (rendezvous.positionOf(accountId, b) ?? 0),
  );
}

test('an account changes its first node only when this node ends, or when a new node is its first node', () => {
  fc.assert(
    fc.property(weighted, fc.uuid(), fc.nat(), (members, accountId, place) => {
      const first = createRendezvous(members).first(accountId);
      const ended = members[place % members.length];
      const others = members.filter((member) => member !== ended);
      const firstOfOthers = createRendezvous(others).first(accountId);
      if (first !== ended) expect(firstOfOthers).toBe(first);
      else expect(firstOfOthers).toBe(rankingOf(members, accountId)[1] ?? null);
    }),
  );
});

test('the sequence of the nodes does not change the ranking of an account, and the ranking begins with the first node', () => {
  fc.assert(
    fc.property(weighted, fc.uuid(), (members, accountId) => {
      const ranking = rankingOf(members, accountId);
      expect(rankingOf(members.toReversed(), accountId)).toEqual(ranking);
      expect(createRendezvous(members).first(accountId)).toBe(ranking[0]);
    }),
  );
});

test.each([
  ['three nodes of equal weight', [1, 1, 1], 3_000, 0.1],
  ['twenty nodes with weights from 1 to 3', Array.from({ length: 20 }, (_, index) => 1 + (index % 3)), 20_000, 0.2],
])('%s own accounts in proportion to their weights', (...[, weights, count, tolerance]) => {
  const members = weights.map((weight, index) => ({ name: `node-${index}`, weight }));
  const loads = new Map<string, number>();
  const rendezvous = createRendezvous(members);
  for (const accountId of accountsOf(count)) {
    const name = rendezvous.first(accountId)?.name ?? '';
    loads.set(name, (loads.get(name) ?? 0) + 1);
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  for (const { name, weight } of members) {
    const share = (count * weight) / total;
    expect(Math.abs((loads.get(name) ?? 0) / share - 1)).toBeLessThan(tolerance);
  }
});

/** A model of several nodes: who owns each account, and since when. Each second, each node that has its turn hands over at most one account. */
function runHandovers(owners: Map<string, string>, nodes: readonly PlacementNode[], seconds: number) {
  const takenAt = new Map<string, number>();
  const moves: { readonly accountId: string; readonly at: number }[] = [];
  for (let now = start; now < start + seconds * 1_000; now += 1_000) {
    const loads = [...owners.values()];
    const seen = nodes.map((each) => ({ ...each, load: loads.filter((owner) => owner === each.incarnation).length }));
    for (const { incarnation: me } of seen) {
      const view = { me, nodes: seen, now, membershipChangedAt: 0 };
      if (!hasTurn(view)) continue;
      const owned = [...owners].flatMap(([accountId, owner]) =>
        owner === me ? [{ accountId, egress: 'default', takenAt: takenAt.get(accountId) ?? 0 }] : [],
      );
      const move = accountToHandOver(view, owned);
      if (move === null) continue;
      owners.set(move.accountId, move.to.incarnation);
      takenAt.set(move.accountId, now);
      moves.push({ accountId: move.accountId, at: now });
    }
  }
  return moves;
}

test('from any first owners, every account moves at most once and ends at its first node, and at most 60 accounts move within a minute', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 7 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 60 }),
      (count, places) => {
        const nodes = namesOf(count).map((name) => node(name));
        const ids = nodes.map(({ incarnation }) => incarnation);
        const owners = new Map(places.map((place, index) => [`account-${index}`, ids[place % count] ?? '']));
        const moves = runHandovers(owners, nodes, 60 * count + 60);
        expect(new Set(moves.map(({ accountId }) => accountId)).size).toBe(moves.length);
        const rendezvous = createRendezvous(nodes);
        for (const [accountId, owner] of owners) expect(rendezvous.first(accountId)?.incarnation).toBe(owner);
        for (const { at } of moves)
          expect(moves.filter((move) => move.at >= at && move.at < at + minute).length).toBeLessThan(61);
      },
    ),
    { numRuns: 25 },
  );
});

test('of all nodes with one view, exactly one node takes an account without delay, and each later node waits longer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.uuid(), (count, accountId) => {
      const nodes = namesOf(count).map((name) => node(name));
      const takersAfter = (waitedMs: number): readonly string[] =>
        nodes.flatMap(({ incarnation: me }) => {
          const unowned = { accountId, egress: 'default', unownedSince: start - waitedMs, next: null };
          return accountsToTake({ me, nodes, now: start }, [unowned]).length === 1 ? [me] : [];
        });
      expect(takersAfter(0)).toEqual([createRendezvous(nodes).first(accountId)?.incarnation]);
      expect(takersAfter(2_999)).toHaveLength(1);
      expect(takersAfter(3_000)).toHaveLength(Math.min(2, count));
      expect(takersAfter(3_000 * count)).toHaveLength(count);
    }),
  );
});
