// The lease of an account: only the owner of the lease may send commands. A lease is valid as long as the row of its owner in `nodes` is. When the owner loses its
// death signal, another node can take the lease before this time ends.
import type { Acquisition, Journal } from '@rondo/engine/ports';
import type { Sql } from 'postgres';
import { bigintOf, booleanOf, integerOf, textOf, textOrNull, type Row } from '../database/row.ts';
import { isSignalHeld } from './signal-held.ts';
import { beginIncarnation, confirm, extendNode, isSignalLost, nowOf } from './incarnation.ts';
import type { Node } from './node.ts';
import { createSignalWatch } from './signal-looks.ts';
import { createTakeQueue } from './take-queue.ts';

/** The owner of the leases of a person who is being moved to another database. No node has this name, and no lock belongs to these leases, so no node takes them. */
export const movingOwner = 'moving';
/** An older program sees a lease of this node as valid until this time, so it takes the lease only when the lock of `node_key` is lost. */
export const farFuture = '2200-01-01T00:00:00Z';

/** The lease calls of the journal, and the end of this node. */
export interface Leases extends Pick<Journal, 'acquire' | 'renew' | 'release'> {
  /** Ends the waiting acquisitions, and declares this node dead, so that other nodes take its leases immediately. */
  close(): Promise<void>;
}

/**
 * Returns the lease calls of the journal. All times are times of the database clock. `acquire` takes a lease that was released, or whose owner is dead. An owner is
 * dead when its time has ended or when it had no death signal in several looks. Every acquisition begins a new epoch, even when the same node already owns the
 * lease. Source: decisions 38 and 58.
 */
export function createLeases(sql: Sql, node: Node): Leases {
  const looks = createSignalWatch();
  const queue = createTakeQueue(async (accountIds, ttlMs) => {
    const { isAlive, now, leases } = await lookAtLeases(sql, node, { accountIds, ttlMs });
    if (isAlive) confirm(node, now);
    else await beginIncarnation(sql, node, ttlMs);
    const silent = leases.flatMap((lease) => (lease.state === 'silent' ? [ownerKey(lease)] : []));
    const lost = looks.look(now, new Set(silent));
    const wanted = leases.filter(
      (lease) => lease.state === 'free' || lease.state === 'over' || lost.has(ownerKey(lease)),
    );
    return wanted.length === 0 ? new Map() : takeLeases(sql, node, { wanted, lost });
  });
  return {
    acquire: (accountId, ttlMs) => queue.take(accountId, ttlMs),
    async renew(leases, ttlMs) {
      const accountIds = leases.map(({ accountId }) => accountId);
      const epochs = leases.map(({ epoch }) => epoch.toString());
      const [first, ...others] = await sql`
        with own as (${extendNode(sql, node, ttlMs)})
        select (extract(epoch from clock_timestamp()) * 1000)::bigint as now, h.account_id
        from own left join (
          select l.account_id from leases l join unnest(${accountIds}::text[], ${epochs}::bigint[]) as held (account_id, epoch)
            on l.account_id = held.account_id and l.epoch = held.epoch where l.node_id = ${node.incarnation}) as h on true`;
      if (first === undefined) return new Set();
      confirm(node, nowOf(first));
      return new Set([first, ...others].flatMap((row) => textOrNull(row, 'account_id') ?? []));
    },
    async release(accountId, epoch, next) {
      await sql`
        update leases set node_id = null, node_key = null, expires_at = clock_timestamp(), next = ${next ?? null}
        where account_id = ${accountId} and epoch = ${epoch.toString()} and node_id = ${node.incarnation}`;
    },
    async close() {
      queue.close();
      await sql`
        update nodes set dead_at = clock_timestamp(), has_closed = true where incarnation = ${node.incarnation} and dead_at is null`;
    },
  };
}

/**
 * How one lease is seen. `free`: the lease was released, its owner is dead, or this node owns it. `over`: the time of the owner has ended. `silent`: no session holds
 * the death signal of the owner, and a restart of the database is not the cause. `held`: none of these. `owner` is the node, and `key` is the key of its signal.
 */
interface SeenLease {
  readonly accountId: string;
  readonly state: string;
  readonly owner: string | null;
  readonly key: string | null;
}

interface Sight {
  readonly isAlive: boolean;
  readonly now: number;
  readonly leases: readonly SeenLease[];
}

/** Extends the time of this node and reads the leases, in one statement. A lease without a row in `nodes` belongs to a node of an older program. */
async function lookAtLeases(
  sql: Sql,
  node: Node,
  { accountIds, ttlMs }: { readonly accountIds: readonly string[]; readonly ttlMs: number },
): Promise<Sight> {
  const rows = await sql`
    with own as (${extendNode(sql, node, ttlMs)})
    select w.account_id, l.node_id as owner, coalesce(n.signal_key, l.node_key)::text as key,
      case when l.node_id is null or l.node_id = ${node.incarnation} or n.dead_at is not null then 'free'
        when coalesce(n.seen_until, l.expires_at) <= clock_timestamp() then 'over'
        when ${isSignalLost(sql, sql`coalesce(n.signal_key, l.node_key)`, sql`n.signal_at`)} then 'silent'
        else 'held' end as state,
      exists (select 1 from own) as is_alive, (extract(epoch from clock_timestamp()) * 1000)::bigint as now
    from unnest(${[...accountIds]}::text[]) as w (account_id)
    left join leases l on l.account_id = w.account_id left join nodes n on n.incarnation = l.node_id`;
  const [first] = rows;
  return {
    isAlive: first !== undefined && booleanOf(first, 'is_alive'),
    now: first === undefined ? 0 : integerOf(first, 'now'),
    leases: rows.map((row) => ({
      accountId: textOf(row, 'account_id'),
      state: textOf(row, 'state'),
      owner: textOrNull(row, 'owner'),
      key: textOrNull(row, 'key'),
    })),
  };
}

