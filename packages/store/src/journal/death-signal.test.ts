// Tests of the death signal without a database: when a lock is acquired, and which key it has.
import type { Sql } from 'postgres';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nodeRetryMs } from '../limits.ts';
import { holdDeathSignal } from './death-signal.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Holds the signal of a node. `keys` are the keys of the attempted locks, and `stored` the keys that were written into the rows of the node. */
async function held(taken: readonly boolean[] = []) {
  const node = { incarnation: 'first', signalKey: 0, identity: null, beginning: null, confirmedAt: null };
  const keys: unknown[] = [];
  const stored: unknown[] = [];
  const ended: unknown[] = [];
  const connection = { isDown: false, lose: (): void => undefined };
  const signal = await holdDeathSignal((onclose) => {
    connection.lose = onclose;
    const tag = async (texts: readonly string[], ...values: readonly unknown[]): Promise<readonly object[]> => {
      if (!texts[0]?.includes('pg_try_advisory_lock')) {
        stored.push(values[0]);
        return [];
      }
      keys.push(values[1]);
      if (connection.isDown) throw new Error('no connection');
      return [{ is_held: taken[keys.length - 1] !== true }];
    };
    tag.end = async (options: unknown) => void ended.push(options);
    return tag as unknown as Sql; // The signal uses no other member of the driver.
  }, node);
  return { node, keys, stored, ended, connection, signal };
}

test('a lock with a random key is acquired at the start, and one with a new key `nodeRetryMs` after the connection is lost', async () => {
  const { node, keys, stored, connection } = await held();
  expect(keys).toEqual([node.signalKey]);
  connection.lose();
  connection.lose();
  await vi.advanceTimersByTimeAsync(nodeRetryMs - 1);
  expect(keys).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(node.signalKey);
  expect(keys[1]).not.toBe(keys[0]);
  expect(stored).toEqual(keys);
  await vi.advanceTimersByTimeAsync(nodeRetryMs);
  expect(keys).toHaveLength(2);
  connection.lose();
  await vi.advanceTimersByTimeAsync(nodeRetryMs);
  expect(keys).toHaveLength(3);
});

test('when another session holds the lock of a key, the node takes another key', async () => {
  const { node, keys, stored } = await held([true]);
  expect(keys).toHaveLength(2);
  expect(stored).toEqual([node.signalKey]);
  expect(node.signalKey).toBe(keys[1]);
});

test('while the database is not reachable, the lock is tried again every `nodeRetryMs`', async () => {
  const { keys, connection } = await held();
  connection.isDown = true;
  connection.lose();
  await vi.advanceTimersByTimeAsync(3 * nodeRetryMs);
  expect(keys).toHaveLength(4);
});

test('after the end of the node, the lock is not acquired again', async () => {
  const pending = await held();
  pending.connection.lose();
  await pending.signal.close();
  const later = await held();
  await later.signal.close();
  later.connection.lose();
  await vi.advanceTimersByTimeAsync(2 * nodeRetryMs);
  expect([pending.keys.length, later.keys.length]).toEqual([1, 1]);
  expect([pending.ended, later.ended]).toEqual([[{ timeout: 1 }], [{ timeout: 1 }]]);
});
