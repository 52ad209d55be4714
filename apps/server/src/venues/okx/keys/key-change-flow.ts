// The creation, replacement and deletion of a trading key as a reducer without effects: each event gives the next state and the next effects.
import type { AccountSettings, FastApiKey, OauthResult, SettingsReport } from '@rondo/exchange';
import { isKeyLimit } from '@rondo/exchange';
import { secretOf, type AccountCredentials, type KeyChangeStep, type LinkRefusal, type SealedKey } from '@rondo/store';
import { ApiError } from '../../../api/api-error.ts';
import { toLinkError } from '../link/oauth-refusal.ts';
import { linkRefusals } from '../../../link/link-refusals.ts';
import { preflightError } from '../../../link/preflight.ts';
import { findingOf } from '@rondo/contract';
import { refusedKeyFinding } from '../account-findings.ts';

/** Facts that do not change during a key change. */
export interface KeyChangeFacts {
  /** True when the account is stored with a key of ours. */
  readonly hasAccount: boolean;
  /** True when the consent is known to belong to this exchange account. Another consent could delete the key of another account. */
  readonly isOwnerKnown: boolean;
}

/** A key that was created, and the account settings that were read with it. */
export interface NewKey {
  readonly credentials: AccountCredentials;
  /** The credentials, sealed for the account of the key change. */
  readonly sealed: SealedKey;
  readonly settings: AccountSettings;
}

/** The exchange account that the new key belongs to. */
export type KeyOwner =
  /** The requested account. `isExpected` is false when the uid that was read with the new key differs from the uid that is stored for this account. */
  | { readonly kind: 'requested'; readonly isExpected: boolean }
  /** Another linked account. `isOwn` is true when the account belongs to the user of this key change. */
  | { readonly kind: 'other'; readonly accountId: string; readonly isOwn: boolean; readonly isExpected: boolean };

interface Failure {
  readonly error: ApiError;
  /** The key that the account used until now was deleted. */
  readonly isOldKeyDeleted: boolean;
}

export type KeyChangeState =
  | { readonly at: 'deletingOnly' }
  | { readonly at: 'deletingOld' }
  | { readonly at: 'creating'; readonly isDeleted: boolean; readonly isRetry: boolean }
  /** A key exists or may exist, so it is deleted before the second attempt. `error` is the error of the first attempt. */
  | { readonly at: 'deletingUnexpected'; readonly isDeleted: boolean; readonly error: ApiError }
  | { readonly at: 'reading'; readonly isDeleted: boolean; readonly credentials: AccountCredentials }
  | { readonly at: 'storing'; readonly isDeleted: boolean; readonly key: NewKey }
  | { readonly at: 'handingOver'; readonly failure: Failure }
  /** The new key is not permitted, so it is deleted before the change fails. */
  | { readonly at: 'deletingNew'; readonly failure: Failure }
  | { readonly at: 'checkingOld'; readonly error: ApiError }
  | { readonly at: 'created'; readonly isReplacement: boolean; readonly settings: AccountSettings }
  | { readonly at: 'deleted'; readonly existed: boolean }
  | { readonly at: 'failed'; readonly error: ApiError };

/** An effect without a result. */
export type KeyChangeRecord =
  | { readonly kind: 'setStep'; readonly step: KeyChangeStep }
  | { readonly kind: 'logFailure'; readonly code: string; readonly isDeleted: boolean }
  /** The account continues with its old key. */
  | { readonly kind: 'reopen' };

/** An effect whose result is the next event. */
export type KeyChangeRequest =
  | { readonly kind: 'deleteKey' }
  | { readonly kind: 'createKey' }
  | { readonly kind: 'readKey'; readonly credentials: AccountCredentials }
  | { readonly kind: 'storeKey'; readonly key: NewKey }
  | { readonly kind: 'handOverKey'; readonly accountId: string; readonly key: NewKey }
  | { readonly kind: 'checkOldKey' };

export type KeyChangeEvent =
  | { readonly kind: 'deleteFinished'; readonly result: OauthResult<{ readonly existed: boolean }> }
  | { readonly kind: 'createFinished'; readonly result: OauthResult<FastApiKey> }
  | { readonly kind: 'keyRead'; readonly report: Extract<SettingsReport, { ok: false }> }
  | {
      readonly kind: 'keyRead';
      readonly report: Extract<SettingsReport, { ok: true }>;
      readonly owner: KeyOwner;
      readonly sealed: SealedKey;
    }
  | { readonly kind: 'stored'; readonly refusal: LinkRefusal | null }
  | { readonly kind: 'handOverFinished' }
  | { readonly kind: 'oldKeyChecked'; readonly works: boolean };

