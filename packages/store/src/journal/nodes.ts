// The nodes of the installation: this node tells the other nodes that it runs, declares nodes dead that have ended, and sees which accounts have no owner.
import type { AddressShare, FleetSight, LiveNode, Nodes, UnownedAccount } from '@rondo/engine/ports';
import type { Sql } from 'postgres';
import { booleanOf, integerOf, textOf, textOrNull, type Row } from '../database/row.ts';
import { listedAccounts, lostNodeMs, recentDeathMs } from '../limits.ts';
import type { HoneyIds } from '../links/honey-account.ts';
import { isSignalHeld } from './signal-held.ts';
import { beginIncarnation, confirm, extendedTime, isSignalLost } from './incarnation.ts';
import type { Node, NodeIdentity, NodeRole } from './node.ts';
import { createSignalWatch } from './signal-looks.ts';

/** A node that has not ended. `accounts` is the number of its leases. `isSeen` is false when its time has ended. */
export interface NodeRecord extends Omit<NodeIdentity, 'weight'> {
  readonly accounts: number;
  readonly isDraining: boolean;
  readonly isSeen: boolean;
  /** The time since its start in ms. */
  readonly ageMs: number;
}

/** A node that has ended without a stop and has not started again. `lostMs` is the time since its death was declared, in ms. */
export interface LostNode extends Pick<NodeIdentity, 'name' | 'role' | 'version'> {
  readonly lostMs: number;
}

/** A linked account with the e-mail of its person, and the name of the node that owns it. The name is null while no running node owns the account. */
export interface NodeAccount {
  readonly accountId: string;
  readonly email: string;
  readonly node: string | null;
}

/** The nodes, for this node and for the command line. */
export interface StoredNodes extends Nodes {
  /** Returns the nodes with a name that have not ended, sorted by name. */
  list(): Promise<readonly NodeRecord[]>;
  /** Returns the nodes that were lost in the last `lostNodeMs`, sorted by name. */
  listLost(): Promise<readonly LostNode[]>;
  /** Returns the linked accounts, sorted by e-mail and id, at most `listedAccounts`. */
  listAccounts(): Promise<readonly NodeAccount[]>;
  /** Asks the running nodes with this name to hand their accounts over. Returns how many nodes were asked. */
  drain(name: string): Promise<number>;
}

/** Returns the nodes of a database. All times are times of the database clock. */
export function createNodes(sql: Sql, node: Node, honey: HoneyIds): StoredNodes {
  const looks = createSignalWatch();
  return {
    async beat({ load, isDraining, ttlMs }) {
      for (;;) {
        const rows = await look(sql, node, { load, isDraining, ttlMs, honey });
        const own = rows.find((row) => textOf(row, 'incarnation') === node.incarnation);
        if (own === undefined || !booleanOf(own, 'is_alive')) {
          await beginIncarnation(sql, node, ttlMs);
          continue;
        }
        confirm(node, integerOf(own, 'now'));
        if (!(await declareDead(sql, rows, looks))) return sightOf(node, own, rows);
      }
    },
    async listOwned() {
      const rows = await sql`select account_id from leases where node_id = ${node.incarnation}`;
      return rows.map((row) => textOf(row, 'account_id'));
    },
    async list() {
      const rows = await sql`
        select name, role, version, addresses, capacity, draining, seen_until > clock_timestamp() as is_seen,
          (extract(epoch from clock_timestamp() - joined_at) * 1000)::bigint as age,
          (select count(*) from leases where node_id = incarnation)::int as accounts
        from nodes where dead_at is null and name is not null order by name, joined_at`;
      return rows.map(recordOf);
    },
    async listLost() {
      const rows = await sql`
        select distinct on (name) name, role, version, (extract(epoch from clock_timestamp() - dead_at) * 1000)::bigint as lost
        from nodes d where name is not null and not has_closed and dead_at > clock_timestamp() - make_interval(secs => ${lostNodeMs}::float8 / 1000)
          and not exists (select 1 from nodes n where n.name = d.name and n.joined_at > d.joined_at)
        order by name, dead_at desc`;
      return rows.map((row) => ({
        name: textOf(row, 'name'),
        role: roleOf(textOf(row, 'role')),
        version: textOf(row, 'version'),
        lostMs: integerOf(row, 'lost'),
      }));
    },
    async listAccounts() {
      const rows = await sql`
        select a.id, u.email, n.name from exchange_accounts a join users u on u.id = a.user_id left join leases l on l.account_id = a.id
        left join nodes n on n.incarnation = l.node_id and n.dead_at is null and n.seen_until > clock_timestamp()
        where a.unlinked_at is null and a.id <> ${honey.accountId} order by u.email, a.id limit ${listedAccounts}`;
      return rows.map((row) => ({
        accountId: textOf(row, 'id'),
        email: textOf(row, 'email'),
        node: textOrNull(row, 'name'),
      }));
    },
    async drain(name) {
      const { count } = await sql`update nodes set draining = true where name = ${name} and dead_at is null`;
      return count;
    },
  };
}

