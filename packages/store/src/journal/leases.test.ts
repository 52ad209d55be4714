// Tests of the lease calls without a database: the values that the statements get, and what their rows mean. The statements themselves are
// tested in `packages/store/tests/journal/journal.test.ts`.
import type { Sql } from 'postgres';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nodeLockSpace } from '../database/locks.ts';
import { nodeRetryMs } from '../limits.ts';
import { createLeaseReads, createLeases, holdDeathSignal, nodeOf } from './leases.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const node = { id: 'first', key: -1_483_506_844 };

type Statement = { readonly verb: string; readonly values: readonly unknown[] };

/** Returns a driver whose statements return these rows, by the first word of the statement. `statements` contains the sent statements. */
function scripted(rows: Readonly<Record<string, readonly object[]>>) {
  const statements: Statement[] = [];
  const ended: unknown[] = [];
  const tag = async (texts: readonly string[], ...values: readonly unknown[]): Promise<readonly object[]> => {
    const verb = texts[0]?.trim().split(' ')[0] ?? '';
    statements.push({ verb, values });
    return rows[verb] ?? [];
  };
  tag.begin = async (run: (transaction: typeof tag) => Promise<unknown>) => run(tag);
  tag.end = async (options: unknown) => void ended.push(options);
  return { statements, ended, sql: tag as unknown as Sql }; // The leases use no other member of the driver.
}

test('the number of a node follows from its name', () => {
  expect(nodeOf('first')).toEqual(node);
});

test('an acquired lease has the new epoch and the end of the previous lease', async () => {
  const { sql, statements } = scripted({ select: [{ held_until: '5000' }], update: [{ epoch: '7' }] });
  expect(await createLeases(sql, node).acquire('a', 9_000)).toEqual({ epoch: 7n, heldUntil: 5_000 });
  expect(statements).toEqual([
    { verb: 'insert', values: ['a'] },
    { verb: 'select', values: ['a'] },
    { verb: 'update', values: ['first', node.key, 9_000, 'a', 'first', nodeLockSpace] },
  ]);
});

test('a lease that another node holds is not acquired', async () => {
  const { sql } = scripted({ select: [{ held_until: '5000' }] });
  expect(await createLeases(sql, node).acquire('a', 9_000)).toBeNull();
});

test('a renewal returns the accounts whose lease was renewed', async () => {
  const { sql, statements } = scripted({ update: [{ account_id: 'b' }] });
  const leases = [
    { accountId: 'a', epoch: 3n },
    { accountId: 'b', epoch: 4n },
  ];
  expect(await createLeases(sql, node).renew(leases, 9_000)).toEqual(new Set(['b']));
  expect(statements).toEqual([{ verb: 'update', values: [9_000, ['a', 'b'], ['3', '4'], 'first'] }]);
});

test('a release names the account, the epoch and the node', async () => {
  const { sql, statements } = scripted({});
  await createLeases(sql, node).release('a', 3n);
  expect(statements).toEqual([{ verb: 'update', values: ['a', '3', 'first'] }]);
});

test('the accounts whose lease another running node holds are listed', async () => {
  const { sql, statements } = scripted({ select: [{ account_id: 'b' }] });
  expect(await createLeaseReads(sql, node).listHeld(['a', 'b'])).toEqual(new Set(['b']));
  expect(statements).toEqual([{ verb: 'select', values: [['a', 'b'], 'first', nodeLockSpace] }]);
});

const locked: Statement = { verb: 'select', values: [nodeLockSpace, node.key] };

/** Holds the signal of the node. With `isHeld` false, another session has the lock. `loseConnection` does what the driver does when the connection is lost. */
async function held(isHeld = true) {
  const driver = scripted({ select: [{ is_held: isHeld }] });
  const connection = { isDown: false, lose: (): void => undefined };
  const signal = await holdDeathSignal((onclose) => {
    connection.lose = onclose;
    const failing = async (texts: TemplateStringsArray, ...values: readonly never[]) => {
      const rows = await driver.sql(texts, ...values);
      if (connection.isDown) throw new Error('no connection');
      return rows;
    };
    failing.end = (options?: { readonly timeout?: number }) => driver.sql.end(options);
    return failing as unknown as Sql; // The signal uses no other member of the driver.
  }, node);
  return { ...driver, connection, signal };
}

test('the lock of the node is acquired at the start, and again after `nodeRetryMs` when the connection is lost', async () => {
  const { statements, connection } = await held();
  expect(statements).toEqual([locked]);
  connection.lose();
  connection.lose();
  await vi.advanceTimersByTimeAsync(nodeRetryMs - 1);
  expect(statements).toEqual([locked]);
  await vi.advanceTimersByTimeAsync(1);
  expect(statements).toEqual([locked, locked]);
  await vi.advanceTimersByTimeAsync(nodeRetryMs);
  expect(statements).toHaveLength(2);
  connection.lose();
  await vi.advanceTimersByTimeAsync(nodeRetryMs);
  expect(statements).toHaveLength(3);
});

test('while another session has the lock, the lock is tried again every `nodeRetryMs`', async () => {
  const { statements } = await held(false);
  expect(statements).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2 * nodeRetryMs);
  expect(statements).toHaveLength(3);
});

test('while the database is not reachable, the lock is tried again every `nodeRetryMs`', async () => {
  const { statements, connection } = await held();
  connection.isDown = true;
  connection.lose();
  await vi.advanceTimersByTimeAsync(3 * nodeRetryMs);
  expect(statements).toHaveLength(4);
});

test('after the end of the node, the lock is not acquired again', async () => {
  const pending = await held();
  pending.connection.lose();
  await pending.signal.close();
  const later = await held();
  await later.signal.close();
  later.connection.lose();
  await vi.advanceTimersByTimeAsync(2 * nodeRetryMs);
  expect([pending.statements, later.statements]).toEqual([[locked], [locked]]);
  expect([pending.ended, later.ended]).toEqual([[{ timeout: 1 }], [{ timeout: 1 }]]);
});
