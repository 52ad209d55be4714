// The instance of the product: its venue, its mark, its database and the places of its servers. A copy, for example a restored backup, has the mark of the original and
// is frozen until somebody confirms the copy (decisions 48 and 56).
import { createHash, randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { booleanOf, integerOf, oneRow, textOf, type Row } from '../database/row.ts';
import type { Node } from '../journal/node.ts';
import { endCredentials } from '../backup/ended-credentials.ts';
import { isSignalHeld } from '../journal/signal-held.ts';
import { formerPlaceMs } from '../limits.ts';
import type { AuditWriter } from '../people/audit-writer.ts';
import type { StoreResult } from '../result.ts';
import { skipLostBotNumbers } from './bot-numbers.ts';
import { databaseRow, identityFrom, identityOf, type DatabaseIdentity } from './database-identity.ts';
import type { LastSeen } from './last-seen.ts';
import { firstMark, nextMark } from './mark.ts';
import type { ServerPlace } from './place.ts';
import { instanceKey as key, restoredHome } from './restored-rows.ts';

/**
 * Why an instance is frozen. `backup`: the database was restored from a backup. `database`: the database is another one than the original. `place`: the server runs at
 * an unknown place, and no confirmed server of the database runs. `listeners`: another program listened to the accounts before this instance had sent an order. `orders`: another copy of the database, which began
 * earlier, sends orders. `commits`: the database has lost commits that a server has seen.
 */
export type FreezeReason = 'backup' | 'database' | 'place' | FoundCopy['reason'];

/** The proof that another copy of the database runs, or that the database has lost commits, and the accounts that show it. */
export interface FoundCopy {
  readonly reason: 'listeners' | 'orders' | 'commits';
  readonly accountIds: readonly string[];
}

/** An instance. `mark` is a part of client order ids. `frozen` is null when the instance may trade. */
export interface InstanceRecord {
  readonly mark: string;
  /** The name of the installation in the hints of its nodes. It is the same for all nodes of one database, and each other database has another one. */
  readonly name: string;
  readonly frozen: FreezeReason | null;
  /** False until the instance has found out after its start that no other copy of the database runs. */
  readonly isProven: boolean;
  /** The time of the last confirmation in epoch ms. 0: nobody has confirmed the instance. */
  readonly confirmedAt: number;
  /** The accounts to which other programs of their owners listen. The operator has confirmed that these programs are no copies. */
  readonly sharedAccounts: readonly string[];
}

/** A server that starts: its venue, its place, and whether it trades. */
interface StartingServer extends ServerPlace {
  readonly venue: string;
  /** False for a server with the role `api`. */
  readonly trades: boolean;
}

/** The instance of the installation. */
export interface Instances {
  /**
   * Returns the instance for a server that starts. The first server of a database stores its venue and place. The call is refused when the database
   * belongs to another venue, or when its rows belong to several venues. A server at an unknown place joins the instance while another server of the database runs; a
   * server that trades joins only another one that trades, because a server that does not trade knows only its machine.
   * A server that starts to trade while no other one of the database trades gives the instance the next mark, so that two copies of a database have different marks.
   */
  enter(
    server: StartingServer,
  ): Promise<StoreResult<{ readonly instance: InstanceRecord }, 'other_venue' | 'mixed_venues'>>;
  /** Returns what `enter` would return for a server that starts now, and changes nothing. */
  foresee(
    server: StartingServer,
  ): Promise<StoreResult<{ readonly instance: InstanceRecord }, 'other_venue' | 'mixed_venues'>>;
  /** Returns the stored instance, or null when no server has started on this database. */
  find(): Promise<InstanceRecord | null>;
  /** Stores the freeze of a database that was restored from its files, and ends its credentials. Does nothing for another database, and after a confirmation. */
  endRestored(): Promise<void>;
  /**
   * Gives the instance the next mark, the present database and this one place, and ends its freeze. The next bots get no number of a bot that the database may have lost. `now` is in epoch ms.
   * A running server uses the result after its next start.
   */
  confirm(at: ServerPlace & { readonly now: number }): Promise<InstanceRecord>;
  /**
   * Claims the one command that may be sent before it is proven that no other copy of the database runs. Returns false while a claim of another server is younger than
   * `ms`, by the clock of the database.
   */
  claimCommand(ms: number): Promise<boolean>;
  /** Stores that no other copy of the database runs, for the servers that start while this server runs. */
  prove(): Promise<void>;
  /**
   * Counts the look of a server at the database, and returns what it has seen. Returns null for a frozen instance. A server stores it outside the database: an older copy of the database at the
   * same place has a smaller count.
   */
  see(): Promise<LastSeen | null>;
  /** Freezes the instance until it is confirmed, because another copy of the database runs. */
  freeze(copy: FoundCopy): Promise<void>;
}

type Query = Sql | TransactionSql;
type StartingNode = Pick<Node, 'incarnation' | 'signalKey'>;

const nameLength = 16;

/** Returns the instance of a database. `incarnation` is the name of this node in the table `nodes`. */
export function createInstances(sql: Sql, node: StartingNode, writer: AuditWriter): Instances {
  return {
    enter: (server) => sql.begin((transaction) => enter(transaction, node, server)),
    async foresee(server) {
      const identity = await identityOf(sql);
      const rows = await sql`${stored(sql)}`;
      const found = rows.length === 0 ? { mark: firstMark(), home: identity.home } : storedOf(oneRow(rows));
      const instance = withLostCommits(identity, found, server.seen ?? null);
      const start = await judgeStart(sql, server, { identity, instance, incarnation: node.incarnation });
      return start.ok ? { ok: true, instance: start.record } : start;
    },
    async find() {
      // Each server reads this every two seconds, so one statement returns both rows.
      const rows = await sql`
        select s.value::text as value, d.* from settings s cross join (${databaseRow(sql)}) d where s.key = ${key}`;
      if (rows.length === 0) return null;
      const row = oneRow(rows);
      return recordOf(await identityFrom(sql, row), storedOf(row));
    },
    endRestored: () => sql.begin((transaction) => endRestored(transaction)),
    confirm: (at) => sql.begin((transaction) => confirm(transaction, writer, at)),
    async claimCommand(ms) {
      const claimed = await sql`
        update settings set value = jsonb_set(value, '{claim}', jsonb_build_object('mark', value->'mark', 'at', n.now))
        from (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now) n
        where key = ${key} and (value->'claim'->'mark' is distinct from value->'mark' or (value->'claim'->>'at')::bigint <= n.now - ${ms})`;
      return claimed.count === 1;
    },
    async prove() {
      await sql`update settings set value = jsonb_set(value, '{proven}', value->'mark') where key = ${key}`;
    },
    async see() {
      const rows = await sql`
        update settings set value = jsonb_set(value, '{seen}', to_jsonb(coalesce((value->>'seen')::bigint, 0) + 1)) where key = ${key}
        returning value::text as value`;
      if (rows.length === 0) return null;
      const [identity, instance] = [await identityOf(sql), storedOf(oneRow(rows))];
      return recordOf(identity, instance).frozen === null ? seenOf(identity, instance) : null;
    },
    async freeze({ reason, accountIds }) {
      const change = { copy: { reason, accountIds } };
      await sql`update settings set value = value || ${JSON.stringify(change)}::text::jsonb where key = ${key}`;
    },
  };
}

interface StoredInstance {
  readonly mark: string;
  /** A random value. The first server of a version with this field stores it. */
  readonly id?: string;
  readonly home: string;
  readonly venue?: string;
  /** The digests of the known places, and the digests of their machines for servers that do not trade and for older versions. */
  readonly places?: readonly string[];
  /** Until this time in epoch ms, a server that trades is known by its machine alone, as in older versions. Missing before the first start of a server that trades. */
  readonly formerUntil?: number;
  /** The death signals of the servers that have started to trade and that ran at the last start. A server has no row in `nodes` until its first beat. */
  readonly signals?: readonly number[];
  readonly proven?: string;
  /** The last claim of the one command before the proof: the mark of the installation then, and the time in epoch ms. */
  readonly claim?: { readonly mark: string; readonly at: number };
  readonly confirmedAt?: number;
  readonly sharedAccounts?: readonly string[];
  readonly copy?: FoundCopy | null;
  /** How often servers have looked at the database. */
  readonly seen?: number;
  /** The last physical restore that was frozen in this row and whose credentials were ended, and the last one that was confirmed. */
  readonly endedRestore?: string;
  readonly confirmedRestore?: string;
}

function stored(sql: Query) {
  return sql`select value::text as value from settings where key = ${key}`;
}

function storedOf(row: Row): StoredInstance {
  return JSON.parse(textOf(row, 'value')) as StoredInstance; // Only this file writes the value.
}

function recordOf(identity: DatabaseIdentity, instance: StoredInstance): InstanceRecord {
  const { mark, proven, confirmedAt = 0, sharedAccounts = [], copy = null } = instance;
  const isRestored = instance.home === restoredHome || isUnconfirmedRestore(identity, instance);
  const moved = isRestored ? 'backup' : 'database';
  const frozen = instance.home === identity.home && !isRestored ? (copy?.reason ?? null) : moved;
  return { mark, name: nameOf(identity, instance), frozen, isProven: proven === mark, confirmedAt, sharedAccounts };
}

function isUnconfirmedRestore({ restored }: DatabaseIdentity, { confirmedRestore }: StoredInstance): boolean {
  return restored !== null && restored !== confirmedRestore;
}

// A restored copy has the id of the original, and another database or another restore. Without the right to read the identifier of the cluster, two databases can have one home.
function nameOf({ home, restored }: DatabaseIdentity, { id = '', endedRestore }: StoredInstance): string {
  const origin = restored ?? endedRestore;
  const text = origin === undefined ? `${home} ${id}` : `${home} ${id} ${origin}`;
  return createHash('sha256').update(text).digest('hex').slice(0, nameLength);
}

function seenOf(identity: DatabaseIdentity, instance: StoredInstance): LastSeen {
  const { confirmedAt = 0, seen = 0 } = instance;
  return { history: `${nameOf(identity, instance)} ${confirmedAt}`, count: seen };
}

/** Returns the instance with a freeze when the server has seen later commits of the same history. */
function withLostCommits(identity: DatabaseIdentity, instance: StoredInstance, seen: LastSeen | null): StoredInstance {
  const here = seenOf(identity, instance);
  const isOlder = seen !== null && seen.history === here.history && here.count < seen.count;
  return isOlder && (instance.copy ?? null) === null
    ? { ...instance, copy: { reason: 'commits', accountIds: [] } }
    : instance;
}

/**
 * Returns the instance with the freeze of a cluster that was restored from its files, and ends the credentials of the backup once. The caller stores the instance, so that every version
 * obeys the freeze, also when the setting is removed. The restore of an embedded cluster and a logical restore have done this themselves.
 */
async function freezeFound(
  transaction: TransactionSql,
  identity: DatabaseIdentity,
  instance: StoredInstance,
): Promise<StoredInstance> {
  const { restored } = identity;
  if (restored === null || !isUnconfirmedRestore(identity, instance)) return instance;
  const isEnded = restored === instance.endedRestore;
  if (isEnded && instance.home === restoredHome) return instance;
  if (!isEnded) await endCredentials(transaction, await nowOf(transaction));
  return { ...instance, home: restoredHome, endedRestore: restored };
}

/** Stores the freeze of a cluster that was restored from its files while servers used the database. */
async function endRestored(transaction: TransactionSql): Promise<void> {
  const rows = await transaction`${stored(transaction)} for update`;
  if (rows.length === 0) return;
  const found = storedOf(oneRow(rows));
  const frozen = await freezeFound(transaction, await identityOf(transaction), found);
  if (frozen !== found) await store(transaction, frozen);
}

/** What the database says about a server that starts. `signals` are the death signals that servers of the database still hold. */
interface Start {
  readonly record: InstanceRecord;
  readonly now: number;
  readonly signals: readonly number[];
  readonly isJoining: boolean;
}

async function judgeStart(
  sql: Query,
  { venue, place, machine, trades }: StartingServer,
  of: { readonly identity: DatabaseIdentity; readonly instance: StoredInstance; readonly incarnation: string },
): Promise<StoreResult<Start, 'other_venue' | 'mixed_venues'>> {
  const { identity, instance, incarnation } = of;
  const known = instance.venue ?? (await venueOfRows(sql));
  if (known === 'mixed') return { ok: false, refusal: 'mixed_venues' };
  if (known !== null && known !== venue) return { ok: false, refusal: 'other_venue' };
  const now = await nowOf(sql);
  const signals = await heldSignals(sql, instance.signals ?? []);
  const joinsAny = !trades || instance.formerUntil === undefined;
  const isJoining = signals.length > 0 || (await runsElsewhere(sql, incarnation, joinsAny));
  const found = recordOf(identity, instance);
  const isUnknown = !isJoining && !isKnown(instance, { place, machine, now });
  const record = { ...found, frozen: found.frozen ?? (isUnknown ? ('place' as const) : null) };
  return { ok: true, record, now, signals, isJoining };
}

async function enter(
  transaction: TransactionSql,
  node: StartingNode,
  server: StartingServer,
): ReturnType<Instances['enter']> {
  const { venue, place, machine, trades } = server;
  const identity = await identityOf(transaction);
  const first = JSON.stringify({ mark: firstMark(), home: identity.home });
  await transaction`insert into settings (key, value) values (${key}, ${first}::text::jsonb) on conflict (key) do nothing`;
  const found = storedOf(oneRow(await transaction`${stored(transaction)} for update`));
  const present = await freezeFound(transaction, identity, { ...found, id: found.id ?? randomUUID() });
  const instance = withLostCommits(identity, present, server.seen ?? null);
  const start = await judgeStart(transaction, server, { identity, instance, incarnation: node.incarnation });
  if (!start.ok) return start;
  const { record, now, signals, isJoining } = start;
  // An unknown place is no property of the database, so it is not stored.
  if (record.frozen !== null && record.frozen !== 'place') await store(transaction, { ...instance, venue });
  if (record.frozen !== null) return { ok: true, instance: record };
  const entered: StoredInstance = {
    ...instance,
    venue,
    places: [...new Set([...(instance.places ?? []), place, machine])],
    ...(trades ? { formerUntil: formerUntil(instance, now), signals: [...signals, node.signalKey] } : {}),
    ...(trades && !isJoining ? { mark: nextMark(instance.mark) } : {}),
  };
  await store(transaction, entered);
  return { ok: true, instance: recordOf(identity, entered) };
}

function isKnown(
  { places, formerUntil: until = Infinity }: StoredInstance,
  { place, machine, now }: ServerPlace & { readonly now: number },
): boolean {
  return places === undefined || places.includes(place) || (now < until && places.includes(machine));
}

// An installation of an older version knows machines only, so the servers that start within this time after the update are known by their machines.
function formerUntil({ places, formerUntil: until }: StoredInstance, now: number): number {
  return until ?? (places === undefined ? now : now + formerPlaceMs);
}

async function confirm(
  transaction: TransactionSql,
  writer: AuditWriter,
  { place, machine, now }: Parameters<Instances['confirm']>[0],
): Promise<InstanceRecord> {
  const rows = await transaction`${stored(transaction)} for update`;
  const identity = await identityOf(transaction);
  const { home, restored } = identity;
  const found = rows.length === 0 ? { mark: firstMark(), home } : storedOf(oneRow(rows));
  const before = await freezeFound(transaction, identity, found);
  const { copy = null, sharedAccounts = [] } = before;
  const listened = copy?.reason === 'listeners' ? copy.accountIds : [];
  const confirmed: StoredInstance = {
    ...before,
    mark: nextMark(before.mark),
    home,
    places: [...new Set([place, machine])],
    formerUntil: await nowOf(transaction),
    signals: [],
    confirmedAt: now,
    sharedAccounts: [...new Set([...sharedAccounts, ...listened])],
    copy: null,
    ...(restored === null ? {} : { confirmedRestore: restored }),
  };
  await store(transaction, confirmed);
  await skipLostBotNumbers(transaction);
  const line = { actorId: null, action: 'instance.confirm', subjectId: null, detail: `mark ${confirmed.mark}` };
  await writer.append(transaction, { at: now, ...line });
  return recordOf(identity, confirmed);
}

async function store(sql: Query, instance: StoredInstance): Promise<void> {
  const value = JSON.stringify(instance);
  await sql`
    insert into settings (key, value) values (${key}, ${value}::text::jsonb) on conflict (key) do update set value = excluded.value`;
}

/** Returns whether another node runs on this database. The rows of a copied database have no death signal. */
async function runsElsewhere(sql: Query, incarnation: string, isAny: boolean): Promise<boolean> {
  const rows = await sql`
    select 1 from nodes n where n.incarnation <> ${incarnation} and n.dead_at is null and (${isAny} or n.role is distinct from 'api')
      and ${isSignalHeld(sql, sql`n.signal_key`)} limit 1`;
  return rows.length > 0;
}

/** Returns the death signals that a server of this database still holds. */
async function heldSignals(sql: Query, signals: readonly number[]): Promise<readonly number[]> {
  const rows =
    await sql`select s.key from unnest(${signals}::bigint[]) as s (key) where ${isSignalHeld(sql, sql`s.key`)}`;
  return rows.map((row) => integerOf(row, 'key'));
}

async function nowOf(sql: Query): Promise<number> {
  return integerOf(oneRow(await sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`), 'now');
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
