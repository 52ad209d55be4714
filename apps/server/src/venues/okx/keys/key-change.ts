// Creates, replaces and deletes an account's trading key: executes the effects of the key-change flow.
import type * as z from 'zod';
import { findingOf, type createKeyRequestSchema, type CreateKeyResponse } from '@rondo/contract';
import type { Bearer, SettingsReport } from '@rondo/exchange';
import type {
  AccountCredentials,
  AccountEnvironment,
  AccountRecord,
  ConsentRecord,
  KeyChange,
  LinkRefusal,
  SealedKey,
  UserRecord,
} from '@rondo/store';
import { ApiError } from '../../../api/api-error.ts';
import type { AppContext } from '../../../app-context.ts';
import { requireOauth } from '../link/consent.ts';
import { preflightError } from '../../../link/preflight.ts';
import { accountFindings, keyFindings, mustBeBound, type KeyPlace } from '../account-findings.ts';
import { serverLimits } from '../../../limits.ts';
import { causeOf } from '../../../ops/log.ts';
import type { NewKey as NewSealedKey } from '../../../signer/account-keys.ts';
import type { AccountPlace } from '../../../trading/exchanges.ts';
import type { AccountClient } from '../../venue.ts';
import {
  continueKeyChange,
  startKeyChange,
  type KeyChangeEvent,
  type KeyChangeFacts,
  type KeyChangeRecord,
  type KeyChangeRequest,
  type KeyChangeState,
  type KeyOwner,
  type NewKey,
} from './key-change-flow.ts';
import { isGoodPassphrase, makePassphrase } from './passphrase.ts';
import { readUntilFinal } from './read-until-final.ts';

type KeyRequest = z.output<typeof createKeyRequestSchema>;

/** A running key change. `account` is null when the account has no key of ours yet. */
interface Change {
  readonly context: AppContext;
  readonly user: UserRecord;
  readonly consent: ConsentRecord;
  readonly account: AccountRecord | null;
  readonly bearer: Bearer;
  readonly place: AccountPlace;
  readonly row: KeyChange;
  /** The key to create, or null when a key is only deleted. */
  readonly wanted: { readonly request: KeyRequest; readonly passphrase: string } | null;
}

/** Creates the key and replaces an older key. During the change the bots of the account pause, and their orders rest on the exchange. */
export async function createKey(
  context: AppContext,
  user: UserRecord,
  request: KeyRequest,
): Promise<CreateKeyResponse> {
  const passphrase = request.passphrase ?? makePassphrase();
  if (!isGoodPassphrase(passphrase)) throw new ApiError('INVALID_PASSPHRASE', { field: 'passphrase' });
  return context.link.keyChanges.run(request.account_id, async () => {
    const target = { accountId: request.account_id, isDemo: request.is_demo };
    const change = await beginChange(context, user, { ...target, wanted: { request, passphrase } });
    const final = await run(change, 'replace');
    if (final.at !== 'created') throw new Error(`The key change that creates a key ended in the state ${final.at}.`);
    const account = await context.store.accounts.find(change.consent.accountId);
    if (account === null) throw new Error('The account of the stored key does not exist.');
    const { settings, isReplacement } = final;
    return {
      success: true,
      message: isReplacement ? 'The trading key was replaced.' : 'The trading key was made.',
      account_id: account.id,
      api_key: account.maskedKey,
      perm: settings.permissions.join(','),
      is_replacement: isReplacement,
      findings: [...keyFindings(settings, account), ...accountFindings(settings)],
    };
  });
}

/** Deletes the key at the exchange. An account with a key stays gated until a new key is created. */
export async function deleteKey(
  context: AppContext,
  user: UserRecord,
  target: { readonly accountId: string; readonly isDemo: boolean },
): Promise<{ readonly existed: boolean }> {
  return context.link.keyChanges.run(target.accountId, async () => {
    const change = await beginChange(context, user, { ...target, wanted: null });
    const final = await run(change, 'delete');
    if (final.at !== 'deleted') throw new Error(`The key change that deletes a key ended in the state ${final.at}.`);
    return { existed: final.existed };
  });
}

/** Finds the consent and gates the account. Every change needs a consent that was not used before (decision 18). */
async function beginChange(
  context: AppContext,
  user: UserRecord,
  { accountId, isDemo, wanted }: { readonly accountId: string; readonly isDemo: boolean } & Pick<Change, 'wanted'>,
): Promise<Change> {
  const { store, clock, link } = context;
  requireOauth(context, 'fast_api');
  const consent = await requireConsent(context, user, accountId);
  const origin = link.sites.originOf(consent.domain);
  if (origin === null) throw new ApiError('OAUTH_DOMAIN_UNKNOWN');
  const account = await store.accounts.find(accountId);
  if (account !== null && isDemo !== (account.environment === 'demo')) throw new ApiError('ACCOUNT_DIFFERS');
  const environment: AccountEnvironment = isDemo ? 'demo' : link.environment;
  refuseUnbound(wanted?.request ?? null, account ?? { environment, unboundReason: null });
  const { accessToken } = await store.consents.unwrap(consent.id);
  const row = await store.keyChanges.begin({ accountId, userId: user.id, now: clock.now() });
  link.exchanges.find(accountId)?.gate('the key is being replaced');
  context.log.write('info', 'key.change_begun', { accountId, step: row.step });
  return {
    context,
    user,
    consent,
    account,
    row,
    bearer: { origin, accessToken: accessToken.reveal(), isDemo },
    place: { environment, domain: consent.domain },
    wanted,
  };
}

