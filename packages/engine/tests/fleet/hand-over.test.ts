// Tests the hand-over of an account between two engines with one journal and one exchange.
import { createMemoryJournal, createTestLog, createVirtualClock, seededChance } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { createEngine, type Engine } from '../../src/fleet/fleet.ts';
import type { LiveNode, Nodes } from '../../src/ports/index.ts';
import { botRow, keyedHash } from '../builders.ts';
import { createFakeExchange } from '../fake-exchange.ts';

function openWorld() {
  const clock = createVirtualClock(1_000_000);
  const journal = createMemoryJournal(clock);
  journal.addBot(botRow());
  const fake = createFakeExchange(clock, 200_000n);
  const live = new Map<string, LiveNode>();
  const nodesOf = (name: string): Nodes => ({
    async beat({ load, isDraining }) {
      const joinedAt = live.get(name)?.joinedAt ?? clock.now();
      const stable = { weight: 1, capacity: 10, recentDeaths: 0 };
      live.set(name, { incarnation: name, name, joinedAt, load, isDraining, ...stable });
      const isFree = journal.holderOf('a') === null;
      const unowned = isFree ? [{ accountId: 'a', unownedSince: clock.now(), next: null }] : [];
      const owned = journal.holderOf('a') === name ? 1 : 0;
      const nodes = [...live.values()];
      return { me: name, now: clock.now(), isDraining: false, nodes, unowned, owned, addressShares: [] };
    },
    listOwned: async () => (journal.holderOf('a') === name ? ['a'] : []),
  });
  const moved: string[] = [];
  const start = (name: string): Engine => {
    const engine = createEngine({
      clock,
      chance: seededChance(name),
      log: createTestLog().log,
      journal: journal.connect(name),
      exchangeFor: () => fake,
      clientIdKey: keyedHash,
      nodes: nodesOf(name),
      moved: (accountId) => moved.push(accountId),
    });
    engine.start(['a']);
    return engine;
  };
  return { clock, journal, fake, start, moved };
}

test('a drained account is released after its pass, and the other engine runs its bot and keeps its orders', async () => {
  const { clock, journal, fake, start, moved } = openWorld();
  const first = start('one');
  await clock.pass(5_000);
  const resting = fake.resting().toSorted();
  expect([journal.holderOf('a'), resting.length > 0]).toEqual(['one', true]);
  const second = start('two');
  await clock.pass(6_000);
  expect([journal.holderOf('a'), second.botSnapshot('bot')]).toEqual(['one', null]);
  expect([first.holdsLease('a'), second.holdsLease('a')]).toEqual([true, false]);
  await Promise.all([first.drain(), clock.pass(2_000)]);
  expect([journal.holderOf('a'), moved, first.share().isDraining]).toEqual(['two', ['a'], true]);
  expect(first.accountSnapshot('a')).toMatchObject({ isLeaseHeld: false, epoch: 0n });
  expect(first.holdsLease('a')).toBe(false);
  expect(first.botSnapshot('bot')).toBeNull();
  await clock.pass(5_000);
  expect(second.botSnapshot('bot')).toMatchObject({ botId: 'bot', status: 'active' });
  expect(fake.resting().toSorted()).toEqual(resting);
  await Promise.all([first.stop(), second.stop(), clock.pass(1_000)]);
});

test('a command that waits for the pass of a leaving account gets the response `overloaded` or `done`, and never waits', async () => {
  const { clock, start } = openWorld();
  const first = start('one');
  await clock.pass(5_000);
  start('two');
  await clock.pass(6_000);
  const drained = first.drain();
  const command = { kind: 'setLast', isLast: true } as const;
  const result = first.dispatch({ kind: 'userCommand', accountId: 'a', botId: 'bot', command, commandId: 'one' });
  await Promise.all([drained, clock.pass(3_000)]);
  expect(['overloaded', 'done']).toContain(await result);
});
