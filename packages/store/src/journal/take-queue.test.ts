// Tests of the queue of attempts to take leases: first attempts are made immediately, and repeated attempts are made together.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusedTakeMs } from '../limits.ts';
import { createTakeQueue } from './take-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A queue whose attempts are refused until `isOpen` is true. `statements` are the accounts of each statement. */
function refusingQueue() {
  const statements: (readonly string[])[] = [];
  const state = { isOpen: false };
  const queue = createTakeQueue(async (accountIds) => {
    statements.push(accountIds);
    return new Map(state.isOpen ? accountIds.map((accountId) => [accountId, { epoch: 1n }]) : []);
  });
  return { statements, state, queue };
}

test('attempts that begin together are one statement, and an attempt for another account waits for nothing', async () => {
  const { statements, queue } = refusingQueue();
  expect(await Promise.all(['a', 'b'].map((accountId) => queue.take(accountId, 1)))).toEqual([null, null]);
  expect(await queue.take('c', 1)).toBeNull();
  expect(statements).toEqual([['a', 'b'], ['c']]);
});

test('attempts of one statement get the longest of their times', async () => {
  const times: number[] = [];
  const queue = createTakeQueue(async (_accountIds, ttlMs) => {
    times.push(ttlMs);
    return new Map();
  });
  await Promise.all([queue.take('a', 1), queue.take('b', 3), queue.take('c', 2)]);
  expect(times).toEqual([3]);
});

test('a node that was refused 100 leases and tries each second needs one statement a second', async () => {
  const { statements, queue } = refusingQueue();
  const accountIds = Array.from({ length: 100 }, (_, index) => `account-${index}`);
  let isOver = false;
  const trying = accountIds.map(async (accountId, index) => {
    await new Promise((resolve) => setTimeout(resolve, index));
    while (!isOver) {
      await queue.take(accountId, 1);
      await new Promise((resolve) => setTimeout(resolve, refusedTakeMs));
    }
  });
  await vi.advanceTimersByTimeAsync(5_000);
  const before = statements.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(statements.length - before).toBeLessThan(11);
  expect(statements.length - before).toBeGreaterThan(7);
  for (const statement of statements.slice(before)) expect(statement).toHaveLength(accountIds.length);
  isOver = true;
  await vi.advanceTimersByTimeAsync(3_000);
  await Promise.all(trying);
});

test('an attempt after an acquisition is made immediately', async () => {
  const { statements, state, queue } = refusingQueue();
  state.isOpen = true;
  expect(await queue.take('a', 1)).toEqual({ epoch: 1n });
  expect(await queue.take('a', 1)).toEqual({ epoch: 1n });
  expect(statements).toEqual([['a'], ['a']]);
});

test('an attempt for an account that was refused long ago is made immediately, also while other leases are taken', async () => {
  const { statements, state, queue } = refusingQueue();
  expect(await queue.take('a', 1)).toBeNull();
  await vi.advanceTimersByTimeAsync(2 * refusedTakeMs);
  state.isOpen = true;
  await queue.take('b', 1);
  const taking = queue.take('a', 1);
  await vi.advanceTimersByTimeAsync(0);
  expect(statements).toEqual([['a'], ['b'], ['a']]);
  expect(await taking).toEqual({ epoch: 1n });
});

test('a failed statement rejects its attempts, and closing the queue refuses the waiting attempts', async () => {
  const statements: (readonly string[])[] = [];
  const queue = createTakeQueue(async (accountIds) => {
    statements.push(accountIds);
    if (statements.length === 1) throw new Error('the database is gone');
    return new Map();
  });
  await expect(queue.take('a', 1)).rejects.toThrow('the database is gone');
  expect(await queue.take('a', 1)).toBeNull();
  const waiting = queue.take('a', 1);
  queue.close();
  expect(await waiting).toBeNull();
  await vi.advanceTimersByTimeAsync(refusedTakeMs);
  expect(statements).toEqual([['a'], ['a']]);
  await queue.take('b', 1);
  expect(statements.at(-1)).toEqual(['b']);
});