/**
 * Writes the report of this node, and reads all nodes that are not dead, in one statement. The row of this node has the accounts without an owner: the accounts without
 * a lease, with a released lease, with a lease of a dead node, or with an ended lease of an older program. The honey account is not among them.
 */
function look(
  sql: Sql,
  node: Node,
  report: { readonly load: number; readonly isDraining: boolean; readonly ttlMs: number; readonly honey: HoneyIds },
) {
  const ownsAccounts = node.identity !== null && node.identity.role !== 'api';
  return sql`
    with own as (
      update nodes set seen_until = ${extendedTime(sql, node, report.ttlMs)}, load = ${report.load},
        draining = draining or ${report.isDraining}
      where incarnation = ${node.incarnation} and dead_at is null and seen_until > clock_timestamp() returning draining),
    unowned as (
      select a.id, l.next, coalesce(least(n.dead_at, n.seen_until), l.expires_at, to_timestamp(a.created_at / 1000.0)) as since
      from exchange_accounts a left join leases l on l.account_id = a.id left join nodes n on n.incarnation = l.node_id
      where ${ownsAccounts} and a.unlinked_at is null and a.id <> ${report.honey.accountId}
        and (l.node_id is null or n.dead_at is not null or (n.incarnation is null and l.expires_at <= clock_timestamp())))
    select n.incarnation, n.name, n.role, n.addresses, n.weight, n.capacity, n.load, n.signal_key, n.draining, n.seen_until <= clock_timestamp() as is_over,
      ${isSignalLost(sql, sql`n.signal_key`, sql`n.signal_at`)} as is_silent,
      (select count(*) from nodes d where d.name = n.name and not d.has_closed
        and d.dead_at > clock_timestamp() - make_interval(secs => ${recentDeathMs}::float8 / 1000))::int as recent_deaths,
      (extract(epoch from n.joined_at) * 1000)::bigint as joined_at, (extract(epoch from clock_timestamp()) * 1000)::bigint as now,
      (select count(*) from leases where node_id = ${node.incarnation})::int as owned, exists (select 1 from own) as is_alive, coalesce((select draining from own), false) as is_own_draining,
      case when n.incarnation = ${node.incarnation} then (select coalesce(json_agg(
        json_build_array(id, next, (extract(epoch from since) * 1000)::bigint) order by since, id), '[]'::json)::text from unowned) end as unowned
    from nodes n where n.dead_at is null order by n.joined_at, n.incarnation`;
}

