// The revocation of trading keys that an operator has requested. The request is recorded per account, and the server executes the revocation. A new key of an
// account ends the revocation of the account.
import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import type { AuditWriter } from '../people/audit-writer.ts';
import { maxRows, proposalMs, youngOperatorMs } from '../limits.ts';
import type { StoreResult } from '../result.ts';
import { integerOf, integerOrNull, oneRow, textOf, type Row } from '../database/row.ts';
import type { Seals } from '../secrets/seals.ts';
import type { HoneyIds } from './honey-account.ts';
import { keyChanges, type exchangeAccounts } from '../tables/links.ts';
import { allColumns, valuesOf } from '../tables/derive.ts';

/** Orders and positions of bots at the exchange: the entries and exits that may rest, and the open positions. */
export interface RestingOrders {
  readonly entries: number;
  readonly exits: number;
  readonly positions: number;
}

/** The outcome of a revocation. `remains` means that the key still exists at the exchange and only our copy was destroyed. */
export interface RevocationResult {
  readonly outcome: 'deleted' | 'remains';
  readonly resting: RestingOrders;
  readonly now: number;
}

/** The number of accounts by the state of their revocation, and the orders and positions that remained at the exchange after the revocations. */
export interface RevocationProgress {
  readonly waiting: number;
  readonly deleted: number;
  readonly remaining: number;
  readonly left: RestingOrders;
  /** The time in epoch ms at which a server last recorded that it executes revocations. Null means never. */
  readonly workedAt: number | null;
}

/** The proposal of an operator to revoke all keys of an exchange. `by` is the user id of the operator. */
interface RevocationProposal {
  readonly exchange: ExchangeName;
  readonly reason: string;
  readonly by: string;
}

/** The number of accounts whose keys are to be revoked now, and the reason of the proposal. */
interface Confirmed {
  readonly accounts: number;
  readonly reason: string;
}

type ConfirmRefusal = 'no_proposal' | 'same_person' | 'proposer_left';

type ExchangeName = (typeof exchangeAccounts.$inferSelect)['exchange'];

/** The revocations of keys. */
export interface KeyRevocations {
  /** Counts the accounts, bots, orders and positions that a revocation of this exchange would affect now. */
  count(exchange: ExchangeName): Promise<RestingOrders & { readonly accounts: number; readonly bots: number }>;
  /** Stores that an operator (a user id) proposes to revoke all keys of the exchange, and writes the audit. Only the newest proposal is kept. */
  propose(proposal: RevocationProposal, now: number): Promise<void>;
  /**
   * A second operator confirms the proposal: records the request to revoke the key of every linked account of its exchange, and writes the audit. Skips an account
   * whose last revocation has not ended. Refused when there is no proposal of the last `proposalMs`, for the operator who made it, and when this operator is none any more. The audit says when
   * one of the two, or the second factor of one, is younger than `youngOperatorMs`. Such a confirmation is not refused, because leaked keys must be ended at once.
   */
  confirm(by: string, now: number): Promise<StoreResult<Confirmed, ConfirmRefusal>>;
  /** Returns a limited number of accounts whose revocation may be tried at `now`. The account with the earliest time is first. */
  listOrdered(now: number): Promise<readonly { readonly accountId: string; readonly orderedAt: number }[]>;
  /** Postpones the revocation of the account until `untilAt`. */
  defer(accountId: string, untilAt: number): Promise<void>;
  /**
   * Returns the orders and positions of the account. `unheldBots` counts the bots that the key does not hold yet and that could still place entries. Returns null when no revocation of the
   * account is waiting.
   */
  resting(accountId: string): Promise<(RestingOrders & { readonly unheldBots: number }) | null>;
  /**
   * Destroys our copy of the key and the tokens. Until the account has a new key, it sends nothing to the exchange. Returns false when the revocation was
   * already completed.
   */
  complete(accountId: string, result: RevocationResult): Promise<boolean>;
  /** Ends the revocation after a new key was created. Then bots may place entries again. */
  end(accountId: string, now: number): Promise<void>;
  /** Returns the accounts of a user whose key was revoked and has not been replaced. */
  listRevoked(userId: string): Promise<readonly string[]>;
  progress(): Promise<RevocationProgress>;
  /** Returns a limited number of accounts whose keys still exist at the exchange. Unlinked accounts are included. */
  listRemaining(): Promise<readonly { readonly email: string; readonly uid: string; readonly label: string }[]>;
}

