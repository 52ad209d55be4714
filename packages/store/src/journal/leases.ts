// The lease of an account: only the holder of the lease may send commands. When the holder loses the database connection of its death signal, another node can
// take the lease before the lease expires.
import type { Journal } from '@rondo/engine/ports';
import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import { nodeRetryMs } from '../limits.ts';
import { nodeLockSpace } from '../database/locks.ts';
import { bigintOf, oneRow, textOf } from '../database/row.ts';

/** The name of this node, and the number of the advisory lock that the node holds while it runs. */
export interface Node {
  readonly id: string;
  readonly key: number;
}

/**
 * Returns the identity of a node. Two nodes can have the same number. When one of these nodes ends, no other node can take its leases before the leases expire.
 * Fencing still works.
 */
export function nodeOf(id: string): Node {
  return { id, key: createHash('sha256').update(id).digest().readInt32BE(0) };
}

/**
 * Returns the lease calls of the journal. All times are times of the database clock. `acquire` takes a lease that has expired, that was released, or whose
 * holder has lost its death signal. Every acquisition begins a new epoch, even when the same node already holds the lease. Source: decision 38.
 */
export function createLeases(sql: Sql, node: Node): Pick<Journal, 'acquire' | 'renew' | 'release'> {
  return {
    async acquire(accountId, ttlMs) {
      return sql.begin(async (transaction) => {
        await transaction`
          insert into leases (account_id, node_id, node_key, epoch, expires_at) values (${accountId}, null, null, 1, clock_timestamp())
          on conflict (account_id) do nothing`;
        const previous = oneRow(
          await transaction`select (extract(epoch from expires_at) * 1000)::bigint as held_until from leases where account_id = ${accountId} for update`,
        );
        const rows = await transaction`
          update leases set epoch = epoch + 1, node_id = ${node.id}, node_key = ${node.key},
            expires_at = clock_timestamp() + make_interval(secs => ${ttlMs}::float8 / 1000)
          where account_id = ${accountId} and (node_id is null or node_id = ${node.id} or expires_at <= clock_timestamp()
            or pg_try_advisory_xact_lock(${nodeLockSpace}::int, node_key::int))
          returning epoch`;
        if (rows.length === 0) return null;
        return { epoch: bigintOf(oneRow(rows), 'epoch'), heldUntil: Number(bigintOf(previous, 'held_until')) };
      });
    },
    async renew(leases, ttlMs) {
      const accountIds = leases.map(({ accountId }) => accountId);
      const epochs = leases.map(({ epoch }) => epoch.toString());
      const rows = await sql`
        update leases set expires_at = clock_timestamp() + make_interval(secs => ${ttlMs}::float8 / 1000)
        from unnest(${accountIds}::text[], ${epochs}::bigint[]) as held (account_id, epoch)
        where leases.account_id = held.account_id and leases.epoch = held.epoch and node_id = ${node.id}
          and expires_at > clock_timestamp()
        returning leases.account_id`;
      return new Set(rows.map((row) => textOf(row, 'account_id')));
    },
    async release(accountId, epoch) {
      await sql`
        update leases set node_id = null, node_key = null, expires_at = clock_timestamp()
        where account_id = ${accountId} and epoch = ${epoch.toString()} and node_id = ${node.id}`;
    },
  };
}

/** Reads of the leases, for parts that are not under a lease. */
export interface LeaseReads {
  /** Returns the accounts whose lease another running node holds. A node runs while its lease is valid and its death signal is held. */
  listHeld(accountIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Returns the reads of the leases. The number of a lock is unsigned in `pg_locks`, and `node_key` is signed. */
export function createLeaseReads(sql: Sql, node: Node): LeaseReads {
  return {
    async listHeld(accountIds) {
      const rows = await sql`
        select account_id from leases
        where account_id = any(${[...accountIds]}) and node_id <> ${node.id} and expires_at > clock_timestamp() and exists (
          select 1 from pg_locks where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = ${nodeLockSpace}
            and objid::bigint = node_key & 4294967295 and database = (select oid from pg_database where datname = current_database()))`;
      return new Set(rows.map((row) => textOf(row, 'account_id')));
    },
  };
}

/** A separate connection that holds the advisory lock of the node until the connection closes or this process ends. */
export interface DeathSignal {
  close(): Promise<void>;
}

/**
 * Acquires the lock on a connection that `open` creates. `open` gets the function that the driver calls when the connection is lost. The lock is then acquired
 * again on a new connection. While another session has the lock, the attempt is repeated.
 */
export async function holdDeathSignal(open: (onclose: () => void) => Sql, node: Node): Promise<DeathSignal> {
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hold = async (): Promise<void> => {
    const [row] = await sql`select pg_try_advisory_lock(${nodeLockSpace}::int, ${node.key}::int) as is_held`;
    // A session that the database has not ended yet, or a node that takes a lease, can have the lock.
    if (row?.['is_held'] !== true) retry();
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
