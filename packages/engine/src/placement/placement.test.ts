// Tests of the placement: which nodes are candidates, what a full, a new, an ending and an unstable node take, and when an account stays.
import { expect, test } from 'vitest';
import {
  accountToHandOver,
  accountsToTake,
  candidatesOf,
  hasTurn,
  type HeldAccount,
  type PlacementNode,
  type OrphanAccount,
} from './placement.ts';
import { createRendezvous } from './rendezvous.ts';

const now = 1_000_000;
const quiet = { membershipChangedAt: now - 20_000, now };

function node(name: string, changes: Partial<PlacementNode> = {}): PlacementNode {
  const stable = { weight: 1, capacity: 10, load: 0, egress: 'default', isDraining: false, recentDeaths: 0 };
  return { incarnation: name, name, ...stable, joinedAt: 0, ...changes };
}
const unowned = (accountId: string, changes: Partial<OrphanAccount> = {}): OrphanAccount => ({
  accountId,
  egress: 'default',
  unownedSince: now,
  next: null,
  ...changes,
});
const owned = (accountId: string, changes: Partial<HeldAccount> = {}): HeldAccount => ({
  accountId,
  egress: 'default',
  takenAt: now - 60_000,
  ...changes,
});

/** Returns an account whose first node of these two is `name`. */
function accountOf(name: string): string {
  const rendezvous = createRendezvous([node('a'), node('b')]);
  const accounts = Array.from({ length: 50 }, (_, index) => `account-${index}`);
  return accounts.find((accountId) => rendezvous.first(accountId)?.name === name) ?? '';
}

test('a node is a candidate when it is in the egress group of the account, is not draining, and joined 5 s ago or less than 3 s after the oldest node', () => {
  const namesOf = (nodes: readonly PlacementNode[]) => candidatesOf({ nodes, now }, 'default').map(({ name }) => name);
  const recent = node('recent', { joinedAt: now - 4_999 });
  expect(namesOf([node('a'), node('b', { egress: 'other' }), node('c', { isDraining: true }), recent])).toEqual(['a']);
  expect(namesOf([{ ...recent, joinedAt: now - 5_000 }, node('a')])).toEqual(['recent', 'a']);
  expect(namesOf([recent])).toEqual(['recent']);
  const withOldest = node('second', { joinedAt: recent.joinedAt + 2_999 });
  expect(namesOf([recent, withOldest])).toEqual(['recent', 'second']);
  expect(namesOf([recent, { ...withOldest, joinedAt: recent.joinedAt + 3_000 }])).toEqual(['recent']);
});

test('the weight of a node halves with each recent death of its name', () => {
  const nodes = [node('a', { recentDeaths: 2, weight: 4 }), node('b')];
  expect(candidatesOf({ nodes, now }, 'default').map(({ weight }) => weight)).toEqual([1, 1]);
});

test('a full node takes nothing, and a node with little room takes the first accounts', () => {
  const accounts = ['x', 'y', 'z'].map((accountId) => unowned(accountId));
  const take = (load: number) => accountsToTake({ me: 'a', nodes: [node('a', { load })], now }, accounts);
  expect(take(10)).toEqual([]);
  expect(take(8)).toEqual(['x', 'y']);
  expect(take(0)).toEqual(['x', 'y', 'z']);
});

test('a node that is not among the live nodes takes nothing', () => {
  expect(accountsToTake({ me: 'gone', nodes: [node('a')], now }, [unowned('x')])).toEqual([]);
});

test('a node without the egress group of an account never takes the account', () => {
  const account = unowned('x', { egress: 'other', unownedSince: 0 });
  expect(accountsToTake({ me: 'a', nodes: [node('a')], now }, [account])).toEqual([]);
});

test('the node to which the last owner handed an account over takes it without delay, and the first node of the ranking waits one step', () => {
  const nodes = [node('a'), node('b')];
  const account = unowned(accountOf('a'), { next: 'b' });
  const takers = (waitedMs: number) =>
    ['a', 'b'].filter(
      (me) => accountsToTake({ me, nodes, now }, [{ ...account, unownedSince: now - waitedMs }]).length > 0,
    );
  expect(takers(0)).toEqual(['b']);
  expect(takers(3_000)).toEqual(['a', 'b']);
});

test('an account is handed over to its first node', () => {
  const nodes = [node('a'), node('b')];
  const accountId = accountOf('b');
  const move = accountToHandOver({ me: 'a', nodes, ...quiet }, [owned(accountOf('a')), owned(accountId)]);
  expect(move).toMatchObject({ accountId, to: { name: 'b' } });
});

test.each([
  ['its first node is full', { nodes: [node('a'), node('b', { load: 10 })] }],
  ['its first node is draining', { nodes: [node('a'), node('b', { isDraining: true })] }],
  ['its first node joined less than 5 s ago', { nodes: [node('a'), node('b', { joinedAt: now - 4_999 })] }],
  ['the set of nodes changed less than 20 s ago', { membershipChangedAt: now - 19_999 }],
])('an account stays with its owner when %s', (_, changes) => {
  const view = { me: 'a', nodes: [node('a'), node('b')], ...quiet, ...changes };
  expect(accountToHandOver(view, [owned(accountOf('b'))])).toBeNull();
});

test('an account that was taken less than a minute ago stays with its owner', () => {
  const view = { me: 'a', nodes: [node('a'), node('b')], ...quiet };
  expect(accountToHandOver(view, [owned(accountOf('b'), { takenAt: now - 59_999 })])).toBeNull();
});

test('in each second exactly one node has its turn, and each node has its turn in one of n seconds', () => {
  const nodes = ['a', 'b', 'c'].map((name) => node(name));
  const turns = Array.from({ length: 6 }, (_, second) =>
    nodes.filter(({ incarnation: me }) => hasTurn({ me, nodes, now: second * 1_000 + 500 })).map(({ name }) => name),
  );
  expect(turns).toEqual([['a'], ['b'], ['c'], ['a'], ['b'], ['c']]);
  expect(hasTurn({ me: 'gone', nodes, now: 0 })).toBe(false);
});
