// Tests the counts of calls: their limit, their period, and the number of callers in memory.
import { expect, test } from 'vitest';
import { createCallCounts } from './call-counts.ts';

const limit = { points: 2, seconds: 60 };

/** Returns counts with a clock of their own, and a function that says whether the next call of a key is accepted. */
function open(callers = 10) {
  const stage = { now: 0 };
  const counts = createCallCounts(limit, { now: () => stage.now, callers });
  const isAccepted = (key: string): boolean => {
    try {
      counts.spend(key);
      return true;
    } catch {
      return false;
    }
  };
  return { stage, counts, isAccepted };
}

test('two calls of a caller are accepted in a minute that begins with the first call, and another caller has calls of its own', () => {
  const { stage, counts, isAccepted } = open();
  expect([isAccepted('a'), isAccepted('a'), isAccepted('a'), isAccepted('b')]).toEqual([true, true, false, true]);
  stage.now = 59_999;
  expect(() => counts.spend('a')).toThrow(
    expect.objectContaining({ code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 1 } }),
  );
  stage.now = 60_000;
  expect([isAccepted('a'), isAccepted('a'), isAccepted('a')]).toEqual([true, true, false]);
});

test('a call that is taken back can be used again, and a call that was not counted cannot be taken back', () => {
  const { counts, isAccepted } = open();
  counts.reward('a');
  isAccepted('a');
  isAccepted('a');
  counts.reward('a');
  expect([isAccepted('a'), isAccepted('a')]).toEqual([true, false]);
});

test('the number of callers in memory is bounded: a further caller takes the place of the one that was counted the longest time ago', () => {
  const { isAccepted } = open(2);
  for (const key of ['a', 'a', 'b', 'a', 'b', 'c']) isAccepted(key);
  // The count of `a` was counted before the count of `b`, so it has ended.
  expect([isAccepted('b'), isAccepted('a')]).toEqual([false, true]);
});
