// The open sockets of a person at all nodes. Each socket has one of the places of its person.
import type { Fragment, Sql } from 'postgres';
import { isSignalHeld } from '../journal/signal-held.ts';
import type { Node } from '../journal/node.ts';
import { integerOf, oneRow } from '../database/row.ts';

/** The place of an open socket. `openedBy` is the incarnation of its node. */
export interface SocketPlace {
  readonly userId: string;
  readonly slot: number;
  readonly openedBy: string;
}

/** The open sockets of a database. The places of a node that has ended are free as soon as its death signal has ended. */
export interface OpenSockets {
  /** Takes a free place for a socket of this node. Returns null when the sockets of the person at the running nodes have all `most` places. */
  open(userId: string, most: number): Promise<SocketPlace | null>;
  close(place: SocketPlace): Promise<void>;
}

/** Returns the open sockets of a database for one node. */
export function createOpenSockets(sql: Sql, node: Pick<Node, 'incarnation'>): OpenSockets {
  // A node with the embedded database has no row in `nodes`, so its own places are known by the name of the process.
  const isHeld = (openedBy: Fragment): Fragment => sql`(${openedBy} = ${node.incarnation} or exists (
    select 1 from nodes n where n.incarnation = ${openedBy} and n.dead_at is null and n.seen_until > clock_timestamp()
      and ${isSignalHeld(sql, sql`n.signal_key`)}))`;
  return {
    async open(userId, most) {
      const openedBy = node.incarnation;
      // Another node may take the free place at the same moment. Each such loss fills one place.
      for (let attempt = 0; attempt < most; attempt += 1) {
        const rows = await sql`
          insert into open_sockets as known (user_id, slot, opened_by)
          select ${userId}, free.slot, ${openedBy} from generate_series(1, ${most}::int) as free (slot)
          where not exists (select 1 from open_sockets o where o.user_id = ${userId} and o.slot = free.slot and ${isHeld(sql`o.opened_by`)})
          order by free.slot limit 1
          on conflict (user_id, slot) do update set opened_by = excluded.opened_by where not ${isHeld(sql`known.opened_by`)}
          returning slot`;
        if (rows.length > 0) return { userId, slot: integerOf(oneRow(rows), 'slot'), openedBy };
      }
      return null;
    },
    async close({ userId, slot, openedBy }) {
      await sql`delete from open_sockets where user_id = ${userId} and slot = ${slot} and opened_by = ${openedBy}`;
    },
  };
}
