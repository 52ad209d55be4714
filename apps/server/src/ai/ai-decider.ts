// Asks the AI model once for each instrument and bar. All bots and all nodes use the stored decision, and without a valid decision no round opens (decision 46).
import type { Clock, Log } from '@rondo/engine/ports';
import type { AiDecision, AiDecisions } from '@rondo/store';
import { serverLimits } from '../limits.ts';
import { causeOf } from '../ops/log.ts';
import type { AiEndpoint } from './ai-settings.ts';
import { completePrompt, largestCostMicros, modelAttempts, type ModelDeadlines } from './model-client.ts';
import { parseDecision, type ModelDecision } from './model-decision.ts';
import { promptBars, promptOf, promptVersion, type PromptBar } from './prompt.ts';

/** The bar that the model judges, and the closed bars up to it, oldest first. */
export interface AiQuestion {
  readonly instrumentId: string;
  readonly bar: string;
  readonly closedAt: number;
  readonly bars: readonly PromptBar[];
}

/** The decision of the model, or the reason why there is none. `row` is the stored decision, or null when nothing could be stored. */
export type AiOutcome =
  | { readonly ok: true; readonly decision: ModelDecision; readonly row: AiDecision }
  | { readonly ok: false; readonly reason: string; readonly row: AiDecision | null };

export interface AiDeciderDeps {
  readonly endpoint: AiEndpoint;
  readonly decisions: AiDecisions;
  readonly clock: Clock;
  readonly log: Log;
  readonly deadlines?: ModelDeadlines;
}

export interface AiDecider {
  readonly endpoint: Pick<AiEndpoint, 'model' | 'isDouble'>;
  /** Returns the decision of the bar. Calls the model only when no node has called it for this bar, and only with all bars of the prompt. */
  decide(question: AiQuestion): Promise<AiOutcome>;
}

/** The deadlines of the server. */
const serverDeadlines: ModelDeadlines = {
  requestMs: serverLimits.aiRequestMs,
  totalMs: serverLimits.aiTotalMs,
  pauseMs: serverLimits.aiPauseMs,
};

export function createAiDecider(deps: AiDeciderDeps): AiDecider {
  return {
    endpoint: deps.endpoint,
    async decide(question) {
      try {
        return await decide(deps, question);
      } catch (error) {
        const { instrumentId, closedAt } = question;
        deps.log.write('error', 'ai.failed', { instrumentId, closedAt, cause: causeOf(error) });
        return { ok: false, reason: 'unavailable', row: null };
      }
    },
  };
}

async function decide(deps: AiDeciderDeps, { instrumentId, bar, closedAt, bars }: AiQuestion): Promise<AiOutcome> {
  const { endpoint, decisions, clock, log, deadlines = serverDeadlines } = deps;
  if (bars.length < promptBars) {
    log.write('warn', 'ai.noDecision', { instrumentId, closedAt, outcome: 'warm_up', detail: `${bars.length} bars` });
    return { ok: false, reason: 'warm_up', row: null };
  }
  const prompt = promptOf(bar, bars);
  const key = { model: endpoint.model, promptVersion, instrumentId, bar, closedAt };
  const { decision, isNew } = await decisions.claim({
    ...key,
    prompt: `${prompt.system}\n${prompt.user}`,
    promptHash: prompt.hash,
    mostMicros: largestCostMicros(endpoint, prompt) * modelAttempts,
    dailyMicros: Math.floor(endpoint.dailyUsd * 1_000_000),
    failures: serverLimits.aiFailures,
    quietMs: serverLimits.aiQuietMs,
    now: clock.now(),
  });
  if (!isNew) return outcomeOf(await completed(deps, decision));
  if (decision.outcome !== 'claimed') {
    log.write('warn', 'ai.capped', { instrumentId, closedAt, reason: decision.detail });
    return outcomeOf(decision);
  }
  const result = await completePrompt({ endpoint, clock, deadlines }, prompt);
  const parsed = result.outcome === 'ok' ? parseDecision(result.text) : null;
  const isInvalid = result.outcome === 'ok' && parsed === null;
  const row = await decisions.complete(key, {
    outcome: isInvalid ? 'invalid' : result.outcome,
    detail: isInvalid ? 'no decision of the schema' : result.outcome === 'ok' ? '' : result.detail,
    response: result.text,
    decision: parsed === null ? null : JSON.stringify(parsed),
    latencyMs: result.latencyMs,
    promptTokens: result.promptTokens,
    completionTokens: result.completionTokens,
    costMicros: result.costMicros,
    now: clock.now(),
  });
  if (row.outcome !== 'ok')
    log.write('warn', 'ai.noDecision', { instrumentId, closedAt, outcome: row.outcome, detail: row.detail });
  return outcomeOf(row);
}

/** Waits until the node that has claimed the call has completed it, at most until a call must have ended. */
async function completed({ decisions, clock }: AiDeciderDeps, claimed: AiDecision): Promise<AiDecision> {
  let row = claimed;
  while (row.outcome === 'claimed' && clock.now() < row.claimedAt + serverLimits.aiClaimMs) {
    await new Promise<void>((resolve) => void clock.after(serverLimits.aiPollMs, resolve));
    row = (await decisions.find(row)) ?? row;
  }
  return row;
}

function outcomeOf(row: AiDecision): AiOutcome {
  const decision = row.outcome === 'ok' && row.decision !== null ? parseDecision(row.decision) : null;
  if (decision !== null) return { ok: true, decision, row };
  const reason = row.outcome === 'claimed' ? 'unavailable' : row.outcome === 'capped' ? row.detail : row.outcome;
  return { ok: false, reason, row };
}