/** The job with which a server records that it executes revocations. */
export const revocationJob = 'key-revocations';

/** Returns the revocations of a database. Source: reliability 5.3 item 43. */
export function createKeyRevocations(
  sql: Sql,
  deps: { readonly seals: Seals; readonly writer: AuditWriter; readonly honey: HoneyIds },
): KeyRevocations {
  const { writer, honey } = deps;
  return {
    async count(exchange) {
      const row = oneRow(
        await sql`
        select count(*)::int as accounts, coalesce(sum(o.bots), 0)::int as bots, coalesce(sum(o.entries), 0)::int as entries,
          coalesce(sum(o.exits), 0)::int as exits, coalesce(sum(o.positions), 0)::int as positions
        from exchange_accounts a cross join lateral ${restingOf(sql, sql`a.id`)} o where ${wantedOf(sql, exchange, honey)}`,
      );
      return { accounts: integerOf(row, 'accounts'), bots: integerOf(row, 'bots'), ...restingFrom(row) };
    },
    propose: (proposal, now) => propose({ sql, writer }, proposal, now),
    confirm: (by, now) => sql.begin((transaction) => confirmProposal({ sql, transaction, writer, honey }, by, now)),
    async listOrdered(now) {
      const rows = await sql`
        select account_id, ordered_at from key_revocations where step = 'ordered' and next_at <= ${now} order by next_at, account_id limit ${maxRows}`;
      return rows.map((row) => ({ accountId: textOf(row, 'account_id'), orderedAt: integerOf(row, 'ordered_at') }));
    },
    async defer(accountId, untilAt) {
      await sql`update key_revocations set next_at = ${untilAt} where account_id = ${accountId} and step = 'ordered'`;
    },
    async resting(accountId) {
      const rows = await sql`
        select o.* from key_revocations r cross join lateral ${restingOf(sql, sql`r.account_id`)} o where r.account_id = ${accountId} and r.step = 'ordered'`;
      if (rows.length === 0) return null;
      const row = oneRow(rows);
      return { ...restingFrom(row), unheldBots: integerOf(row, 'unheld') };
    },
    complete: (accountId, result) => sql.begin((transaction) => complete({ transaction, ...deps }, accountId, result)),
    end: (accountId, now) => endRevocation(sql, accountId, now),
    async listRevoked(userId) {
      const rows = await sql`
        select r.account_id from key_revocations r join exchange_accounts a on a.id = r.account_id
        where a.user_id = ${userId} and r.step = 'revoked'`;
      return rows.map((row) => textOf(row, 'account_id'));
    },
    progress: () => readProgress(sql),
    async listRemaining() {
      const rows = await sql`
        select u.email, a.uid, a.label from key_revocations r join exchange_accounts a on a.id = r.account_id join users u on u.id = a.user_id
        where r.step = 'revoked' and r.outcome = 'remains' order by u.email, a.uid limit ${maxRows}`;
      return rows.map((row) => ({ email: textOf(row, 'email'), uid: textOf(row, 'uid'), label: textOf(row, 'label') }));
    },
  };
}

/** The setting with the newest proposal. */
const proposalSetting = 'key_revocation_proposal';

function propose(
  { sql, writer }: Pick<ConfirmDeps, 'sql' | 'writer'>,
  { exchange, reason, by }: RevocationProposal,
  now: number,
): Promise<void> {
  const value = JSON.stringify({ exchange, reason, by, at: now });
  return sql.begin(async (transaction) => {
    await transaction`
      insert into settings (key, value) values (${proposalSetting}, ${value}::text::jsonb) on conflict (key) do update set value = excluded.value`;
    await writer.append(transaction, {
      at: now,
      actorId: by,
      action: 'keys.revoke.proposed',
      subjectId: null,
      detail: reason,
    });
  });
}

/** Returns the condition for the accounts of an exchange whose last revocation has ended. The exchange does not know the key of the honey account. */
function wantedOf(sql: Sql, exchange: ExchangeName, { accountId }: HoneyIds) {
  return sql`a.exchange = ${exchange} and a.unlinked_at is null and a.id <> ${accountId}
    and not exists (select 1 from key_revocations r where r.account_id = a.id and r.step <> 'ended')`;
}

interface ConfirmDeps {
  readonly sql: Sql;
  readonly transaction: TransactionSql;
  readonly writer: AuditWriter;
  readonly honey: HoneyIds;
}

