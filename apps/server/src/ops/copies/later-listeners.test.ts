// Tests of the alarm about programs that begin to listen after the proof that no other copy runs.
import { createTestLog, createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { serverLimits } from '../../limits.ts';
import { createCopyWatch, createProvenWatch } from '../copy-watch.ts';

function openProven(accounts: readonly string[], sharedAccounts: readonly string[] = []) {
  const clock = createVirtualClock();
  const { log, events } = createTestLog();
  const found: unknown[] = [];
  const deps = { clock, log, sharedAccounts, claim: async () => true, onProven: () => undefined };
  const watch = createCopyWatch({ ...deps, onFound: (accountIds) => void found.push(accountIds) });
  watch.begin(accounts.length);
  for (const account of accounts) watch.note(account, 0);
  const noteAll = (others: number): void => {
    for (const account of accounts) watch.note(account, others);
  };
  const alarms = () => events.filter((event) => event === 'instance.laterListeners').length;
  return { clock, log, watch, found, noteAll, alarms };
}

test('a copy that listens after the proof raises one alarm when the second counts show it, commands go on, and nothing freezes', async () => {
  const { clock, watch, found, noteAll, alarms } = openProven(['a', 'b', 'c', 'd']);
  noteAll(1);
  expect([watch.laterListeners(), alarms()]).toEqual([0, 0]);
  await clock.pass(serverLimits.copyRecountMs);
  noteAll(1);
  expect([watch.laterListeners(), alarms(), watch.takeCommand(), watch.suspects(), found]).toEqual([4, 1, true, 0, []]);
  noteAll(1);
  expect([watch.laterListeners(), alarms()]).toEqual([4, 1]);
  noteAll(0);
  expect(watch.laterListeners()).toBe(0);
});

test('a dead socket of this server, a program of one owner and an account of the word of the operator raise no alarm', async () => {
  const { clock, watch, noteAll, alarms } = openProven(['a', 'b', 'c', 'd'], ['shared']);
  noteAll(1);
  noteAll(1);
  await clock.pass(serverLimits.copyRecountMs);
  noteAll(0);
  for (const account of ['a', 'shared']) watch.note(account, 2);
  await clock.pass(serverLimits.copyRecountMs);
  for (const account of ['a', 'shared']) watch.note(account, 2);
  expect([watch.laterListeners(), alarms()]).toEqual([0, 0]);
});

test('a server that needs no proof of its own counts later listeners too', async () => {
  const { clock, log } = openProven([]);
  const watch = createProvenWatch({ clock, log, sharedAccounts: [] });
  watch.note('a', 1);
  await clock.pass(serverLimits.copyRecountMs);
  watch.note('a', 1);
  expect([watch.laterListeners(), watch.takeCommand()]).toEqual([1, true]);
});
