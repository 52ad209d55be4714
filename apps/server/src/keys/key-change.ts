// Making and replacing an account's trading key: gate, delete, create, verify, store, reconnect. Each step may be taken up again.
import type * as z from 'zod';
import { preflightCatalogue, type createKeyRequestSchema, type CreateKeyResponse, type Finding } from '@rondo/contract';
import { isKeyLimit, type AccountSettings, type Bearer, type OkxExchange, type SettingsReport } from '@rondo/exchange';
import {
  secretOf,
  type AccountCredentials,
  type AccountEnvironment,
  type AccountRecord,
  type ConsentRecord,
  type KeyChange,
  type UserRecord,
} from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import type { AccountPlace } from '../trading/exchanges.ts';
import type { AppContext } from '../app-context.ts';
import { requireOauth } from '../link/consent.ts';
import { runKeyChange, runKeyChangeSoon } from './key-alone.ts';
import { readUntilFinal } from './look-again.ts';
import { toLinkError } from '../link/oauth-refusal.ts';
import { isGoodPassphrase, makePassphrase } from './passphrase.ts';
import { accountFindings, keyFindings, refusedKey } from '../link/preflight.ts';

type KeyRequest = z.output<typeof createKeyRequestSchema>;

/** One change under way. `account` null: the account has no key of ours yet. */
interface Change {
  readonly context: AppContext;
  readonly user: UserRecord;
  readonly consent: ConsentRecord;
  readonly account: AccountRecord | null;
  readonly bearer: Bearer;
  readonly row: KeyChange;
}

/** A key that was made, and what it turned out to be. */
interface NewKey {
  readonly credentials: AccountCredentials;
  readonly settings: AccountSettings;
}

interface Place {
  readonly accountId: string;
  readonly place: AccountPlace;
}

/** Makes the key, replacing an older one. Bots of the account wait meanwhile; their orders rest on the exchange. */
export async function createKey(
  context: AppContext,
  user: UserRecord,
  request: KeyRequest,
): Promise<CreateKeyResponse> {
  const passphrase = request.passphrase ?? makePassphrase();
  if (!isGoodPassphrase(passphrase)) throw new ApiError('INVALID_PASSPHRASE', { field: 'passphrase' });
  return runKeyChange(request.account_id, async () => {
    const change = await beginChange(context, user, { accountId: request.account_id, isDemo: request.is_demo });
    const isDeleted = await deleteOld(change);
    const { credentials, replaced } = await askForKey(change, { request, passphrase, isDeleted });
    const settings = await verify(change, { credentials, isDemo: request.is_demo });
    const account = await keep(change, { request, credentials, settings });
    return {
      success: true,
      message: replaced ? 'The trading key was replaced.' : 'The trading key was made.',
      account_id: account.id,
      api_key: account.maskedKey,
      perm: settings.permissions.join(','),
      is_replacement: replaced,
      findings: [...keyFindings(settings), ...accountFindings(settings)],
    };
  });
}

/** Deletes the key at the exchange ahead of a new one. An account with a key stays gated until that is made. */
export async function deleteKey(
  context: AppContext,
  user: UserRecord,
  target: { readonly accountId: string; readonly isDemo: boolean },
): Promise<{ readonly existed: boolean }> {
  return runKeyChange(target.accountId, async () => {
    const change = await beginChange(context, user, target);
    if (isOfUnknown(change)) throw await giveUp(change, { error: new ApiError('ACCOUNT_DIFFERS'), isDeleted: false });
    await context.store.keyChanges.setStep(change.row.id, 'deleting', context.clock.now());
    const answer = await requireOauth(context, 'fast_api').client.deleteKey(change.bearer);
    if (answer.kind !== 'done') throw await giveUp(change, { error: toLinkError(answer), isDeleted: false });
    if (change.account === null) await settleChange(change, 'abandoned');
    else await context.store.keyChanges.setStep(change.row.id, 'missing', context.clock.now());
    return answer.value;
  });
}

