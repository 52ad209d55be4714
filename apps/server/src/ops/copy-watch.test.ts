// Tests of the watch that finds another copy of the installation by the listeners of the accounts.
import { createTestLog, createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { serverLimits } from '../limits.ts';
import { createCopyWatch } from './copy-watch.ts';

const granted = async (): Promise<boolean> => true;

function openWatch(
  accounts: number,
  sharedAccounts: readonly string[] = [],
  { clock = createVirtualClock(), claim = granted } = {},
) {
  const results: (string | readonly string[])[] = [];
  const watch = createCopyWatch({
    clock,
    log: createTestLog().log,
    sharedAccounts,
    claim,
    onProven: () => void results.push('proven'),
    onFound: (accountIds) => void results.push(accountIds),
  });
  watch.begin(accounts);
  return { clock, watch, results };
}

test('commands are sent when three accounts have no other listener', () => {
  const { watch, results } = openWatch(10);
  for (const account of ['a', 'b']) watch.note(account, 0);
  expect([watch.takeCommand(), results]).toEqual([false, []]);
  watch.note('c', 0);
  expect([watch.takeCommand(), watch.takeCommand(), results]).toEqual([true, true, ['proven']]);
});

test('the only account with another listener sends nothing, and the copy is found when the second count shows the listener', async () => {
  const { clock, watch, results } = openWatch(1);
  watch.note('a', 1);
  expect([watch.takeCommand(), watch.suspects(), results]).toEqual([false, 1, []]);
  await clock.pass(serverLimits.copyRecountMs);
  expect([watch.takeCommand(), results]).toEqual([false, []]);
  watch.note('a', 1);
  expect([watch.takeCommand(), watch.suspects(), results]).toEqual([false, 0, [['a']]]);
});

test('a second count without other listeners proves that the first count contained a dead socket', async () => {
  const { clock, watch, results } = openWatch(1);
  watch.note('a', 1);
  watch.note('a', 1);
  expect(results).toEqual([]);
  await clock.pass(serverLimits.copyRecountMs);
  watch.note('a', 0);
  expect([watch.takeCommand(), results]).toEqual([true, ['proven']]);
});

test('one account whose owner uses another program does not hold the installation when most accounts have no other listener', () => {
  const { watch, results } = openWatch(5);
  watch.note('a', 1);
  for (const account of ['b', 'c', 'd']) watch.note(account, 0);
  expect([watch.takeCommand(), results]).toEqual([true, ['proven']]);
});

test('an account whose listeners the operator has confirmed is not counted', () => {
  const { watch, results } = openWatch(2, ['a']);
  watch.note('a', 3);
  expect([watch.suspects(), results]).toEqual([0, []]);
});

test('without counts of the exchange one command is sent after 10 s, and all commands are sent after the open orders were listed', async () => {
  const { clock, watch, results } = openWatch(1);
  await clock.pass(serverLimits.copyProofMs - 1);
  expect([watch.commandsLeft(), watch.takeCommand()]).toEqual([0, false]);
  await clock.pass(1);
  expect([watch.takeCommand(), watch.commandsLeft()]).toEqual([false, 0]);
  await clock.pass(0);
  expect([watch.commandsLeft(), watch.commandsLeft()]).toEqual([1, 1]);
  expect([watch.takeCommand(), watch.commandsLeft(), watch.takeCommand()]).toEqual([true, 0, false]);
  // The open orders of an account are listed every 30 s (reliability 4.5).
  expect(serverLimits.copyEvidenceMs).toBeGreaterThan(30_000);
  await clock.pass(serverLimits.copyProofMs);
  watch.commandsLeft();
  await clock.pass(0);
  // The claim would be granted once more, but the watch asks for none before the evidence.
  expect([watch.commandsLeft(), watch.takeCommand()]).toEqual([0, false]);
  await clock.pass(serverLimits.copyEvidenceMs - serverLimits.copyProofMs - 1);
  expect([watch.commandsLeft(), watch.takeCommand(), results]).toEqual([0, false, []]);
  await clock.pass(1);
  expect([watch.takeCommand(), results]).toEqual([true, ['proven']]);
});

test('of the servers of one database one sends the one command, and another server gets it when the first has not sent it', async () => {
  const clock = createVirtualClock();
  let claimedAt = -Infinity;
  const claim = async (): Promise<boolean> => {
    if (clock.now() - claimedAt < serverLimits.copyClaimMs) return false;
    claimedAt = clock.now();
    return true;
  };
  const [first, second] = [openWatch(1, [], { clock, claim }).watch, openWatch(1, [], { clock, claim }).watch];
  const left = () => [first.commandsLeft(), second.commandsLeft()];
  await clock.pass(serverLimits.copyProofMs);
  left();
  await clock.pass(0);
  expect(left()).toEqual([1, 0]);
  await clock.pass(serverLimits.copyGrantMs);
  expect([...left(), first.takeCommand()]).toEqual([0, 0, false]);
  expect(serverLimits.copyClaimMs).toBeGreaterThan(serverLimits.copyGrantMs + serverLimits.copyEvidenceMs);
  await clock.pass(serverLimits.copyClaimMs - serverLimits.copyGrantMs);
  expect(second.commandsLeft()).toBe(0);
  await clock.pass(0);
  expect([...left(), second.takeCommand(), first.takeCommand()]).toEqual([0, 1, true, false]);
});

test('a claim that the database refuses to store is made again later', async () => {
  let calls = 0;
  const claim = async (): Promise<boolean> => {
    calls += 1;
    if (calls === 1) throw new Error('no connection');
    return true;
  };
  const { clock, watch } = openWatch(1, [], { claim });
  await clock.pass(serverLimits.copyProofMs);
  watch.commandsLeft();
  await clock.pass(1);
  expect([watch.commandsLeft(), calls]).toEqual([0, 1]);
  await clock.pass(serverLimits.copyProofMs);
  watch.commandsLeft();
  await clock.pass(0);
  expect([watch.commandsLeft(), calls]).toEqual([1, 2]);
});

test('an account that is not counted a second time does not hold the installation for ever', async () => {
  const { clock, watch } = openWatch(1);
  watch.note('a', 1);
  await clock.pass(serverLimits.copySuspicionMs);
  expect(watch.takeCommand()).toBe(false);
  await clock.pass(2 * serverLimits.copyProofMs);
  watch.commandsLeft();
  await clock.pass(0);
  expect(watch.takeCommand()).toBe(true);
});

test('commands are sent when another server of the database has proven the installation', () => {
  const { watch, results } = openWatch(10);
  watch.note('a', 1);
  watch.trust();
  expect([watch.commandsLeft(), watch.takeCommand(), watch.suspects(), results]).toEqual([
    Infinity,
    true,
    0,
    ['proven'],
  ]);
});
