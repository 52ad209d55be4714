// The instance of the product: its venue, its mark, its database and the places of its servers. A copy, for example a restored backup, has the mark of the original and
// is frozen until somebody confirms the copy (decisions 48 and 56).
import { randomInt } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { booleanOf, oneRow, textOf, textOrNull, type Row } from '../database/row.ts';
import { isSignalHeld } from '../journal/death-signal.ts';
import type { StoreResult } from '../result.ts';

/**
 * Why an instance is frozen. `database`: the database is another one than the original. `place`: the server runs at an unknown place, and no confirmed server of the
 * database runs.
 */
export type FreezeReason = 'database' | 'place';

/** An instance. `mark` is a part of client order ids. `frozen` is null when the instance may trade. */
export interface InstanceRecord {
  readonly mark: string;
  readonly frozen: FreezeReason | null;
}

/** A server that starts: its venue, and the digest of its place (`placeOf`). */
interface StartingServer {
  readonly venue: string;
  readonly place: string;
}

/** The instance of the installation. */
export interface Instances {
  /**
   * Returns the instance for a server that starts. The first server of a database creates the mark and stores its venue and place. The call is refused when the database
   * belongs to another venue, or when its rows belong to several venues. A server at an unknown place joins the instance while another server of the database runs.
   */
  enter(
    server: StartingServer,
  ): Promise<StoreResult<{ readonly instance: InstanceRecord }, 'other_venue' | 'mixed_venues'>>;
  /** Returns the stored instance, or null when no server has started on this database. */
  find(): Promise<InstanceRecord | null>;
  /** Gives the instance a new mark, the present database and this one place, and ends its freeze. A running server uses the result after its next start. */
  confirm(place: string): Promise<InstanceRecord>;
}

type Query = Sql | TransactionSql;

const key = 'instance';
const markLength = 4;
const markCount = 36 ** markLength;

/** Returns the instance of a database. `incarnation` is the name of this node in the table `nodes`. */
export function createInstances(sql: Sql, node: { readonly incarnation: string }): Instances {
  return {
    enter: (server) => sql.begin((transaction) => enter(transaction, node.incarnation, server)),
    async find() {
      const rows = await sql`${stored(sql)}`;
      return rows.length === 0 ? null : recordOf(await homeOf(sql), storedOf(oneRow(rows)));
    },
    async confirm(place) {
      const value = { mark: newMark(), home: await homeOf(sql), places: [place] };
      await sql`
        insert into settings (key, value) values (${key}, ${JSON.stringify(value)}::text::jsonb)
        on conflict (key) do update set value = settings.value || excluded.value`;
      return { mark: value.mark, frozen: null };
    },
  };
}

interface StoredInstance {
  readonly mark: string;
  readonly home: string;
  readonly venue: string | null;
  readonly places: readonly string[] | null;
}

function stored(sql: Query) {
  return sql`
    select value->>'mark' as mark, value->>'home' as home, value->>'venue' as venue, (value->'places')::text as places
    from settings where key = ${key}`;
}

function storedOf(row: Row): StoredInstance {
  const places = textOrNull(row, 'places');
  return {
    mark: textOf(row, 'mark'),
    home: textOf(row, 'home'),
    venue: textOrNull(row, 'venue'),
    places: places === null ? null : (JSON.parse(places) as readonly string[]), // Only this file writes the list.
  };
}

function recordOf(home: string, instance: StoredInstance): InstanceRecord {
  return { mark: instance.mark, frozen: instance.home === home ? null : 'database' };
}

async function enter(
  transaction: TransactionSql,
  incarnation: string,
  { venue, place }: StartingServer,
): ReturnType<Instances['enter']> {
  const home = await homeOf(transaction);
  const first = JSON.stringify({ mark: newMark(), home });
  await transaction`insert into settings (key, value) values (${key}, ${first}::text::jsonb) on conflict (key) do nothing`;
  const instance = storedOf(oneRow(await transaction`${stored(transaction)} for update`));
  const known = instance.venue === null ? await venueOfRows(transaction) : instance.venue;
  if (known === 'mixed') return { ok: false, refusal: 'mixed_venues' };
  if (known !== null && known !== venue) return { ok: false, refusal: 'other_venue' };
  const record = recordOf(home, instance);
  const places = instance.places ?? [place];
  const isKnown = places.includes(place);
  if (record.frozen === null && !isKnown && !(await runsElsewhere(transaction, incarnation)))
    return { ok: true, instance: { ...record, frozen: 'place' } };
  const joined = record.frozen === null && !isKnown ? [...places, place] : places;
  const change = JSON.stringify({ venue, ...(record.frozen === null ? { places: joined } : {}) });
  await transaction`update settings set value = value || ${change}::text::jsonb where key = ${key}`;
  return { ok: true, instance: record };
}

/** Returns whether another server that has taken a lease runs on this database. The rows of a copied database have no death signal. */
async function runsElsewhere(sql: Query, incarnation: string): Promise<boolean> {
  const rows = await sql`
    select 1 from nodes n where n.incarnation <> ${incarnation} and n.dead_at is null and ${isSignalHeld(sql, sql`n.signal_key`)} limit 1`;
  return rows.length > 0;
}

/**
 * Returns the venue of the rows of a database that an older version created, because that version did not store the venue. Returns `mixed` for rows of the sandbox
 * beside rows of a live venue, and null for a database without such rows.
 */
async function venueOfRows(sql: Query): Promise<string | null> {
  const row = oneRow(
    await sql`
      select exists (select 1 from exchange_accounts where environment = 'live') as is_live,
        exists (select 1 from exchange_accounts where environment = 'sandbox') or exists (select 1 from simulated_history) as is_sandbox`,
  );
  const isLive = booleanOf(row, 'is_live');
  if (booleanOf(row, 'is_sandbox')) return isLive ? 'mixed' : 'sandbox';
  return isLive ? 'okx' : null;
}

/**
 * Returns the identity of the database: the identifier of the PostgreSQL cluster, and the number of the database in the
 * cluster. Without the right to read the identifier of the cluster, the identity has only the number.
 */
async function homeOf(sql: Query): Promise<string> {
  const known = await sql`
    select oid::text as number, has_function_privilege('pg_control_system()', 'execute') as may_read from pg_database where datname = current_database()`;
  const row = oneRow(known);
  const number = textOf(row, 'number');
  if (!booleanOf(row, 'may_read')) return number;
  const cluster = oneRow(await sql`select system_identifier::text as id from pg_control_system()`);
  return `${textOf(cluster, 'id')}/${number}`;
}

function newMark(): string {
  return randomInt(markCount).toString(36).padStart(markLength, '0');
}