/** Declares the nodes dead whose time has ended or whose signal several looks have missed. Returns whether a node was declared dead. */
async function declareDead(
  sql: Sql,
  rows: readonly Row[],
  looks: ReturnType<typeof createSignalWatch>,
): Promise<boolean> {
  const nameOf = (row: Row): string => `${textOf(row, 'incarnation')} ${integerOf(row, 'signal_key')}`;
  const [first] = rows;
  const silent = rows.filter((row) => booleanOf(row, 'is_silent'));
  const lost = looks.look(first === undefined ? 0 : integerOf(first, 'now'), new Set(silent.map(nameOf)));
  const ended = rows.filter((row) => booleanOf(row, 'is_over') || lost.has(nameOf(row)));
  if (ended.length === 0) return false;
  // The condition is checked again on the row itself, so a node that has come back in the meantime stays alive.
  const unheard = ended.filter((row) => lost.has(nameOf(row)));
  const { count } = await sql`
    with unheard as (select * from unnest(${unheard.map((row) => textOf(row, 'incarnation'))}::text[],
      ${unheard.map((row) => integerOf(row, 'signal_key'))}::int[]) as u (incarnation, signal_key))
    update nodes set dead_at = clock_timestamp()
    where incarnation = any(${ended.map((row) => textOf(row, 'incarnation'))}::text[]) and dead_at is null and (seen_until <= clock_timestamp()
      or ((incarnation, signal_key) in (select * from unheard) and not ${isSignalHeld(sql, sql`signal_key`)}))`;
  return count > 0;
}

function sightOf(node: Node, own: Row, rows: readonly Row[]): FleetSight {
  return {
    me: node.incarnation,
    now: integerOf(own, 'now'),
    isDraining: booleanOf(own, 'is_own_draining'),
    nodes: rows.flatMap((row) => liveNodeOf(row) ?? []),
    unowned: unownedOf(textOf(own, 'unowned')),
    owned: integerOf(own, 'owned'),
    addressShares: addressSharesOf(own, rows),
  };
}

/** Returns null for a node that owns no accounts or belongs to an older program. */
function liveNodeOf(row: Row): LiveNode | null {
  const name = textOrNull(row, 'name');
  if (name === null || textOf(row, 'role') === 'api') return null;
  return {
    incarnation: textOf(row, 'incarnation'),
    name,
    weight: integerOf(row, 'weight'),
    capacity: integerOf(row, 'capacity'),
    load: integerOf(row, 'load'),
    isDraining: booleanOf(row, 'draining'),
    recentDeaths: integerOf(row, 'recent_deaths'),
    joinedAt: integerOf(row, 'joined_at'),
  };
}

/** A node that trades has twice the share of a node of people, which uses only public data. A row of an older program counts as a node that trades. */
function partsOf(row: Row): number {
  return textOrNull(row, 'role') === 'api' ? 1 : 2;
}

function addressSharesOf(own: Row, rows: readonly Row[]): readonly AddressShare[] {
  return addressesOf(own).map((address) => {
    const sharing = rows.filter((row) => addressesOf(row).includes(address));
    return { address, share: partsOf(own) / sharing.reduce((sum, row) => sum + partsOf(row), 0) };
  });
}

/** Returns null as the only address when the operating system chooses the address of the node. */
function addressesOf(row: Row): readonly (string | null)[] {
  const listed = (textOrNull(row, 'addresses') ?? '').split(' ').filter((address) => address !== '');
  return listed.length === 0 ? [null] : listed;
}

function unownedOf(text: string): readonly UnownedAccount[] {
  const rows: readonly (readonly [string, string | null, number])[] = JSON.parse(text); // The statement builds these arrays.
  return rows.map(([accountId, next, unownedSince]) => ({ accountId, next, unownedSince }));
}

function recordOf(row: Row): NodeRecord {
  return {
    name: textOf(row, 'name'),
    role: roleOf(textOf(row, 'role')),
    version: textOf(row, 'version'),
    addresses: addressesOf(row).filter((address) => address !== null),
    capacity: integerOf(row, 'capacity'),
    accounts: integerOf(row, 'accounts'),
    isDraining: booleanOf(row, 'draining'),
    isSeen: booleanOf(row, 'is_seen'),
    ageMs: integerOf(row, 'age'),
  };
}

function roleOf(text: string): NodeRole {
  return text === 'api' || text === 'engine' ? text : 'all';
}