/** The result of one event. The caller executes the records in their sequence and then the request. When the request is null, the key change has ended. */
export interface KeyChangeResult {
  readonly state: KeyChangeState;
  readonly records: readonly KeyChangeRecord[];
  readonly request: KeyChangeRequest | null;
}

/** Returns the first state with its effects. The old key is deleted only with a consent whose exchange account is known. */
export function startKeyChange(facts: KeyChangeFacts, purpose: 'replace' | 'delete'): KeyChangeResult {
  if (purpose === 'delete') {
    return facts.isOwnerKnown
      ? deleteKey({ at: 'deletingOnly' }, [{ kind: 'setStep', step: 'deleting' }])
      : fail(facts, { error: new ApiError('ACCOUNT_DIFFERS'), isOldKeyDeleted: false });
  }
  return facts.hasAccount && facts.isOwnerKnown
    ? deleteKey({ at: 'deletingOld' }, [{ kind: 'setStep', step: 'deleting' }])
    : create(false);
}

/** Returns the next state with its effects. Throws when the event does not belong to the state, which is a fault of the program. */
export function continueKeyChange(
  facts: KeyChangeFacts,
  state: KeyChangeState,
  event: KeyChangeEvent,
): KeyChangeResult {
  switch (state.at) {
    case 'deletingOnly':
      return onOnlyDeleted(facts, expectEvent(event, 'deleteFinished').result);
    case 'deletingOld': {
      const { result } = expectEvent(event, 'deleteFinished');
      return result.kind === 'done'
        ? create(true)
        : fail(facts, { error: toLinkError(result), isOldKeyDeleted: false });
    }
    case 'creating':
      return onCreated(facts, state, expectEvent(event, 'createFinished').result);
    case 'deletingUnexpected': {
      const { result } = expectEvent(event, 'deleteFinished');
      if (result.kind !== 'done') return fail(facts, { error: state.error, isOldKeyDeleted: state.isDeleted });
      const isDeleted = state.isDeleted || result.value.existed;
      return { state: { at: 'creating', isDeleted, isRetry: true }, records: [], request: { kind: 'createKey' } };
    }
    case 'reading':
      return onRead(state, expectEvent(event, 'keyRead'));
    case 'storing':
      return onStored(state, expectEvent(event, 'stored').refusal);
    case 'handingOver':
      expectEvent(event, 'handOverFinished');
      return fail(facts, state.failure);
    case 'deletingNew':
      // The result of the deletion is ignored, because the change has failed in both cases.
      expectEvent(event, 'deleteFinished');
      return fail(facts, state.failure);
    case 'checkingOld':
      return expectEvent(event, 'oldKeyChecked').works
        ? end({ at: 'failed', error: state.error }, [{ kind: 'setStep', step: 'abandoned' }, { kind: 'reopen' }])
        : failWithoutKey(state.error);
    case 'created':
    case 'deleted':
    case 'failed':
      throw new Error(`A key change that has ended received the event ${event.kind}.`);
    default:
      return state satisfies never;
  }
}

function onOnlyDeleted(facts: KeyChangeFacts, result: OauthResult<{ readonly existed: boolean }>): KeyChangeResult {
  if (result.kind !== 'done') return fail(facts, { error: toLinkError(result), isOldKeyDeleted: false });
  const step = facts.hasAccount ? 'missing' : 'abandoned';
  return end({ at: 'deleted', existed: result.value.existed }, [{ kind: 'setStep', step }]);
}

/** When the exchange has a key already, or the result is unknown, the key is deleted and creation is tried once more. */
function onCreated(
  facts: KeyChangeFacts,
  { isDeleted, isRetry }: Extract<KeyChangeState, { at: 'creating' }>,
  result: OauthResult<FastApiKey>,
): KeyChangeResult {
  if (result.kind === 'done') {
    const { apiKey, secretKey, passphrase } = result.value;
    const credentials = {
      apiKey: secretOf(apiKey),
      secretKey: secretOf(secretKey),
      passphrase: secretOf(passphrase),
    };
    return { state: { at: 'reading', isDeleted, credentials }, records: [], request: { kind: 'readKey', credentials } };
  }
  const error = toLinkError(result);
  const mayExist = result.kind === 'unknown' || isKeyLimit(result.code, result.message);
  if (mayExist && !isRetry) return deleteKey({ at: 'deletingUnexpected', isDeleted, error });
  return fail(facts, { error, isOldKeyDeleted: isDeleted });
}