/** Throws PREFLIGHT_FAILED before anything is changed when the wanted key would be bound to no IP address and must be bound. */
function refuseUnbound(wanted: KeyRequest | null, place: KeyPlace): void {
  if (wanted === null || wanted.bind_app || wanted.perm === 'read_only' || !mustBeBound(place)) return;
  throw preflightError([findingOf('KEY_UNBOUND')]);
}

async function requireConsent(context: AppContext, user: UserRecord, accountId: string): Promise<ConsentRecord> {
  const { store, clock } = context;
  const consent = await store.consents.find(accountId, 'fast_api');
  if (consent !== null && consent.userId === user.id) {
    if (consent.expiresAt <= clock.now()) throw new ApiError('EXCHANGE_TOKEN_EXPIRED');
    return consent;
  }
  const plain = await store.consents.find(accountId, 'oauth');
  if (plain?.userId === user.id) throw new ApiError('FAST_API_PERMISSION_DENIED');
  const account = await store.accounts.find(accountId);
  throw new ApiError(account?.userId === user.id ? 'CONSENT_NEEDED' : 'NOT_FOUND');
}

/** Runs the flow to its end and returns its last state. Throws the error of a failed change. */
async function run(change: Change, purpose: 'replace' | 'delete'): Promise<KeyChangeState> {
  const facts = factsOf(change);
  let step = startKeyChange(facts, purpose);
  for (;;) {
    for (const record of step.records) await carryOut(change, record);
    if (step.request === null) break;
    step = continueKeyChange(facts, step.state, await request(change, step.request));
  }
  if (step.state.at === 'failed') throw step.state.error;
  return step.state;
}

function factsOf({ consent, account }: Change): KeyChangeFacts {
  const isOwnerKnown = consent.uid !== null && (account === null || account.uid === consent.uid);
  return { hasAccount: account !== null, isOwnerKnown };
}

async function carryOut(change: Change, record: KeyChangeRecord): Promise<void> {
  const { context, consent, row } = change;
  switch (record.kind) {
    case 'setStep':
      return context.store.keyChanges.setStep(row.id, record.step, context.clock.now());
    case 'logFailure': {
      const { code, isDeleted } = record;
      return context.log.write('warn', 'key.change_failed', { accountId: consent.accountId, code, isDeleted });
    }
    case 'reopen':
      return context.link.exchanges.find(consent.accountId)?.open();
    default:
      return record satisfies never;
  }
}

async function request(change: Change, wanted: KeyChangeRequest): Promise<KeyChangeEvent> {
  const { client } = requireOauth(change.context, 'fast_api');
  switch (wanted.kind) {
    case 'deleteKey':
      return { kind: 'deleteFinished', result: await client.deleteKey(change.bearer) };
    case 'createKey': {
      if (change.wanted === null)
        throw new Error('A key change that only deletes a key requested the creation of a key.');
      const { label, perm, bind_app: bindApp } = change.wanted.request;
      const { passphrase } = change.wanted;
      const result = await client.createKey(change.bearer, { label, perm, bindApp, passphrase });
      return { kind: 'createFinished', result };
    }
    case 'readKey':
      return readKey(change, wanted.credentials);
    case 'storeKey':
      return { kind: 'stored', refusal: await storeKey(change, wanted.key) };
    case 'handOverKey':
      await handOverKey(change, wanted.accountId, wanted.key);
      return { kind: 'handOverFinished' };
    case 'checkOldKey':
      return { kind: 'oldKeyChecked', works: await doesOldKeyWork(change) };
    default:
      return wanted satisfies never;
  }
}

/** Reads the account settings with the new key, and finds the linked account that they belong to. */
async function readKey(change: Change, credentials: AccountCredentials): Promise<KeyChangeEvent> {
  const { report, sealed } = await tryKey(change, change.consent.accountId, credentials);
  if (!report.ok) return { kind: 'keyRead', report };
  if (sealed === null) throw new Error('A key was read that was not sealed.');
  return { kind: 'keyRead', report, sealed, owner: await findOwner(change, report.settings.uid) };
}

