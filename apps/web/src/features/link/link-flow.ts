// State machine of a link attempt in the page that opens the pop-up, from the first click to a tested key.
import type { ErrorCode, Finding, OauthKind } from '@rondo/contract';
import { ApiError } from '../../api/calls/api-error.ts';

/** The four steps of an attempt, which the dialog shows as a list (screens 3.8). */
export const linkSteps = ['window', 'permission', 'key', 'test'] as const;
export type LinkStep = (typeof linkSteps)[number];

/** Returns the steps of a consent. The last step of a plain consent is the permission. */
export const stepsOf = (type: OauthKind): readonly LinkStep[] =>
  type === 'fast_api' ? linkSteps : linkSteps.slice(0, 2);

/** The reason of a failed attempt: an error that the pop-up reported, a failed call, findings that forbid trading, or a timeout. */
export type LinkProblem =
  | { readonly kind: 'reported'; readonly reason: string }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'findings'; readonly findings: readonly Finding[] }
  | { readonly kind: 'timeout' };

export type LinkState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'explaining' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'blocked'; readonly address: string; readonly nonce: string }
  | { readonly kind: 'waiting'; readonly nonce: string }
  | { readonly kind: 'creating'; readonly accountId: string }
  | { readonly kind: 'testing'; readonly accountId: string }
  | {
      readonly kind: 'linked';
      readonly accountId: string | null;
      /** The findings of the test that do not forbid trading. */
      readonly warnings: readonly Finding[];
    }
  | {
      readonly kind: 'failed';
      readonly step: LinkStep;
      readonly problem: LinkProblem;
      /** The account id is known after the permission. With the id, the failed step can be retried without a new window. */
      readonly accountId: string | null;
    };

export type LinkEvent =
  | { readonly kind: 'asked' }
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'started' }
  | { readonly kind: 'opened'; readonly nonce: string }
  | { readonly kind: 'blocked'; readonly address: string; readonly nonce: string }
  | { readonly kind: 'windowClosed' }
  /** The consent is stored. After a consent for a trading key, the attempt continues with the key. A plain consent ends the attempt. */
  | { readonly kind: 'permitted'; readonly type: OauthKind; readonly accountId: string | null }
  | { readonly kind: 'keyMade' }
  | { readonly kind: 'tested'; readonly findings: readonly Finding[] }
  | { readonly kind: 'listenerEnded' }
  | { readonly kind: 'reported'; readonly reason: string }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'retried' };

/** Returns the step of a state, or null before and after an attempt. */
export const stepOf = (state: LinkState): LinkStep | null => {
  switch (state.kind) {
    case 'idle':
    case 'explaining':
    case 'linked':
      return null;
    case 'starting':
    case 'blocked':
      return 'window';
    case 'waiting':
      return 'permission';
    case 'creating':
      return 'key';
    case 'testing':
      return 'test';
    case 'failed':
      return state.step;
    default:
      return state satisfies never;
  }
};

const fail = (state: LinkState, problem: LinkProblem): LinkState => {
  const step = stepOf(state);
  if (step === null || state.kind === 'failed') return state;
  return { kind: 'failed', step, problem, accountId: 'accountId' in state ? state.accountId : null };
};

/** The error codes after which a retry of the step would fail again, so a new consent is needed (specification 8). */
const consentCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'FAST_API_PERMISSION_DENIED',
  'CONSENT_NEEDED',
  'ACCOUNT_DIFFERS',
  'ACCOUNT_ALREADY_LINKED',
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  // The parameter `reason` of KEY_MISSING has these names for TOKEN_EXPIRED and TOKEN_INVALID.
  'EXCHANGE_TOKEN_EXPIRED',
  'EXCHANGE_TOKEN_INVALID',
]);

const needsConsent = (problem: LinkProblem): boolean => {
  if (problem.kind !== 'refused' || !(problem.error instanceof ApiError)) return false;
  const { code, body } = problem.error;
  // KEY_MISSING means that the old key is deleted and the creation of the new key failed. The parameter `reason` has the code of this failure.
  const cause = code === 'KEY_MISSING' ? (body?.parameters['reason'] ?? code) : code;
  return consentCodes.has(cause) || body?.findings?.some((finding) => finding.code === 'KEY_ENVIRONMENT') === true;
};