async function confirmProposal(
  { sql, transaction, writer, honey }: ConfirmDeps,
  by: string,
  now: number,
): ReturnType<KeyRevocations['confirm']> {
  const proposal = await takeProposal(transaction, by, now);
  if (typeof proposal === 'string') return { ok: false, refusal: proposal };
  const { exchange, reason } = proposal;
  const { count } = await transaction`
    insert into key_revocations (account_id, reason, step, ordered_at, next_at)
    select a.id, ${reason}, 'ordered', ${now}, ${now} from exchange_accounts a where ${wantedOf(sql, exchange, honey)}
    on conflict (account_id) do update set reason = excluded.reason, step = 'ordered', outcome = null, entries_left = 0, exits_left = 0,
      positions_left = 0, ordered_at = excluded.ordered_at, next_at = excluded.next_at, settled_at = null where key_revocations.step = 'ended'`;
  const young = (await hasYoung(transaction, [by, proposal.by], now)) ? ' (operator or factor of less than a day)' : '';
  const detail = `${count} accounts, proposed by ${proposal.by}${young}: ${reason}`;
  await writer.append(transaction, { at: now, actorId: by, action: 'keys.revoked', subjectId: null, detail });
  return { ok: true, accounts: count, reason };
}

/** Removes and returns the proposal that this operator may confirm, or returns the reason of the refusal. */
async function takeProposal(
  transaction: TransactionSql,
  by: string,
  now: number,
): Promise<RevocationProposal | ConfirmRefusal> {
  const rows = await transaction`
    select value ->> 'exchange' as exchange, value ->> 'reason' as reason, value ->> 'by' as by from settings
    where key = ${proposalSetting} and (value ->> 'at')::bigint > ${now - proposalMs} for update`;
  if (rows.length === 0) return 'no_proposal';
  const row = oneRow(rows);
  if (textOf(row, 'by') === by) return 'same_person';
  const left = await transaction`
    select 1 from users where id = ${textOf(row, 'by')} and (role <> 'operator' or not has_granted or deleted_at is not null)`;
  if (left.length > 0) return 'proposer_left';
  await transaction`delete from settings where key = ${proposalSetting}`;
  const exchange = textOf(row, 'exchange') === 'lbank' ? 'lbank' : 'okx';
  return { exchange, reason: textOf(row, 'reason'), by: textOf(row, 'by') };
}

/** Returns whether one of the operators, or the second factor of one, is younger than a day. One person with the command line can make a second operator within a minute. */
async function hasYoung(transaction: TransactionSql, operators: readonly string[], now: number): Promise<boolean> {
  const since = now - youngOperatorMs;
  const rows = await transaction`
    select 1 from users u left join second_factors f on f.user_id = u.id
    where u.id = any(${[...operators]}) and greatest(u.created_at, f.confirmed_at) > ${since} limit 1`;
  return rows.length > 0;
}

/** Ends the revocation: the exchange account has a new key, or its key was deleted. The new key can belong to a newer link of the exchange account. */
export async function endRevocation(sql: Sql | TransactionSql, accountId: string, now: number): Promise<void> {
  await sql`
    update key_revocations set step = 'ended', outcome = coalesce(outcome, 'deleted'), settled_at = coalesce(settled_at, ${now})
    where step <> 'ended' and account_id in (
      select o.id from exchange_accounts a join exchange_accounts o
        on o.exchange = a.exchange and o.environment = a.environment and o.uid = a.uid and (o.id = a.id or o.unlinked_at is not null)
      where a.id = ${accountId})`;
}

/** Completes the revocation of an unlinked account. We can no longer delete its key. If the key was not deleted before, the outcome is `remains`. */
export async function completeUnlinked(transaction: TransactionSql, accountId: string, now: number): Promise<void> {
  await transaction`
    update key_revocations set step = case outcome when 'deleted' then 'ended' else 'revoked' end, outcome = coalesce(outcome, 'remains'),
      settled_at = coalesce(settled_at, ${now})
    where account_id = ${accountId} and step <> 'ended'`;
}

/**
 * Returns the orders of the bots of an account that may still rest at the exchange, and the open positions of these bots. The orders and positions are read
 * from the journal.
 */