/** Deletes a key that cannot read the account, may withdraw, or belongs to another account. */
function onRead(
  { isDeleted, credentials }: Extract<KeyChangeState, { at: 'reading' }>,
  event: Extract<KeyChangeEvent, { kind: 'keyRead' }>,
): KeyChangeResult {
  if (!('owner' in event))
    return deleteNew({ error: preflightError([refusedKeyFinding(event.report)]), isOldKeyDeleted: true });
  const { owner, report, sealed } = event;
  const { settings } = report;
  if (settings.permissions.includes('withdraw'))
    return deleteNew({ error: preflightError([findingOf('KEY_MAY_WITHDRAW')]), isOldKeyDeleted: true });
  const key = { credentials, sealed, settings };
  if (owner.kind === 'requested' && owner.isExpected)
    return { state: { at: 'storing', isDeleted, key }, records: [], request: { kind: 'storeKey', key } };
  // This consent can create and delete keys only in its own exchange account, so the old key of the requested account was not deleted.
  const error = new ApiError(owner.isExpected ? 'ACCOUNT_ALREADY_LINKED' : 'ACCOUNT_DIFFERS');
  const failure = { error, isOldKeyDeleted: false };
  if (owner.kind === 'requested' || !owner.isOwn) return deleteNew(failure);
  const request = { kind: 'handOverKey', accountId: owner.accountId, key } as const;
  return { state: { at: 'handingOver', failure }, records: [], request };
}

/** Deletes a new key that the store has refused. */
function onStored(
  { isDeleted, key }: Extract<KeyChangeState, { at: 'storing' }>,
  refusal: LinkRefusal | null,
): KeyChangeResult {
  return refusal === null
    ? end({ at: 'created', isReplacement: isDeleted, settings: key.settings })
    : deleteNew({ error: new ApiError(linkRefusals[refusal]), isOldKeyDeleted: true });
}

function create(isDeleted: boolean): KeyChangeResult {
  return {
    state: { at: 'creating', isDeleted, isRetry: false },
    records: [{ kind: 'setStep', step: 'creating' }],
    request: { kind: 'createKey' },
  };
}

function deleteKey(state: KeyChangeState, records: readonly KeyChangeRecord[] = []): KeyChangeResult {
  return { state, records, request: { kind: 'deleteKey' } };
}

function deleteNew(failure: Failure): KeyChangeResult {
  return deleteKey({ at: 'deletingNew', failure });
}

/**
 * Ends a failed change. When the old key may still work, requests a check of the old key. When the old key was deleted, the account stays gated with the stored
 * step `missing`, and the error is KEY_MISSING.
 */
function fail({ hasAccount, isOwnerKnown }: KeyChangeFacts, { error, isOldKeyDeleted }: Failure): KeyChangeResult {
  const log = { kind: 'logFailure', code: error.code, isDeleted: isOldKeyDeleted } as const;
  if (!hasAccount) return end({ at: 'failed', error }, [log, { kind: 'setStep', step: 'abandoned' }]);
  if (isOldKeyDeleted && isOwnerKnown) return failWithoutKey(error, [log]);
  return { state: { at: 'checkingOld', error }, records: [log], request: { kind: 'checkOldKey' } };
}

function failWithoutKey(error: ApiError, records: readonly KeyChangeRecord[] = []): KeyChangeResult {
  const missing = new ApiError('KEY_MISSING', { parameters: { reason: error.code } });
  return end({ at: 'failed', error: missing }, [...records, { kind: 'setStep', step: 'missing' }]);
}

function end(state: KeyChangeState, records: readonly KeyChangeRecord[] = []): KeyChangeResult {
  return { state, records, request: null };
}

function expectEvent<Kind extends KeyChangeEvent['kind']>(
  event: KeyChangeEvent,
  kind: Kind,
): Extract<KeyChangeEvent, { kind: Kind }> {
  if (event.kind !== kind) throw new Error(`The key change waited for ${kind} and got ${event.kind}.`);
  return event as Extract<KeyChangeEvent, { kind: Kind }>; // The condition above has compared the kind of the event.
}