/** Returns the step at which a failed attempt is retried, or null when a new consent is needed. */
export const retryStepOf = (state: LinkState): { readonly step: 'key' | 'test'; readonly accountId: string } | null => {
  if (state.kind !== 'failed' || state.accountId === null || needsConsent(state.problem)) return null;
  return { step: state.step === 'test' ? 'test' : 'key', accountId: state.accountId };
};

const retry = (state: LinkState): LinkState => {
  if (state.kind !== 'failed') return state;
  const retryStep = retryStepOf(state);
  if (retryStep === null) return { kind: 'explaining' };
  return { kind: retryStep.step === 'test' ? 'testing' : 'creating', accountId: retryStep.accountId };
};

const evaluateFindings = (accountId: string, findings: readonly Finding[]): LinkState => {
  const refusals = findings.filter((finding) => finding.severity === 'refuse');
  if (refusals.length === 0) return { kind: 'linked', accountId, warnings: findings };
  return { kind: 'failed', step: 'test', problem: { kind: 'findings', findings: refusals }, accountId };
};

const isOpen = (state: LinkState): boolean => state.kind === 'waiting' || state.kind === 'blocked';

/** Returns the next state. An event that the state does not allow is ignored. */
export const stepLink = (state: LinkState, event: LinkEvent): LinkState => {
  switch (event.kind) {
    case 'asked':
      return state.kind === 'idle' || state.kind === 'linked' || state.kind === 'failed'
        ? { kind: 'explaining' }
        : state;
    case 'dismissed':
      return { kind: 'idle' };
    case 'started':
      return state.kind === 'explaining' ? { kind: 'starting' } : state;
    case 'opened':
      return state.kind === 'starting' || state.kind === 'blocked' ? { kind: 'waiting', nonce: event.nonce } : state;
    case 'blocked':
      return state.kind === 'starting' ? { kind: 'blocked', address: event.address, nonce: event.nonce } : state;
    case 'windowClosed':
      // It is not an error when the user closes the window (screens 3.8).
      return isOpen(state) || state.kind === 'starting' ? { kind: 'idle' } : state;
    case 'permitted':
      // The event is also allowed in all other states, because a window that has lost its opener can report the consent with storage flags after the attempt has ended.
      if (state.kind === 'creating' || state.kind === 'testing') return state;
      return event.type === 'oauth' || event.accountId === null
        ? { kind: 'linked', accountId: event.accountId, warnings: [] }
        : { kind: 'creating', accountId: event.accountId };
    case 'keyMade':
      return state.kind === 'creating' ? { kind: 'testing', accountId: state.accountId } : state;
    case 'tested':
      return state.kind === 'testing' ? evaluateFindings(state.accountId, event.findings) : state;
    case 'listenerEnded':
      return isOpen(state) ? fail(state, { kind: 'timeout' }) : state;
    case 'reported':
      return isOpen(state) ? fail(state, { kind: 'reported', reason: event.reason }) : state;
    case 'refused':
      return fail(state, { kind: 'refused', error: event.error });
    case 'retried':
      return retry(state);
    default:
      return event satisfies never;
  }
};

export type StepMark = 'done' | 'now' | 'failed' | 'later';

/** Returns the mark of each step. */
export const stepMarks = (state: LinkState): Readonly<Record<LinkStep, StepMark>> => {
  const current = state.kind === 'linked' ? linkSteps.length : linkSteps.indexOf(stepOf(state) ?? 'window');
  const mark = (step: LinkStep): StepMark => {
    const index = linkSteps.indexOf(step);
    if (index === current) return state.kind === 'failed' ? 'failed' : 'now';
    return index < current ? 'done' : 'later';
  };
  return { window: mark('window'), permission: mark('permission'), key: mark('key'), test: mark('test') };
};
