// The decisions of an AI model: one for each model, version of the prompt, instrument and bar. A row is stored before the model is called, so that all nodes together call it once.
import type { Sql, TransactionSql } from 'postgres';
import { modelLock } from '../database/locks.ts';
import { maxOpenings, maxRows } from '../limits.ts';
import { integerOf, oneRow, textOf } from '../database/row.ts';
import { aiDecisions } from '../tables/signals.ts';
import { allColumns, readerOf, valuesOf, type RecordOf } from '../tables/derive.ts';

const columns = allColumns(aiDecisions);

/** A stored decision. `claimed` means that a node calls the model, or has ended during the call. `capped` means that the model was not called, and `detail` is the reason. */
export type AiDecision = RecordOf<typeof columns>;

/** The bar for which the model decides. `closedAt` is the time at which the bar closed, in epoch ms. */
export type AiDecisionKey = Pick<AiDecision, 'model' | 'promptVersion' | 'instrumentId' | 'bar' | 'closedAt'>;

/** A request to call the model. `mostMicros` is the largest possible cost of the call, and counts as its cost until the call is complete. */
export interface AiClaim extends AiDecisionKey, Pick<AiDecision, 'prompt' | 'promptHash'> {
  readonly mostMicros: number;
  /** The largest cost of all calls of a UTC day. */
  readonly dailyMicros: number;
  /** After `failures` failed calls in a row, the model is not called for `quietMs`. */
  readonly failures: number;
  readonly quietMs: number;
  readonly now: number;
}

/** The end of a call. */
export type AiCompletion = Pick<
  AiDecision,
  'detail' | 'response' | 'decision' | 'latencyMs' | 'promptTokens' | 'completionTokens' | 'costMicros'
> & { readonly outcome: Exclude<AiDecision['outcome'], 'claimed' | 'capped'>; readonly now: number };

/** The decisions of the model. */
export interface AiDecisions {
  /**
   * Stores that the caller calls the model for the bar, or that the model is not called because the budget of the day is used or too many calls have failed. `isNew` is
   * false when the bar already has a decision: then nothing is stored and the stored decision is returned.
   */
  claim(claim: AiClaim): Promise<{ readonly decision: AiDecision; readonly isNew: boolean }>;
  /** Stores the end of a claimed call. A completed decision does not change. */
  complete(key: AiDecisionKey, completion: AiCompletion): Promise<AiDecision>;
  find(key: AiDecisionKey): Promise<AiDecision | null>;
  /** Returns the newest decisions about an instrument for bars that closed at `since` (epoch ms) or later, at most `limit`, the newest first. */
  list(instrumentId: string, since: number, limit: number): Promise<readonly AiDecision[]>;
  /** Returns the decisions about an instrument for bars that closed at `since` (epoch ms) or later, the oldest first. A bar that two models judged has the decision that was claimed first. */
  decided(
    instrumentId: string,
    since: number,
  ): Promise<readonly { readonly closedAt: number; readonly decision: string }[]>;
}

const dayMs = 86_400_000;

/** Returns the decisions of a database. */
export function createAiDecisions(sql: Sql): AiDecisions {
  const find = async (tx: Sql | TransactionSql, key: AiDecisionKey): Promise<AiDecision | null> => {
    const rows = await tx`select * from ai_decisions where ${isOf(tx, key)}`;
    return rows.length === 0 ? null : readDecision(oneRow(rows));
  };
  return {
    claim: (claim) =>
      sql.begin(async (transaction) => {
        // The sum of the costs must not change between its reading and the insert.
        await transaction`select pg_advisory_xact_lock(${modelLock.space}, ${modelLock.key})`;
        const stored = await find(transaction, claim);
        if (stored !== null) return { decision: stored, isNew: false };
        const detail = await refusalOf(transaction, claim);
        const { model, promptVersion, instrumentId, bar, closedAt, prompt, promptHash, now } = claim;
        const decision: AiDecision = {
          model,
          promptVersion,
          instrumentId,
          bar,
          closedAt,
          prompt,
          promptHash,
          response: null,
          decision: null,
          latencyMs: null,
          promptTokens: null,
          completionTokens: null,
          outcome: detail === null ? 'claimed' : 'capped',
          detail: detail ?? '',
          costMicros: detail === null ? claim.mostMicros : 0,
          claimedAt: now,
          completedAt: detail === null ? null : now,
        };
        await transaction`insert into ai_decisions ${transaction(valuesOf(columns, decision))}`;
        return { decision, isNew: true };
      }),
    async complete(key, { now, ...end }) {
      await sql`
        update ai_decisions set outcome = ${end.outcome}, detail = ${end.detail}, response = ${end.response}, decision = ${end.decision},
          latency_ms = ${end.latencyMs}, prompt_tokens = ${end.promptTokens}, completion_tokens = ${end.completionTokens},
          cost_micros = ${end.costMicros}, completed_at = ${now}
        where ${isOf(sql, key)} and outcome = 'claimed'`;
      const decision = await find(sql, key);
      if (decision === null) throw new Error('The decision was not claimed.');
      return decision;
    },
    find: (key) => find(sql, key),
    async list(instrumentId, since, limit) {
      const rows = await sql`
        select * from ai_decisions where instrument_id = ${instrumentId} and closed_at >= ${since} order by closed_at desc, claimed_at desc limit ${Math.min(limit, maxRows)}`;
      return rows.map(readDecision);
    },
    decided: (instrumentId, since) => decided(sql, instrumentId, since),
  };
}

async function decided(sql: Sql, instrumentId: string, since: number) {
  const rows = await sql`
    select distinct on (closed_at) closed_at, decision from ai_decisions
    where instrument_id = ${instrumentId} and closed_at >= ${since} and outcome = 'ok' and decision is not null
    order by closed_at, claimed_at limit ${maxOpenings}`;
  return rows.map((row) => ({ closedAt: integerOf(row, 'closed_at'), decision: textOf(row, 'decision') }));
}

function isOf(sql: Sql | TransactionSql, { model, promptVersion, instrumentId, bar, closedAt }: AiDecisionKey) {
  return sql`model = ${model} and prompt_version = ${promptVersion} and instrument_id = ${instrumentId} and bar = ${bar} and closed_at = ${closedAt}`;
}

/** Returns the reason why the model must not be called now, or null. */
async function refusalOf(transaction: TransactionSql, claim: AiClaim): Promise<'budget' | 'failures' | null> {
  const { now, mostMicros, dailyMicros, failures, quietMs } = claim;
  const row = oneRow(
    await transaction`
      select (select coalesce(sum(cost_micros), 0)::bigint from ai_decisions where claimed_at >= ${now - (now % dayMs)}) as spent,
        (select count(*)::int from (
          select outcome from ai_decisions where completed_at > ${now - quietMs} and outcome <> 'capped'
          order by completed_at desc limit ${failures}) as recent where outcome <> 'ok') as failed`,
  );
  if (integerOf(row, 'spent') + mostMicros > dailyMicros) return 'budget';
  return integerOf(row, 'failed') >= failures ? 'failures' : null;
}

const readDecision = readerOf(columns);
