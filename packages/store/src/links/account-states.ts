// The last readings of accounts. The node with the lease of an account writes them, and the other nodes show them.
import type { Sql } from 'postgres';
import { bigintOf, integerOf, textOf } from '../database/row.ts';

/** The readings of an account as JSON text. `epoch` is the epoch of the lease of the node that writes. */
export interface NewAccountState {
  readonly accountId: string;
  readonly epoch: bigint;
  readonly picture: string;
}

/** The stored readings of an account. `ageMs` is the time since they were written, by the clock of the database. */
export interface StoredAccountState extends NewAccountState {
  readonly ageMs: number;
}

/** What the owning node of accounts has to do: for recorded rows, and for people who watch the accounts through other nodes. */
export interface NodeWork {
  readonly hasCommands: boolean;
  /** Whether a running bot has no view yet. The engine writes the view after it has started the bot. */
  readonly hasNewBots: boolean;
  readonly watched: ReadonlySet<string>;
}

/** The states of accounts. */
export interface AccountStates {
  /** Stores the states in one statement. A state of an older epoch does not replace a newer state. */
  write(states: readonly NewAccountState[]): Promise<void>;
  list(accountIds: readonly string[]): Promise<readonly StoredAccountState[]>;
  /** Makes the owning nodes of the accounts write their states often for `forMs`. */
  watch(accountIds: readonly string[], forMs: number): Promise<void>;
  /** Returns the work for the node that holds the leases of these accounts. */
  findWork(accountIds: readonly string[]): Promise<NodeWork>;
}

/** Returns the account states of a database. All times are times of the database clock. */
export function createAccountStates(sql: Sql): AccountStates {
  return {
    async write(states) {
      if (states.length === 0) return;
      await sql`
        insert into account_states (account_id, epoch, picture, written_at)
        select r.account_id, r.epoch, r.picture::jsonb, clock_timestamp()
        from unnest(${states.map(({ accountId }) => accountId)}::text[], ${states.map(({ epoch }) => epoch.toString())}::bigint[],
          ${states.map(({ picture }) => picture)}::text[]) as r (account_id, epoch, picture)
        order by r.account_id
        on conflict (account_id) do update set epoch = excluded.epoch, picture = excluded.picture, written_at = excluded.written_at
        where account_states.epoch <= excluded.epoch`;
    },
    async list(accountIds) {
      const rows = await sql`
        select account_id, epoch, picture::text as picture,
          greatest(0, extract(epoch from clock_timestamp() - written_at) * 1000)::bigint as age
        from account_states where account_id = any(${[...accountIds]})`;
      return rows.map((row) => ({
        accountId: textOf(row, 'account_id'),
        epoch: bigintOf(row, 'epoch'),
        picture: textOf(row, 'picture'),
        ageMs: integerOf(row, 'age'),
      }));
    },
    async watch(accountIds, forMs) {
      await sql`
        insert into account_watches (account_id, watched_until)
        select r.account_id, clock_timestamp() + make_interval(secs => ${forMs}::float8 / 1000)
        from unnest(${[...new Set(accountIds)].sort()}::text[]) as r (account_id)
        where exists (select 1 from exchange_accounts e where e.id = r.account_id)
        on conflict (account_id) do update set watched_until = excluded.watched_until`;
    },
    async findWork(accountIds) {
      const ids = [...accountIds];
      const rows = await sql`
        select 'commands' as kind, '' as account_id where exists (
          select 1 from bot_commands c join bots b on b.id = c.bot_id
          where b.account_id = any(${ids}) and b.ended_at is null and c.settled_at is null)
        union all select 'bots', '' where exists (
          select 1 from bots b left join bot_views v on v.bot_id = b.id
          where b.account_id = any(${ids}) and b.ended_at is null and v.bot_id is null)
        union all select 'watch', account_id from account_watches
          where account_id = any(${ids}) and watched_until > clock_timestamp()`;
      const found = rows.map((row) => ({ kind: textOf(row, 'kind'), accountId: textOf(row, 'account_id') }));
      return {
        hasCommands: found.some(({ kind }) => kind === 'commands'),
        hasNewBots: found.some(({ kind }) => kind === 'bots'),
        watched: new Set(found.filter(({ kind }) => kind === 'watch').map(({ accountId }) => accountId)),
      };
    },
  };
}
