// A double of an AI model over HTTP, in the format of OpenAI's chat completions. It decides from a digest of the request, so equal requests get equal decisions.
import { createHash } from 'node:crypto';
import { sandboxLimits } from '../limits.ts';
import { text, type Raw } from '../wire/envelope.ts';

/** The path on which the double serves the completions. */
export const modelPath = '/model/v1/chat/completions';

/** The label of every decision of the double. */
export const doubleLabel = 'test double, no model';

/**
 * What the double does with a request, when it does not decide from the digest. `open` opens both directions with the defence 4, and `wait` opens none. The others are faults. `slow` sends the response after a delay. `busy` sends the status 429. `html` sends a page. `cut` sends half of the response. `syntax` sends a decision that is no JSON.
 * `values` sends a decision with values that the schema forbids. `refusal` sends a refusal of the model. `huge` sends 1 MB. `dead` breaks the connection. `expensive` reports a million tokens.
 */
const modelBehaviours = [
  'open',
  'wait',
  'slow',
  'busy',
  'html',
  'cut',
  'syntax',
  'values',
  'refusal',
  'huge',
  'dead',
  'expensive',
] as const;
type ModelBehaviour = (typeof modelBehaviours)[number];

/** The response of the double. With `breaks` the connection is broken after the body, or without a response when the body is empty. */
export interface ModelResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly delayMs: number;
  readonly breaks: boolean;
}

/** A running double. */
export interface ModelDouble {
  /** Returns the response to the body of a request. */
  complete(body: string): ModelResponse;
  /** Sets what the double does with the next `count` requests, or ends it with `clear`. Returns false when the fields are invalid. */
  administer(fields: Raw): boolean;
  state(): { readonly calls: number; readonly fault: ModelBehaviour | null; readonly faultsLeft: number };
}

/** Creates a double that decides from the digest of each request. */
export function createModelDouble(): ModelDouble {
  let calls = 0;
  let fault: ModelBehaviour | null = null;
  let faultsLeft = 0;
  let delayMs = 0;
  return {
    complete(body) {
      calls += 1;
      const current = faultsLeft > 0 ? fault : null;
      if (faultsLeft > 0) faultsLeft -= 1;
      return responseOf(body, current, delayMs);
    },
    administer(fields) {
      if (fields['clear'] === true) {
        faultsLeft = 0;
        return true;
      }
      const kind = modelBehaviours.find((each) => each === fields['kind']);
      const count = text(fields, 'count') || '1';
      const delay = text(fields, 'delayMs') || String(sandboxLimits.modelDelayMs);
      if (kind === undefined || !isCount(count) || !isCount(delay)) return false;
      [fault, faultsLeft, delayMs] = [kind, Number(count), Number(delay)];
      return true;
    },
    state: () => ({ calls, fault: faultsLeft > 0 ? fault : null, faultsLeft }),
  };
}

const isCount = (value: string): boolean => /^\d{1,6}$/.test(value);

const json = 'application/json';

function responseOf(request: string, fault: ModelBehaviour | null, delayMs: number): ModelResponse {
  const whole = { status: 200, type: json, delayMs: 0, breaks: false };
  const decision = decisionOf(request);
  const completion = (message: Raw, tokens = { prompt_tokens: Math.ceil(request.length / 4), completion_tokens: 60 }) =>
    JSON.stringify({
      object: 'chat.completion',
      model: doubleLabel,
      choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
      usage: { ...tokens, total_tokens: tokens.prompt_tokens + tokens.completion_tokens },
    });
  const good = completion({ content: JSON.stringify(decision) });
  switch (fault) {
    case null:
      return { ...whole, body: good };
    case 'open':
    case 'wait': {
      const side = { open: fault === 'open', defence: 4 };
      return { ...whole, body: completion({ content: JSON.stringify({ ...decision, long: side, short: side }) }) };
    }
    case 'slow':
      return { ...whole, body: good, delayMs };
    case 'busy':
      return { ...whole, status: 429, body: JSON.stringify({ error: { message: 'too many requests' } }) };
    case 'html':
      return { ...whole, type: 'text/html', body: '<html><body><h1>502 Bad Gateway</h1></body></html>' };
    case 'cut':
      return { ...whole, body: good.slice(0, good.length / 2), breaks: true };
    case 'syntax':
      return { ...whole, body: completion({ content: 'I would open a long position.' }) };
    case 'values': {
      const content = JSON.stringify({ ...decision, long: { open: true, defence: 5 } });
      return { ...whole, body: completion({ content }) };
    }
    case 'refusal':
      return { ...whole, body: completion({ content: null, refusal: 'I cannot give financial advice.' }) };
    case 'huge':
      return { ...whole, body: completion({ content: JSON.stringify(decision) + ' '.repeat(1_000_000) }) };
    case 'dead':
      return { ...whole, body: '', breaks: true };
    case 'expensive':
      return {
        ...whole,
        body: completion(
          { content: JSON.stringify(decision) },
          { prompt_tokens: 1_000_000, completion_tokens: 1_000_000 },
        ),
      };
    default:
      return fault satisfies never;
  }
}

const defences = [2, 4, 6, 8, 10] as const;

function decisionOf(request: string) {
  const digest = createHash('sha256').update(request).digest();
  const side = (place: number) => ({
    open: (digest[place] ?? 0) < 128,
    defence: defences[(digest[place + 1] ?? 0) % defences.length] ?? 4,
  });
  return { long: side(0), short: side(2), confidence: (digest[4] ?? 0) / 255, reason: doubleLabel };
}