function restingOf(sql: Sql, accountId: ReturnType<Sql>) {
  const resting = sql`select count(*)::int from intents i where i.account_id = ${accountId} and i.verb = 'place'
    and i.state in ('sent', 'live', 'partiallyFilled', 'unknown')`;
  const bots = sql`from bots b left join bot_views v on v.bot_id = b.id where b.account_id = ${accountId} and b.ended_at is null`;
  return sql`(select (${resting} and i.kind = 'entry') as entries, (${resting} and i.kind <> 'entry') as exits,
    (select count(*)::int ${bots}) as bots, (select count(*)::int ${bots} and v.position_size <> 0) as positions,
    (select count(*)::int ${bots} and coalesce(v.phase, '') not in ('completed', 'liquidated', 'error')
      and not ('key' = any(string_to_array(coalesce(v.held_by, ''), ' ')))) as unheld)`;
}

function restingFrom(row: Row): RestingOrders {
  return {
    entries: integerOf(row, 'entries'),
    exits: integerOf(row, 'exits'),
    positions: integerOf(row, 'positions'),
  };
}

/** Completes a revocation in one transaction: destroys our copy of the key and the tokens, begins a key change of the account, and writes the audit. */
async function complete(
  {
    transaction,
    seals,
    writer,
  }: { readonly transaction: TransactionSql; readonly seals: Seals; readonly writer: AuditWriter },
  accountId: string,
  { outcome, resting, now }: RevocationResult,
): Promise<boolean> {
  // The unlinking of the account locks the same row. Without the lock, the unlinking and this function could both complete the revocation.
  await transaction`select 1 from exchange_accounts where id = ${accountId} for update`;
  const rows = await transaction`
    update key_revocations set step = 'revoked', outcome = ${outcome}, entries_left = ${resting.entries}, exits_left = ${resting.exits},
      positions_left = ${resting.positions}, settled_at = ${now}
    where account_id = ${accountId} and step = 'ordered' returning account_id`;
  if (rows.length === 0) return false;
  const nothing = { apiKey: '', secretKey: '', passphrase: '' };
  const sealed = await (await seals.work(transaction)).sealKey(accountId, nothing);
  const accounts = await transaction`
    update exchange_accounts set wrapped_key = ${Buffer.from(sealed.wrappedKey)}, sealed_api_key = ${Buffer.from(sealed.apiKey)},
      sealed_secret_key = ${Buffer.from(sealed.secretKey)}, sealed_passphrase = ${Buffer.from(sealed.passphrase)}
    where id = ${accountId} returning user_id`;
  const userId = textOf(oneRow(accounts), 'user_id');
  await transaction`
    update consents set ended_at = ${now}, wrapped_key = null, sealed_access_token = null, sealed_refresh_token = null
    where account_id = ${accountId} and ended_at is null`;
  const change = { id: randomUUID(), accountId, userId, step: 'missing', startedAt: now, updatedAt: now } as const;
  await transaction`
    insert into key_changes ${transaction(valuesOf(allColumns(keyChanges), change))}
    on conflict (account_id) where step not in ('done', 'abandoned') do update set step = 'missing', updated_at = ${now}`;
  const left = `${resting.entries} entries, ${resting.exits} exits, ${resting.positions} positions left`;
  const detail = `${accountId} ${outcome}: ${left}`;
  await writer.append(transaction, { at: now, actorId: null, action: 'key.revoked', subjectId: userId, detail });
  return true;
}

async function readProgress(sql: Sql): ReturnType<KeyRevocations['progress']> {
  const row = oneRow(
    await sql`
    select count(*) filter (where step = 'ordered')::int as waiting, count(*) filter (where step = 'revoked' and outcome = 'deleted')::int as deleted,
      count(*) filter (where step = 'revoked' and outcome = 'remains')::int as remaining,
      coalesce(sum(entries_left) filter (where step = 'revoked'), 0)::int as entries,
      coalesce(sum(exits_left) filter (where step = 'revoked'), 0)::int as exits,
      coalesce(sum(positions_left) filter (where step = 'revoked'), 0)::int as positions,
      (select max(started_at) from job_runs where name = ${revocationJob}) as worked_at
    from key_revocations`,
  );
  return {
    waiting: integerOf(row, 'waiting'),
    deleted: integerOf(row, 'deleted'),
    remaining: integerOf(row, 'remaining'),
    left: restingFrom(row),
    workedAt: integerOrNull(row, 'worked_at'),
  };
}
