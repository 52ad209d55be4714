// The row of this node in `nodes`: its beginning and the extension of its time.
import { randomUUID } from 'node:crypto';
import type { Fragment, Sql } from 'postgres';
import { bigintOf, oneRow, type Row } from '../database/row.ts';
import { confirmationMs, databaseStartMs } from '../limits.ts';
import { isSignalHeld } from './signal-held.ts';
import type { Node } from './node.ts';

/** The statement that extends the time of this node. It has no row when this node is dead or its time has ended. */
export function extendNode(sql: Sql, node: Node, ttlMs: number) {
  return sql`
    update nodes set seen_until = ${extendedTime(sql, node, ttlMs)}
    where incarnation = ${node.incarnation} and dead_at is null and seen_until > clock_timestamp() returning 1`;
}

/**
 * Returns the time until which an extension makes this node valid. A node whose responses are lost can still send extensions, and it sends no order, because it does not
 * know that it is valid. Its extensions must not keep its accounts from the other nodes, so the time ends `ttlMs` and `confirmationMs` after the last response that
 * the node has received. The time never becomes shorter.
 */
export function extendedTime(sql: Sql, { confirmedAt }: Pick<Node, 'confirmedAt'>, ttlMs: number): Fragment {
  const whole = sql`clock_timestamp() + make_interval(secs => ${ttlMs}::float8 / 1000)`;
  if (confirmedAt === null) return whole;
  return sql`greatest(seen_until, least(${whole}, to_timestamp((${confirmedAt}::float8 + ${ttlMs}::float8 + ${confirmationMs}::float8) / 1000)))`;
}

/** Notes the time of a response to an extension of this node. */
export function confirm(node: Node, now: number): void {
  node.confirmedAt = Math.max(node.confirmedAt ?? 0, now);
}

/** Returns the column `now` of a response in epoch ms. */
export function nowOf(row: Row): number {
  return Number(bigintOf(row, 'now'));
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
    on conflict (incarnation) do nothing returning (extract(epoch from joined_at) * 1000)::bigint as now`;
  const inserted = await insert(node.incarnation);
  if (inserted.count === 1) return confirm(node, nowOf(oneRow(inserted)));
  // The row exists. Another call may have begun it after the caller had seen no valid row.
  const { count: valid } = await extendNode(sql, node, ttlMs);
  if (valid === 1) return;
  await sql`update nodes set dead_at = clock_timestamp() where incarnation = ${node.incarnation} and dead_at is null`;
  node.incarnation = randomUUID();
  confirm(node, nowOf(oneRow(await insert(node.incarnation))));
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
