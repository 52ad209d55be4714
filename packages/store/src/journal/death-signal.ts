// The death signal of a node: a database connection that holds an advisory lock. PostgreSQL releases the lock when the process ends.
import { randomInt } from 'node:crypto';
import type { Sql } from 'postgres';
import { nodeLockSpace } from '../database/locks.ts';
import { booleanOf, oneRow } from '../database/row.ts';
import { nodeRetryMs } from '../limits.ts';
import type { Node } from './node.ts';

const keyCount = 2 ** 31;

/** A separate connection that holds the advisory lock of the node until the connection closes or this process ends. */
export interface DeathSignal {
  close(): Promise<void>;
}

/**
 * Acquires a lock on a connection that `open` creates. `open` gets the function that the driver calls when the connection is lost. A lock with a new key is then
 * acquired on a new connection, because the lost connection can still hold the lock of the old key. The new key is written into the row of the node, and into the leases of the node for nodes of an older version.
 */
export async function holdDeathSignal(open: (onclose: () => void) => Sql, node: Node): Promise<DeathSignal> {
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hold = async (): Promise<void> => {
    const key = await lockFreeKey(sql);
    node.signalKey = key;
    await sql`
      with own as (update nodes set signal_key = ${key}, signal_at = clock_timestamp() where incarnation = ${node.incarnation})
      update leases set node_key = ${key} where node_id = ${node.incarnation}`;
  };
  const retry = (): void => {
    if (isClosed || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      hold().catch(retry);
    }, nodeRetryMs);
    timer.unref();
  };
  const sql = open(retry);
  await hold();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await sql.end({ timeout: 1 });
    },
  };
}

async function lockFreeKey(sql: Sql): Promise<number> {
  for (;;) {
    const key = randomInt(keyCount);
    const row = oneRow(await sql`select pg_try_advisory_lock(${nodeLockSpace}::int, ${key}::int) as is_held`);
    if (booleanOf(row, 'is_held')) return key;
  }
}
