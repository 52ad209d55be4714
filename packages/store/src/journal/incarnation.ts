// The row of this node in `nodes`: its beginning and the extension of its time.
import { randomUUID } from 'node:crypto';
import type { Fragment, Sql } from 'postgres';
import { databaseStartMs } from '../limits.ts';
import { isSignalHeld } from './death-signal.ts';
import type { Node } from './node.ts';

/** The statement that extends the time of this node. It has no row when this node is dead or its time has ended. */
export function extendNode(sql: Sql, node: Node, ttlMs: number) {
  return sql`
    update nodes set seen_until = clock_timestamp() + make_interval(secs => ${ttlMs}::float8 / 1000)
    where incarnation = ${node.incarnation} and dead_at is null and seen_until > clock_timestamp() returning 1`;
}

/**
 * Inserts the row of this node. A dead node never becomes valid again, so a node that is dead begins with a new row, and its leases of the dead row are lost. Calls at
 * the same time share one beginning.
 */
export function beginIncarnation(sql: Sql, node: Node, ttlMs: number): Promise<void> {
  node.beginning ??= begin(sql, node, ttlMs).finally(() => {
    node.beginning = null;
  });
  return node.beginning;
}

async function begin(sql: Sql, node: Node, ttlMs: number): Promise<void> {
  const { name, role, version, addresses, weight, capacity } = node.identity ?? unnamed;
  const insert = (incarnation: string) => sql`
    insert into nodes (incarnation, signal_key, signal_at, joined_at, seen_until, name, role, version, addresses, weight, capacity)
    values (${incarnation}, ${node.signalKey}, clock_timestamp(), clock_timestamp(), clock_timestamp() + make_interval(secs => ${ttlMs}::float8 / 1000),
      ${name}, ${role}, ${version}, ${addresses.join(' ')}, ${weight}, ${capacity})
    on conflict (incarnation) do nothing`;
  const { count } = await insert(node.incarnation);
  if (count === 1) return;
  // The row exists. Another call may have begun it after the caller had seen no valid row.
  const { count: valid } = await extendNode(sql, node, ttlMs);
  if (valid === 1) return;
  await sql`update nodes set dead_at = clock_timestamp() where incarnation = ${node.incarnation} and dead_at is null`;
  node.incarnation = randomUUID();
  await insert(node.incarnation);
}

const unnamed = { name: null, role: null, version: null, addresses: [], weight: 1, capacity: 0 };

/**
 * Returns the condition that no session holds the death signal with this key, and that a restart of the database is not the cause. `signalAt` is the time at which the
 * signal was set, or null when it is not known.
 */
export function isSignalLost(sql: Sql, key: Fragment, signalAt: Fragment): Fragment {
  return sql`(not ${isSignalHeld(sql, key)} and (${signalAt} > pg_postmaster_start_time()
    or pg_postmaster_start_time() <= clock_timestamp() - make_interval(secs => ${databaseStartMs}::float8 / 1000)))`;
}