function ownerKey({ owner, key }: SeenLease): string {
  return `${owner ?? ''} ${key ?? ''}`;
}

/**
 * Declares the owners dead whose time has ended or whose signal is lost, and takes their leases and the free leases, in one statement. A row that another session has
 * locked is left out: its owner commits an intent, or another node takes the lease. The condition of each death is checked again on the row itself, so a node that has
 * come back in the meantime stays alive.
 */
async function takeLeases(
  sql: Sql,
  node: Node,
  { wanted, lost }: { readonly wanted: readonly SeenLease[]; readonly lost: ReadonlySet<string> },
): Promise<ReadonlyMap<string, Acquisition>> {
  const accountIds = wanted.map(({ accountId }) => accountId);
  const silent = wanted.filter((lease) => lost.has(ownerKey(lease)));
  await sql`
    insert into leases (account_id, node_id, node_key, epoch, expires_at)
    select account_id, null, null, 1, clock_timestamp() from unnest(${accountIds}::text[]) as w (account_id)
    where not exists (select 1 from leases l where l.account_id = w.account_id) on conflict (account_id) do nothing`;
  const rows = await sql`
    with silent as (select * from unnest(${silent.map(({ owner }) => owner)}::text[], ${silent.map(({ key }) => key)}::bigint[]) as s (owner, key)),
    dead as (
      update nodes set dead_at = clock_timestamp()
      where dead_at is null and incarnation <> ${node.incarnation} and incarnation = any(${wanted.map(({ owner }) => owner)}::text[])
        and (seen_until <= clock_timestamp() or exists (
          select 1 from silent where owner = incarnation and key = signal_key and not ${isSignalHeld(sql, sql`signal_key`)}))
      returning incarnation, seen_until),
    open as (
      select l.account_id, least(coalesce(n.seen_until, l.expires_at), coalesce(n.dead_at, 'infinity')) as held_until
      from leases l left join nodes n on n.incarnation = l.node_id
      where l.account_id = any(${accountIds}::text[]) and (l.node_id is null or l.node_id = ${node.incarnation} or n.dead_at is not null
        or l.node_id in (select incarnation from dead)
        or (n.incarnation is null and (l.expires_at <= clock_timestamp() or exists (
          select 1 from silent where owner = l.node_id and key = l.node_key and not ${isSignalHeld(sql, sql`l.node_key`)}))))
      order by l.account_id for update of l skip locked),
    taken as (
      update leases set epoch = leases.epoch + 1, node_id = ${node.incarnation}, node_key = ${node.signalKey}, expires_at = ${farFuture}::timestamptz, next = null
      from open where leases.account_id = open.account_id returning leases.account_id, leases.epoch, open.held_until),
    history as (
      insert into lease_history (account_id, epoch, owner, taken_at)
      select account_id, epoch, ${node.incarnation}, clock_timestamp() from taken on conflict do nothing)
    select account_id, epoch, (extract(epoch from held_until) * 1000)::bigint as held_until from taken`;
  return new Map(rows.map((row) => [textOf(row, 'account_id'), acquisitionOf(row)]));
}

function acquisitionOf(row: Row): Acquisition {
  return { epoch: bigintOf(row, 'epoch'), heldUntil: Number(bigintOf(row, 'held_until')) };
}

/** Declares the nodes of all earlier processes dead. Only a process that holds the lock of the data folder may call this function, because the lock proves that no other process runs. */
export async function endEarlierNodes(sql: Sql): Promise<void> {
  await sql`update nodes set dead_at = least(seen_until, clock_timestamp()) where dead_at is null`;
}

/** Reads of the leases, for parts that are not under a lease. */
export interface LeaseReads {
  /** Returns the accounts whose lease another running node or a move to another database holds. A node runs while its lease is valid and its death signal is held. */
  listHeld(accountIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Returns the reads of the leases. */
export function createLeaseReads(sql: Sql, node: Node): LeaseReads {
  return {
    async listHeld(accountIds) {
      const rows = await sql`
        select l.account_id from leases l left join nodes n on n.incarnation = l.node_id
        where l.account_id = any(${[...accountIds]}) and l.node_id <> ${node.incarnation} and n.dead_at is null
          and coalesce(n.seen_until, l.expires_at) > clock_timestamp()
          and (l.node_id = ${movingOwner} or ${isSignalHeld(sql, sql`coalesce(n.signal_key, l.node_key)`)})`;
      return new Set(rows.map((row) => textOf(row, 'account_id')));
    },
  };
}