/** Seals a new key for an account, and reads the settings with it. */
async function tryKey(
  { context, place }: Change,
  accountId: string,
  credentials: AccountCredentials,
): Promise<{ readonly report: SettingsReport; readonly sealed: SealedKey | null }> {
  const key = await sealKey(context, accountId, credentials);
  if (key === null) return { report: { ok: false, reason: 'unavailable', code: '' }, sealed: null };
  const report = await readSettings(context, context.link.exchanges.trial(accountId, place, key));
  void context.keys.drop(key);
  return { report, sealed: key.sealed };
}

/** A signer that is starting again may not reply to the first attempts. Returns null when it does not reply at all: the new key then cannot be read. */
async function sealKey(
  { keys, log }: AppContext,
  accountId: string,
  credentials: AccountCredentials,
): Promise<NewSealedKey | null> {
  for (let attempt = 1; attempt <= serverLimits.renewAttempts; attempt += 1) {
    try {
      return await keys.seal(accountId, credentials);
    } catch (error) {
      log.write('warn', 'key.notSealed', { accountId, cause: causeOf(error) });
    }
  }
  return null;
}

async function findOwner({ context, account, consent, place, user }: Change, uid: string): Promise<KeyOwner> {
  const { store } = context;
  const expected = account?.uid ?? (await store.consents.find(consent.accountId, 'oauth'))?.uid ?? uid;
  const isExpected = expected === uid;
  const linked = await store.accounts.findByUid({ exchange: 'okx', environment: place.environment, uid });
  if (linked === null || linked.id === consent.accountId) return { kind: 'requested', isExpected };
  return { kind: 'other', accountId: linked.id, isOwn: linked.userId === user.id, isExpected };
}

/** Reads the settings with a new key. A refused read is repeated, because some servers of the exchange know the key later than others. */
function readSettings({ clock }: AppContext, trial: AccountClient): Promise<SettingsReport> {
  return readUntilFinal(
    clock,
    () => trial.settings(),
    ({ ok }) => ok,
  );
}

/** Stores the new key for another account of the user. The new key has replaced the key of this account at the exchange, and the account continues with the new key. */
async function handOverKey(change: Change, accountId: string, key: NewKey): Promise<void> {
  const { context } = change;
  try {
    await context.link.keyChanges.runAfterWait(accountId, async () => {
      // Another key change of this account may have created a newer key during the wait, so only a key that still works is stored.
      const read = await tryKey(change, accountId, key.credentials);
      if (!read.report.ok || read.sealed === null) return;
      if (await context.store.accounts.replaceKey(accountId, read.sealed)) await resumeAccount(change, accountId, key);
      // The account was unlinked during the wait, so the key is deleted.
      else await requireOauth(context, 'fast_api').client.deleteKey(change.bearer);
    });
  } catch (error) {
    // Another key change of this account is still running. It will store or remove the key of the account, so this function stores nothing.
    if (!(error instanceof ApiError)) throw error;
    context.log.write('warn', 'key.not_handed_over', { accountId, code: error.code });
  }
}

/** Stores the key, ends the consent and resumes the account. Returns why a new account is not linked, or null. */
async function storeKey(change: Change, key: NewKey): Promise<LinkRefusal | null> {
  const { context, user, consent, account, place } = change;
  const { store, clock } = context;
  if (account === null) {
    const stored = await store.accounts.create({
      id: consent.accountId,
      userId: user.id,
      exchange: 'okx',
      // Every key has the same label at the exchange. The label of the account contains the uid, so that the user can distinguish several accounts.
      label: `OKX ${key.settings.uid}`,
      uid: key.settings.uid,
      ...place,
      key: key.sealed,
      now: clock.now(),
    });
    if (!stored.ok) return stored.refusal;
  } else {
    await store.accounts.replaceKey(account.id, key.sealed);
  }
  await store.consents.end(consent.id, clock.now());
  await resumeAccount(change, consent.accountId, key);
  return null;
}

/** Ends the gate of the account, so that the account trades with its new key. Ends an unfinished key change and a revocation of the account. */
async function resumeAccount({ context, user }: Change, accountId: string, key: NewKey): Promise<void> {
  const { store, clock, link } = context;
  const { settings } = key;
  if (settings.positionMode !== null) await store.accounts.notePositionMode(accountId, settings.positionMode);
  const row = await store.keyChanges.open(accountId);
  if (row !== null) await store.keyChanges.setStep(row.id, 'done', clock.now());
  await store.keyRevocations.end(accountId, clock.now());
  await link.exchanges.renew(accountId);
  await store.audit.write({
    at: clock.now(),
    actorId: user.id,
    action: 'key.changed',
    subjectId: user.id,
    detail: accountId,
  });
  context.log.write('info', 'key.changed', { accountId, userId: user.id });
}

async function doesOldKeyWork({ context, consent }: Change): Promise<boolean> {
  const { exchanges } = context.link;
  const exchange = (await exchanges.prepare(consent.accountId)) ? exchanges.find(consent.accountId) : null;
  return (await exchange?.current.settings())?.ok === true;
}
