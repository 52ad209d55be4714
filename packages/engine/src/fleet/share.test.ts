// Tests of the share of a node on a virtual clock: which accounts several nodes take, and how accounts move when a node joins, drains or dies.
import { createTestLog, createVirtualClock, type VirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { createMemoryFleet, type MemoryFleet } from '../../tests/fleet/memory-fleet.ts';
import type { LiveNode } from '../ports/index.ts';
import { createShare, type Share } from './share.ts';

const accountIds = Array.from({ length: 60 }, (_, index) => `account-${index}`);

/** Starts a node that takes an account as soon as its share allows it. `refused` are the accounts that the node cannot use. A busy node takes none. */
function startNode(
  clock: VirtualClock,
  fleet: MemoryFleet,
  {
    name,
    refused = [],
    isBusy = () => false,
    startsWithOthers = false,
    ...changes
  }: Partial<LiveNode> & {
    readonly name: string;
    readonly refused?: readonly string[];
    readonly isBusy?: () => boolean;
    readonly startsWithOthers?: boolean;
  },
): Share {
  const share: Share = createShare({
    clock,
    log: createTestLog().log,
    nodes: fleet.join(name, changes),
    startsWithOthers,
    isKnown: (accountId) => !refused.includes(accountId),
    take(accountId) {
      if (!isBusy() && share.mayTake(accountId)) share.note(accountId, fleet.take(name, accountId));
    },
    async handOver(accountId, next) {
      await new Promise<void>((resolve) => void clock.after(200, resolve));
      fleet.release(accountId, next);
      share.note(accountId, false);
      return true;
    },
  });
  share.start();
  return share;
}

function openFleet(ids = accountIds) {
  const clock = createVirtualClock(1_000_000);
  return { clock, fleet: createMemoryFleet(clock, ids) };
}

/** The node `a` has all accounts, and the node `b`, which may own accounts, takes none. */
async function openBesideBusy(ids = accountIds) {
  const { clock, fleet } = openFleet(ids);
  const first = startNode(clock, fleet, { name: 'a' });
  await clock.pass(1);
  startNode(clock, fleet, { name: 'b', isBusy: () => true });
  await clock.pass(6_000);
  return { clock, fleet, first };
}

test('a node that is alone takes every account at its first look', async () => {
  const { clock, fleet } = openFleet();
  startNode(clock, fleet, { name: 'a' });
  await clock.pass(1);
  expect(fleet.counts()).toEqual({ a: 60 });
});

test('nodes that start together take their shares 3 s after the start of the first node, and no account moves', async () => {
  const { clock, fleet } = openFleet();
  startNode(clock, fleet, { name: 'a', startsWithOthers: true });
  await clock.pass(1_000);
  startNode(clock, fleet, { name: 'b', startsWithOthers: true });
  await clock.pass(1_900);
  startNode(clock, fleet, { name: 'c', startsWithOthers: true });
  expect(Object.keys(fleet.counts()).filter((name) => name !== '')).toEqual([]);
  await clock.pass(1_100);
  const { a = 0, b = 0, c = 0 } = fleet.counts();
  expect([a > 10, b > 10, c > 10, a + b + c]).toEqual([true, true, true, 60]);
  await clock.pass(300_000);
  expect(fleet.counts()).toEqual({ a, b, c });
});

test('a node that may start together with others and stays alone takes every account within 4 s', async () => {
  const { clock, fleet } = openFleet();
  startNode(clock, fleet, { name: 'a', startsWithOthers: true });
  await clock.pass(2_900);
  expect(fleet.counts()['a']).toBeUndefined();
  await clock.pass(1_100);
  expect(fleet.counts()).toEqual({ a: 60 });
});

test('a node that joins gets its share with at most 60 moves a minute, and no account moves twice or is without an owner for 2 s', async () => {
  const { clock, fleet } = openFleet();
  startNode(clock, fleet, { name: 'a' });
  await clock.pass(90_000);
  startNode(clock, fleet, { name: 'b' });
  await clock.pass(19_000);
  expect(fleet.counts()).toEqual({ a: 60 });
  await clock.pass(11_000);
  expect(fleet.counts()['b']).toBeGreaterThan(2);
  expect(fleet.counts()['b']).toBeLessThanOrEqual(10);
  await clock.pass(120_000);
  const share = fleet.counts()['b'] ?? 0;
  expect([share > 20, share < 40]).toEqual([true, true]);
  expect(Math.max(...fleet.moves())).toBe(1);
  expect(fleet.longestGapMs()).toBeLessThan(2_000);
  await clock.pass(600_000);
  expect(fleet.counts()['b']).toBe(share);
});

test('of 1,000 accounts, the shares of two nodes that join move, at most 60 in each minute, none twice, and none is without an owner for 2 s', async () => {
  const { clock, fleet } = openFleet(Array.from({ length: 1_000 }, (_, index) => `account-${index}`));
  startNode(clock, fleet, { name: 'a' });
  await clock.pass(90_000);
  startNode(clock, fleet, { name: 'b' });
  startNode(clock, fleet, { name: 'c' });
  await clock.pass(40 * 60_000);
  const { a = 0, b = 0, c = 0 } = fleet.counts();
  expect([a > 280, b > 280, c > 280, a + b + c]).toEqual([true, true, true, 1_000]);
  const movedAt = fleet.movedAt();
  expect(movedAt.length).toBe(b + c);
  expect(Math.max(...fleet.moves())).toBe(1);
  const movesInMinute = (at: number): number => movedAt.filter((other) => other >= at && other < at + 60_000).length;
  expect(Math.max(...movedAt.map(movesInMinute))).toBeLessThanOrEqual(60);
  expect(fleet.longestGapMs()).toBeLessThan(2_000);
}, 60_000);

test('when a node dies, each of the other nodes takes a part of its accounts within a second', async () => {
  const { clock, fleet } = openFleet();
  const first = startNode(clock, fleet, { name: 'a' });
  await clock.pass(90_000);
  startNode(clock, fleet, { name: 'b' });
  startNode(clock, fleet, { name: 'c' });
  await clock.pass(10_000);
  first.stop();
  fleet.kill('a');
  await clock.pass(1_000);
  const { b = 0, c = 0, ...others } = fleet.counts();
  expect([others, b > 15, c > 15]).toEqual([{}, true, true]);
});

test('a draining node hands over all accounts in groups of 8 and takes no account, and the last node keeps its accounts', async () => {
  const { clock, fleet } = openFleet();
  const first = startNode(clock, fleet, { name: 'a' });
  await clock.pass(1);
  startNode(clock, fleet, { name: 'b' });
  await clock.pass(6_000);
  const ended = { isDrained: false };
  void first.drain().then(() => {
    ended.isDrained = true;
  });
  await clock.pass(1_000);
  expect(fleet.counts()['a'] ?? 0).toBeGreaterThanOrEqual(20);
  await clock.pass(3_000);
  expect([ended.isDrained, first.figures().isDraining, fleet.counts()]).toEqual([true, true, { b: 60 }]);
  expect(fleet.longestGapMs()).toBeLessThan(2_000);
});

test('a draining node keeps its other accounts while the next node has not taken 8 accounts yet', async () => {
  const { clock, fleet } = openFleet();
  const first = startNode(clock, fleet, { name: 'a' });
  await clock.pass(1);
  let isBusy = true;
  startNode(clock, fleet, { name: 'b', isBusy: () => isBusy });
  await clock.pass(6_000);
  const drained = first.drain();
  await clock.pass(2_000);
  expect(fleet.counts()).toEqual({ a: 52, '': 8 });
  isBusy = false;
  await clock.pass(4_000);
  await drained;
  expect(fleet.counts()).toEqual({ b: 60 });
});

test('accounts of a draining node do not wait for a node that is slow while another node is fast', async () => {
  const { clock, fleet } = openFleet();
  const first = startNode(clock, fleet, { name: 'a' });
  await clock.pass(1);
  startNode(clock, fleet, { name: 'b', isBusy: () => true });
  startNode(clock, fleet, { name: 'c' });
  await clock.pass(6_000);
  void first.drain();
  await clock.pass(2_500);
  const { '': unowned = 0, c = 0 } = fleet.counts();
  expect([unowned, c > 20]).toEqual([8, true]);
});

test('a drain ends with the handover of the last account, also when nobody has taken it', async () => {
  const { clock, fleet, first } = await openBesideBusy(accountIds.slice(0, 8));
  const drained = first.drain();
  await clock.pass(300);
  await drained;
  expect(fleet.counts()).toEqual({ '': 8 });
});

test('a node that takes no account for 3 s does not stop the drain', async () => {
  const { clock, fleet, first } = await openBesideBusy();
  const drained = first.drain();
  await clock.pass(24_000);
  await drained;
  expect(fleet.counts()).toEqual({ '': 60 });
});

test('a node that is stopped during a drain ends the drain', async () => {
  const { clock, fleet, first } = await openBesideBusy();
  const drained = first.drain();
  await clock.pass(1_000);
  first.stop();
  await drained;
  await clock.pass(10_000);
  expect(fleet.counts()).toEqual({ a: 52, '': 8 });
});

test('when no other node can take the accounts, a drain ends immediately and the node keeps its accounts', async () => {
  const { clock, fleet } = openFleet();
  const only = startNode(clock, fleet, { name: 'a' });
  await clock.pass(1);
  await Promise.all([only.drain(), clock.pass(1_000)]);
  expect(fleet.counts()).toEqual({ a: 60 });
});

test('an account whose first node cannot use it comes back to its last node and stays there', async () => {
  const { clock, fleet } = openFleet();
  startNode(clock, fleet, { name: 'a' });
  await clock.pass(90_000);
  startNode(clock, fleet, { name: 'b', refused: accountIds });
  await clock.pass(600_000);
  expect(fleet.counts()).toEqual({ a: 60 });
  expect(Math.max(...fleet.moves())).toBeLessThanOrEqual(2);
});

test('a lease that belongs to the node although no actor has it is taken after two looks', async () => {
  const { clock, fleet } = openFleet();
  const share = startNode(clock, fleet, { name: 'a' });
  startNode(clock, fleet, { name: 'b' });
  await clock.pass(10_000);
  const lost = accountIds.find((accountId) => fleet.owner(accountId) === 'a') ?? '';
  share.note(lost, false);
  expect(share.mayTake(lost)).toBe(false);
  await clock.pass(3_000);
  expect(share.mayTake(lost)).toBe(true);
});

test('an account is traded when every node drains', async () => {
  const { clock, fleet } = openFleet();
  startNode(clock, fleet, { name: 'a', isDraining: true });
  startNode(clock, fleet, { name: 'b', isDraining: true });
  await clock.pass(20_000);
  expect(fleet.counts()['']).toBeUndefined();
});
