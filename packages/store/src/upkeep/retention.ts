// The purge of records whose retention time has passed (specification 9).
import type { Sql } from 'postgres';
import type { AuditWriter } from '../people/audit-writer.ts';
import { integerOf } from '../database/row.ts';
import {
  auditKeptMs,
  deviceKeptMs,
  loginsKeptMs,
  purgeBatchRows,
  signalsKeptMs,
  unknownLoginsKept,
} from '../limits.ts';
import { purgeContracts, type ContractPurge } from './contract-purge.ts';
import { purgeInBatches, removeInBatches } from './purge-batches.ts';

/** The number of purged rows by kind. */
export interface PurgeCounts extends ContractPurge {
  readonly logins: number;
  readonly sessions: number;
  readonly tokens: number;
  readonly devices: number;
  readonly resetLinks: number;
  readonly enrolments: number;
  readonly audit: number;
  readonly leaseHistory: number;
  readonly nodes: number;
  readonly hookMessages: number;
  readonly signalReadings: number;
  readonly aiDecisions: number;
}

/** The retention of records. */
export interface Retention {
  /** Removes the records whose retention time has passed at `now` (epoch ms). A purge can be repeated, and it can be killed at any time. */
  purge(now: number): Promise<PurgeCounts>;
  /** Removes all attempts to log in with unknown e-mails but the newest `unknownLoginsKept`. Anybody can make such attempts, so they must not fill the disk. Returns the number of removed rows. */
  limitUnknownLogins(): Promise<number>;
}

/** Returns the purge of a database. Each batch is a separate transaction, so the next purge continues after a purge that was killed. */
export function createRetention(sql: Sql, writer: AuditWriter): Retention {
  return {
    async purge(now): Promise<PurgeCounts> {
      const loginsBefore = now - loginsKeptMs;
      return {
        logins: await removeInBatches(
          () => sql`
          delete from login_records where id in (select id from login_records where at < ${loginsBefore} order by id limit ${purgeBatchRows})`,
        ),
        // The tokens, tickets and states of a session are deleted together with the session.
        sessions: await removeInBatches(
          () => sql`
          delete from sessions where id in (select id from sessions where least(ends_at, coalesce(revoked_at, ends_at)) < ${loginsBefore} limit ${purgeBatchRows})`,
        ),
        tokens: await removeInBatches(
          () => sql`
          delete from session_tokens where token_hash in (select token_hash from session_tokens where least(expires_at, coalesce(replaced_at, expires_at)) < ${loginsBefore} limit ${purgeBatchRows})`,
        ),
        devices: await removeInBatches(
          () => sql`
          delete from devices where token_hash in (select token_hash from devices where last_at < ${now - deviceKeptMs} limit ${purgeBatchRows})`,
        ),
        resetLinks: await removeInBatches(
          () => sql`
          delete from reset_links where token_hash in (select token_hash from reset_links where expires_at < ${loginsBefore} limit ${purgeBatchRows})`,
        ),
        enrolments: await removeInBatches(
          () => sql`
          delete from enrolments where token_hash in (select token_hash from enrolments where expires_at < ${loginsBefore} limit ${purgeBatchRows})`,
        ),
        leaseHistory: await removeInBatches(
          () => sql`
          delete from lease_history where (account_id, epoch) in (select account_id, epoch from lease_history where taken_at < to_timestamp(${loginsBefore}::float8 / 1000) limit ${purgeBatchRows})`,
        ),
        nodes: await removeInBatches(
          () => sql`
          delete from nodes where incarnation in (select incarnation from nodes where dead_at < to_timestamp(${loginsBefore}::float8 / 1000)
            and not exists (select 1 from leases where node_id = incarnation) limit ${purgeBatchRows})`,
        ),
        audit: await removeInBatches(() =>
          sql.begin(async (transaction) => ({ count: await writer.purge(transaction, now - auditKeptMs) })),
        ),
        ...(await purgeSignals(sql, now - signalsKeptMs)),
        ...(await purgeContracts(sql, now)),
      };
    },
    limitUnknownLogins: () => limitUnknownLogins(sql),
  };
}

async function limitUnknownLogins(sql: Sql): Promise<number> {
  const [newest] = await sql`
    select id from login_records where user_id is null order by id desc offset ${unknownLoginsKept} limit 1`;
  if (newest === undefined) return 0;
  const lastId = integerOf(newest, 'id');
  return removeInBatches(
    () => sql`
      delete from login_records where id in (select id from login_records where user_id is null and id <= ${lastId} order by id limit ${purgeBatchRows})`,
  );
}

/** The messages to a bot stay while the bot runs, because they show that a message which arrives again was already accepted. */
async function purgeSignals(
  sql: Sql,
  before: number,
): Promise<Pick<PurgeCounts, 'hookMessages' | 'signalReadings' | 'aiDecisions'>> {
  return {
    hookMessages: await purgeInBatches(
      sql,
      (transaction) => transaction`
        delete from hook_messages where (bot_id, message_key) in (select m.bot_id, m.message_key from bots b join hook_messages m on m.bot_id = b.id
          where b.ended_at < ${before} limit ${purgeBatchRows})`,
    ),
    signalReadings: await purgeInBatches(
      sql,
      (transaction) => transaction`
        delete from signal_readings where (rule_key, instrument_id, bar, closed_at) in (select rule_key, instrument_id, bar, closed_at from signal_readings
          where computed_at < ${before} limit ${purgeBatchRows})`,
    ),
    aiDecisions: await purgeInBatches(
      sql,
      (transaction) => transaction`
        delete from ai_decisions where (model, prompt_version, instrument_id, bar, closed_at) in (select model, prompt_version, instrument_id, bar, closed_at from ai_decisions
          where claimed_at < ${before} limit ${purgeBatchRows})`,
    ),
  };
}