/** Finds the pending consent and gates the account. Decision 18: nothing happens without a consent that was not used yet. */
async function beginChange(
  context: AppContext,
  user: UserRecord,
  { accountId, isDemo }: { readonly accountId: string; readonly isDemo: boolean },
): Promise<Change> {
  const { store, clock, link } = context;
  requireOauth(context, 'fast_api');
  const consent = await requireConsent(context, user, accountId);
  const origin = link.sites.originOf(consent.domain);
  if (origin === null) throw new ApiError('OAUTH_DOMAIN_UNKNOWN');
  const account = await store.accounts.find(accountId);
  if (account !== null && isDemo !== (account.environment === 'demo')) throw new ApiError('ACCOUNT_DIFFERS');
  const { accessToken } = await store.consents.unwrap(consent.id);
  const row = await store.keyChanges.begin({ accountId, userId: user.id, now: clock.now() });
  link.exchanges.find(accountId)?.gate('the key is being replaced');
  context.log.write('info', 'key.change_begun', { accountId, step: row.step });
  return { context, user, consent, account, row, bearer: { origin, accessToken: accessToken.reveal(), isDemo } };
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

/** Nothing says that the consent is the account's own: what it deletes may be the key of another one. */
function isOfUnknown({ consent, account }: Change): boolean {
  return consent.uid === null || (account !== null && account.uid !== consent.uid);
}

/** Deletes the key that we know of, with a consent that is surely its account's. Answers whether one was deleted. */
async function deleteOld(change: Change): Promise<boolean> {
  const { context, row, account } = change;
  if (account === null || isOfUnknown(change)) return false;
  await context.store.keyChanges.setStep(row.id, 'deleting', context.clock.now());
  const answer = await requireOauth(context, 'fast_api').client.deleteKey(change.bearer);
  if (answer.kind === 'done') return true;
  throw await giveUp(change, { error: toLinkError(answer), isDeleted: false });
}

/** Creates; when the exchange has a key already, or nobody can say whether one was made, deletes and tries once more. */
async function askForKey(
  change: Change,
  asked: { readonly request: KeyRequest; readonly passphrase: string; readonly isDeleted: boolean },
): Promise<{ readonly credentials: AccountCredentials; readonly replaced: boolean }> {
  const { context, row, bearer } = change;
  const { client } = requireOauth(context, 'fast_api');
  const { label, perm, bind_app: bindApp } = asked.request;
  const ask = () => client.createKey(bearer, { label, perm, bindApp, passphrase: asked.passphrase });
  await context.store.keyChanges.setStep(row.id, 'creating', context.clock.now());
  let isDeleted = asked.isDeleted;
  let answer = await ask();
  if (answer.kind === 'unknown' || (answer.kind === 'refused' && isKeyLimit(answer.code, answer.message))) {
    const deleted = await client.deleteKey(bearer);
    isDeleted ||= deleted.kind === 'done' && deleted.value.existed;
    if (deleted.kind === 'done') answer = await ask();
  }
  if (answer.kind !== 'done') throw await giveUp(change, { error: toLinkError(answer), isDeleted });
  const { apiKey, secretKey, passphrase } = answer.value;
  const credentials = {
    apiKey: secretOf(apiKey),
    secretKey: secretOf(secretKey),
    passphrase: secretOf(passphrase),
  };
  return { credentials, replaced: isDeleted };
}

/** Reads what the new key is. One that may withdraw, or is of another account, is deleted again. */
async function verify(
  change: Change,
  { credentials, isDemo }: { readonly credentials: AccountCredentials; readonly isDemo: boolean },
) {
  const { context, account, user, consent } = change;
  const place = { environment: environmentOf(context, isDemo), domain: consent.domain };
  const trial = context.link.exchanges.trial(consent.accountId, place, credentials);
  const report = await readSettings(context, trial);
  if (!report.ok) throw await takeBack(change, { error: preflightError([refusedKey(report)]), isDeleted: true });
  const { settings } = report;
  if (settings.permissions.includes('withdraw'))
    throw await takeBack(change, { error: preflightError(keyFindings(settings)), isDeleted: true });
  const known = account?.uid ?? (await context.store.consents.find(consent.accountId, 'oauth'))?.uid ?? settings.uid;
  const linked = await context.store.accounts.findByUid({
    exchange: 'okx',
    environment: place.environment,
    uid: settings.uid,
  });
  const isOfAnother = linked !== null && linked.id !== consent.accountId;
  if (known === settings.uid && !isOfAnother) return settings;
  // The consent reached only the key of the account that it is of: the asked account's own still works.
  const because = {
    error: new ApiError(known === settings.uid ? 'ACCOUNT_ALREADY_LINKED' : 'ACCOUNT_DIFFERS'),
    isDeleted: false,
  };
  if (!isOfAnother || linked.userId !== user.id) throw await takeBack(change, because);
  await handOver(change, { accountId: linked.id, place, credentials, settings });
  throw await giveUp(change, because);
}

function readSettings({ clock }: AppContext, trial: OkxExchange): Promise<SettingsReport> {
  return readUntilFinal(
    clock,
    () => trial.settings(),
    ({ ok }) => ok,
  );
}

/** This key took the place of the one by which another account of the same person trades: that account goes on with it. */
async function handOver(change: Change, made: NewKey & Place): Promise<void> {
  const { context } = change;
  const { accountId, place, credentials } = made;
  try {
    await runKeyChangeSoon(context.clock, accountId, async () => {
      // What ran there until now may have made another key: only one that still works is of use.
      const trial = context.link.exchanges.trial(accountId, place, credentials);
      if (!(await readSettings(context, trial)).ok) return;
      if (await context.store.accounts.replaceCredentials(accountId, credentials)) await goOn(change, made);
      // Unlinked meanwhile: nobody wants the key.
      else await requireOauth(context, 'fast_api').client.deleteKey(change.bearer);
    });
  } catch (error) {
    // What still runs there decides about the key of that account: nothing of it is touched here.
    if (!(error instanceof ApiError)) throw error;
    context.log.write('warn', 'key.not_handed_over', { accountId, code: error.code });
  }
}

/** Stores the key and lets the account go on. The consent is used up. */
async function keep(change: Change, made: NewKey & { readonly request: KeyRequest }): Promise<AccountRecord> {
  const { context, user, consent, account } = change;
  const { store, clock } = context;
  const place = { environment: environmentOf(context, made.request.is_demo), domain: consent.domain };
  if (account === null) {
    const stored = await store.accounts.create({
      id: consent.accountId,
      userId: user.id,
      exchange: 'okx',
      // The key's own label is the same for all accounts; their names tell them apart.
      label: `OKX ${made.settings.uid}`,
      uid: made.settings.uid,
      ...place,
      credentials: made.credentials,
      now: clock.now(),
    });
    if (!stored.ok) throw await takeBack(change, { error: new ApiError('ACCOUNT_ALREADY_LINKED'), isDeleted: true });
  } else {
    await store.accounts.replaceCredentials(account.id, made.credentials);
  }
  await store.consents.end(consent.id, clock.now());
  await goOn(change, { ...made, accountId: consent.accountId, place });
  const kept = await store.accounts.find(consent.accountId);
  if (kept === null) throw new Error('an account that was just stored is gone');
  return kept;
}

/** The account trades with the key that was stored for it: nothing waits for another one any more. */
async function goOn(
  { context, user }: Change,
  { accountId, place, credentials, settings }: NewKey & Place,
): Promise<void> {
  const { store, clock, link } = context;
  if (settings.positionMode !== null) await store.accounts.notePositionMode(accountId, settings.positionMode);
  const row = await store.keyChanges.open(accountId);
  if (row !== null) await store.keyChanges.setStep(row.id, 'done', clock.now());
  await store.keyRevocations.end(accountId, clock.now());
  link.exchanges.find(accountId)?.open(link.exchanges.trial(accountId, place, credentials));
  await store.audit.write({
    at: clock.now(),
    actorId: user.id,
    action: 'key.changed',
    subjectId: user.id,
    detail: accountId,
  });
  context.log.write('info', 'key.changed', { accountId, userId: user.id });
}

/** Deletes the new key again, because it must not stay, and gives the change up. */
async function takeBack(
  change: Change,
  because: { readonly error: ApiError; readonly isDeleted: boolean },
): Promise<ApiError> {
  await requireOauth(change.context, 'fast_api').client.deleteKey(change.bearer);
  return giveUp(change, because);
}

/**
 * Ends a change that failed. An account whose old key still works goes on with it; otherwise it stays gated as `missing`,
 * and the person is told that the key is gone.
 */
async function giveUp(
  change: Change,
  { error, isDeleted }: { readonly error: ApiError; readonly isDeleted: boolean },
): Promise<ApiError> {
  const { context, account } = change;
  context.log.write('warn', 'key.change_failed', { accountId: change.consent.accountId, code: error.code, isDeleted });
  if (account === null) {
    await settleChange(change, 'abandoned');
    return error;
  }
  const { exchanges } = context.link;
  const exchange = (await exchanges.prepare(account.id)) ? exchanges.find(account.id) : null;
  const old = isDeleted && !isOfUnknown(change) ? null : await exchange?.current.settings();
  if (old?.ok === true) {
    await settleChange(change, 'abandoned');
    exchange?.open();
    return error;
  }
  await context.store.keyChanges.setStep(change.row.id, 'missing', context.clock.now());
  return new ApiError('KEY_MISSING', { parameters: { reason: error.code } });
}

async function settleChange({ context, row }: Change, step: 'abandoned'): Promise<void> {
  await context.store.keyChanges.setStep(row.id, step, context.clock.now());
}

function environmentOf(context: AppContext, isDemo: boolean): AccountEnvironment {
  return isDemo ? 'demo' : context.link.environment;
}

/** The first finding that refuses, as the error of the call; all of them beside it. */
export function preflightError(findings: readonly Finding[]): ApiError {
  const first = findings.find(({ code }) => preflightCatalogue[code].severity === 'refuse');
  return new ApiError('PREFLIGHT_FAILED', { parameters: { reason: first?.message ?? '' }, findings });
}
