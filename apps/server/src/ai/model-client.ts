// Sends a prompt to an endpoint with chat completions and returns the text of the model. Each request has a deadline and a largest response, and at most one request is repeated.
import * as z from 'zod';
import type { Clock } from '@rondo/engine/ports';
import { jsonOf } from '../json-text.ts';
import { serverLimits } from '../limits.ts';
import type { AiEndpoint } from './ai-settings.ts';
import { decisionJsonSchema } from './model-decision.ts';
import type { Prompt } from './prompt.ts';

/** The reason why there is no text: too late, a refusal of the model, a response that is no completion, or no response. */
export type ModelFailure = 'timeout' | 'refused' | 'invalid' | 'unavailable';

/** The result of a prompt. `costMicros` is the cost in millionths of a USD. When the endpoint has not reported its tokens, the largest possible cost is used. */
export type ModelResult = {
  readonly latencyMs: number;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly costMicros: number;
} & (
  | { readonly outcome: 'ok'; readonly text: string }
  | { readonly outcome: ModelFailure; readonly text: string | null; readonly detail: string }
);

/** The deadlines of a prompt: of one request, and of both requests together. */
export interface ModelDeadlines {
  readonly requestMs: number;
  readonly totalMs: number;
  readonly pauseMs: number;
}

const completionSchema = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        message: z.looseObject({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z
    .looseObject({ prompt_tokens: z.number().int().min(0), completion_tokens: z.number().int().min(0) })
    .nullish(),
});

type Attempt = Pick<ModelResult, 'promptTokens' | 'completionTokens' | 'costMicros'> &
  (
    | { readonly outcome: 'ok'; readonly text: string }
    | {
        readonly outcome: ModelFailure;
        readonly text: string | null;
        readonly detail: string;
        readonly mayRepeat: boolean;
      }
  );

/** Returns the largest cost of one request in millionths of a USD. A token of the prompt has at least one byte. */
export function largestCostMicros({ promptUsd, completionUsd }: AiEndpoint, prompt: Prompt): number {
  const bytes = Buffer.byteLength(prompt.system) + Buffer.byteLength(prompt.user) + serverLimits.aiOverheadBytes;
  // A price in USD per million tokens is a price in millionths of a USD per token.
  return Math.ceil(bytes * promptUsd + serverLimits.aiCompletionTokens * completionUsd);
}

/** The number of requests of one prompt. */
export const modelAttempts = 2;

/** Sends the prompt. A request is repeated once when the endpoint is busy, has failed, or has broken the connection. */
export async function completePrompt(
  { endpoint, clock, deadlines }: ModelClientDeps,
  prompt: Prompt,
): Promise<ModelResult> {
  const startedAt = clock.now();
  let costMicros = 0;
  for (let count = 1; ; count += 1) {
    const leftMs = deadlines.totalMs - (clock.now() - startedAt);
    const attempt = await request(endpoint, prompt, Math.min(deadlines.requestMs, leftMs));
    costMicros += attempt.costMicros;
    const isOver = clock.now() - startedAt + deadlines.pauseMs >= deadlines.totalMs;
    if (attempt.outcome === 'ok' || !attempt.mayRepeat || count === modelAttempts || isOver)
      return { ...attempt, costMicros, latencyMs: Math.round(clock.now() - startedAt) };
    await new Promise<void>((resolve) => void clock.after(deadlines.pauseMs, resolve));
  }
}

export interface ModelClientDeps {
  readonly endpoint: AiEndpoint;
  readonly clock: Clock;
  readonly deadlines: ModelDeadlines;
}

async function request(endpoint: AiEndpoint, prompt: Prompt, deadlineMs: number): Promise<Attempt> {
  const most = { promptTokens: null, completionTokens: null, costMicros: largestCostMicros(endpoint, prompt) };
  const deadline = AbortSignal.timeout(Math.max(1, Math.round(deadlineMs)));
  try {
    const response = await fetch(`${endpoint.url}/chat/completions`, {
      method: 'POST',
      redirect: 'error',
      signal: deadline,
      headers: {
        'content-type': 'application/json',
        ...(endpoint.key === null ? {} : { authorization: `Bearer ${endpoint.key}` }),
      },
      body: JSON.stringify(bodyOf(endpoint, prompt)),
    });
    if (!response.ok) {
      await response.body?.cancel();
      const isBusy = response.status === 429;
      const detail = `status ${response.status}`;
      const cost = isBusy ? { ...most, costMicros: 0 } : most;
      return { ...cost, outcome: 'unavailable', text: null, detail, mayRepeat: isBusy || response.status >= 500 };
    }
    const text = await readText(response);
    if (text === null) return { ...most, outcome: 'invalid', text, detail: 'too large', mayRepeat: false };
    return completionOf(endpoint, text, most);
  } catch (error) {
    if (deadline.aborted)
      return { ...most, outcome: 'timeout', text: null, detail: 'no response in time', mayRepeat: false };
    // Node reports a broken connection, a redirection and a wrong certificate as TypeError.
    if (!(error instanceof TypeError)) throw error;
    return { ...most, outcome: 'unavailable', text: null, detail: 'the connection failed', mayRepeat: true };
  }
}

function bodyOf({ model, format }: AiEndpoint, { system, user }: Prompt) {
  const schema = { name: 'decision', strict: true, schema: decisionJsonSchema };
  return {
    model,
    messages: [
      { role: 'system', content: format === 'schema' ? system : `${system}\n${JSON.stringify(decisionJsonSchema)}` },
      { role: 'user', content: user },
    ],
    max_completion_tokens: serverLimits.aiCompletionTokens,
    response_format: format === 'schema' ? { type: 'json_schema', json_schema: schema } : { type: 'json_object' },
  };
}

/** Reads the body. Returns null when it is larger than `aiResponseBytes`. */
async function readText({ body }: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    // The end of the loop cancels the response.
    if (bytes > serverLimits.aiResponseBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function completionOf(endpoint: AiEndpoint, body: string, most: Pick<Attempt, 'costMicros'> & UsageOfAttempt): Attempt {
  const parsed = completionSchema.safeParse(jsonOf(body));
  if (!parsed.success)
    return { ...most, outcome: 'invalid', text: body, detail: 'no chat completion', mayRepeat: false };
  const { usage, choices } = parsed.data;
  const cost = usage === null || usage === undefined ? most : costOf(endpoint, usage);
  // The budget reserves the largest cost before the call. An endpoint that reports more does not keep the limits of the request.
  if (cost.costMicros > most.costMicros)
    return { ...cost, outcome: 'invalid', text: body, detail: 'more tokens than the limit', mayRepeat: false };
  const [choice] = choices;
  const { content, refusal } = choice?.message ?? {};
  if (typeof refusal === 'string' && refusal !== '')
    return { ...cost, outcome: 'refused', text: refusal, detail: 'the model refused', mayRepeat: false };
  if (typeof content !== 'string' || content === '')
    return { ...cost, outcome: 'invalid', text: body, detail: 'no text', mayRepeat: false };
  return { ...cost, outcome: 'ok', text: content };
}

type UsageOfAttempt = Pick<Attempt, 'promptTokens' | 'completionTokens'>;

function costOf(
  { promptUsd, completionUsd }: AiEndpoint,
  usage: { readonly prompt_tokens: number; readonly completion_tokens: number },
): Pick<Attempt, 'promptTokens' | 'completionTokens' | 'costMicros'> {
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = usage;
  return {
    promptTokens,
    completionTokens,
    costMicros: Math.ceil(promptTokens * promptUsd + completionTokens * completionUsd),
  };
}
