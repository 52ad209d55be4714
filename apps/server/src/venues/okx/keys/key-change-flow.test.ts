// Tests the key-change flow with tables. Each row has a sequence of events, the expected sequence of effects, and the expected end.
import type { AccountSettings, FastApiKey, OauthResult } from '@rondo/exchange';
import type { LinkRefusal } from '@rondo/store';
import { expect, test } from 'vitest';
import {
  continueKeyChange,
  startKeyChange,
  type KeyChangeEvent,
  type KeyChangeFacts,
  type KeyChangeResult,
  type KeyOwner,
} from './key-change-flow.ts';

const settings: AccountSettings = {
  uid: '42',
  level: '2',
  positionMode: 'net',
  role: '0',
  permissions: ['read_only', 'trade'],
  addresses: ['127.0.0.1'],
};
const key: FastApiKey = { apiKey: 'a', secretKey: 's', passphrase: 'p' };
const empty = new Uint8Array();
const sealed = { maskedKey: '', wrappedKey: empty, apiKey: empty, secretKey: empty, passphrase: empty };
const refused = (code: string): OauthResult<never> => ({ kind: 'refused', code, message: 'refused' });
const unknown: OauthResult<never> = { kind: 'unknown', cause: 'no answer' };

const created: KeyChangeEvent = { kind: 'createFinished', result: { kind: 'done', value: key } };
const notCreated = (result: OauthResult<never>): KeyChangeEvent => ({ kind: 'createFinished', result });
const deleted = (existed: boolean): KeyChangeEvent => ({
  kind: 'deleteFinished',
  result: { kind: 'done', value: { existed } },
});
const notDeleted = (result: OauthResult<never>): KeyChangeEvent => ({ kind: 'deleteFinished', result });
const read = (owner: KeyOwner, changes: Partial<AccountSettings> = {}): KeyChangeEvent => ({
  kind: 'keyRead',
  report: { ok: true, settings: { ...settings, ...changes } },
  owner,
  sealed,
});
const unreadable: KeyChangeEvent = {
  kind: 'keyRead',
  report: { ok: false, reason: 'key', code: '50111' },
};
const stored = (refusal: LinkRefusal | null = null): KeyChangeEvent => ({ kind: 'stored', refusal });
const oldKey = (works: boolean): KeyChangeEvent => ({ kind: 'oldKeyChecked', works });
const handOverFinished: KeyChangeEvent = { kind: 'handOverFinished' };

const asked: KeyOwner = { kind: 'requested', isExpected: true };
const unexpected: KeyOwner = { kind: 'requested', isExpected: false };
const ownOther: KeyOwner = { kind: 'other', accountId: 'other', isOwn: true, isExpected: true };
const foreign: KeyOwner = { kind: 'other', accountId: 'other', isOwn: false, isExpected: true };

const first: KeyChangeFacts = { hasAccount: false, isOwnerKnown: true };
const linked: KeyChangeFacts = { hasAccount: true, isOwnerKnown: true };
const ofUnknownOwner: KeyChangeFacts = { hasAccount: true, isOwnerKnown: false };

/** Returns the effects of a sequence of events in one line, and the end: the last state, or the code of the error. */
function walk(facts: KeyChangeFacts, purpose: 'replace' | 'delete', events: readonly KeyChangeEvent[]) {
  const effects: string[] = [];
  const note = ({ records, request }: KeyChangeResult): void => {
    for (const record of records) effects.push(record.kind === 'setStep' ? record.step : record.kind);
    if (request !== null) effects.push(request.kind);
  };
  let result = startKeyChange(facts, purpose);
  note(result);
  for (const event of events) {
    result = continueKeyChange(facts, result.state, event);
    note(result);
  }
  expect(result.request).toBeNull();
  const { state } = result;
  return [effects.join(' '), state.at === 'failed' ? state.error.code : state.at];
}

const gone = 'logFailure missing';
test.each<[string, KeyChangeFacts, readonly KeyChangeEvent[], string, string]>([
  [
    'the account is new, so the first key is created',
    first,
    [created, read(asked), stored()],
    'creating createKey readKey storeKey',
    'created',
  ],
  [
    'the account has a key, so this key is deleted and a new key is created',
    linked,
    [deleted(true), created, read(asked), stored()],
    'deleting deleteKey creating createKey readKey storeKey',
    'created',
  ],
  [
    'the owner of the consent is unknown, so the old key is not deleted',
    ofUnknownOwner,
    [created, read(asked), stored()],
    'creating createKey readKey storeKey',
    'created',
  ],
  [
    'a key already exists, so this key is deleted and a new key is created',
    first,
    [notCreated(refused('50116')), deleted(true), created, read(asked), stored()],
    'creating createKey deleteKey createKey readKey storeKey',
    'created',
  ],
  [
    'the result of the creation is unknown, so a possible key is deleted and a new key is created',
    first,
    [notCreated(unknown), deleted(false), created, read(asked), stored()],
    'creating createKey deleteKey createKey readKey storeKey',
    'created',
  ],
  [
    'the result of the second creation is unknown too, so the key change fails',
    first,
    [notCreated(unknown), deleted(false), notCreated(unknown)],
    'creating createKey deleteKey createKey logFailure abandoned',
    'OAUTH_FAILED',
  ],
  [
    'the results of the creation and of the deletion are unknown, so the key change fails',
    first,
    [notCreated(unknown), notDeleted(unknown)],
    'creating createKey deleteKey logFailure abandoned',
    'OAUTH_FAILED',
  ],
  [
    'the creation of the first key is refused, so the key change fails',
    first,
    [notCreated(refused('50120'))],
    'creating createKey logFailure abandoned',
    'FAST_API_PERMISSION_DENIED',
  ],
  [
    'the creation is refused after the old key was deleted, so the account has no key',
    linked,
    [deleted(true), notCreated(refused('50120'))],
    `deleting deleteKey creating createKey ${gone}`,
    'KEY_MISSING',
  ],
  [
    'the deletion is refused and the old key works, so the account continues with the old key',
    linked,
    [notDeleted(refused('53003')), oldKey(true)],
    'deleting deleteKey logFailure checkOldKey abandoned reopen',
    'EXCHANGE_TOKEN_INVALID',
  ],
  [
    'the deletion is refused and the old key does not work, so the account has no key',
    linked,
    [notDeleted(refused('53003')), oldKey(false)],
    'deleting deleteKey logFailure checkOldKey missing',
    'KEY_MISSING',
  ],
  [
    'the account settings cannot be read with the new key, so the new key is deleted',
    linked,
    [deleted(true), created, unreadable, deleted(true)],
    `deleting deleteKey creating createKey readKey deleteKey ${gone}`,
    'KEY_MISSING',
  ],
  [
    'the new key has the withdrawal permission, so the new key is deleted',
    first,
    [created, read(asked, { permissions: ['trade', 'withdraw'] }), deleted(true)],
    'creating createKey readKey deleteKey logFailure abandoned',
    'PREFLIGHT_FAILED',
  ],
  [
    'the new key belongs to another exchange account, so the new key is deleted',
    ofUnknownOwner,
    [created, read(unexpected), deleted(true), oldKey(true)],
    'creating createKey readKey deleteKey logFailure checkOldKey abandoned reopen',
    'ACCOUNT_DIFFERS',
  ],
  [
    'the new key belongs to the account of another user, so the new key is deleted',
    first,
    [created, read(foreign), deleted(true)],
    'creating createKey readKey deleteKey logFailure abandoned',
    'ACCOUNT_ALREADY_LINKED',
  ],
  [
    'the new key belongs to another account of the user, so the new key is handed over to the other account',
    ofUnknownOwner,
    [created, read(ownOther), handOverFinished, oldKey(true)],
    'creating createKey readKey handOverKey logFailure checkOldKey abandoned reopen',
    'ACCOUNT_ALREADY_LINKED',
  ],
  [
    'another user linked the account during the key change, so the new key is not stored',
    first,
    [created, read(asked), stored('already_linked'), notDeleted(unknown)],
    'creating createKey readKey storeKey deleteKey logFailure abandoned',
    'ACCOUNT_ALREADY_LINKED',
  ],
  [
    'the second factor was removed during the key change, so the new key is not stored',
    first,
    [created, read(asked), stored('factor_missing'), deleted(true)],
    'creating createKey readKey storeKey deleteKey logFailure abandoned',
    'SECOND_FACTOR_REQUIRED',
  ],
])('replacement of a key: %s', (...[, facts, events, effects, outcome]) => {
  expect(walk(facts, 'replace', events)).toEqual([effects, outcome]);
});

test.each<[string, KeyChangeFacts, readonly KeyChangeEvent[], string, string]>([
  [
    'the key of a linked account is deleted, so the account waits for a new key',
    linked,
    [deleted(true)],
    'deleting deleteKey missing',
    'deleted',
  ],
  [
    'the key is deleted and no account is linked, so the key change ends and no account waits for a new key',
    first,
    [deleted(false)],
    'deleting deleteKey abandoned',
    'deleted',
  ],
  [
    'the owner of the consent is unknown, so the key is not deleted',
    ofUnknownOwner,
    [oldKey(true)],
    'logFailure checkOldKey abandoned reopen',
    'ACCOUNT_DIFFERS',
  ],
  [
    'the result of the deletion is unknown and the old key works, so the account continues with the old key',
    linked,
    [notDeleted(unknown), oldKey(true)],
    'deleting deleteKey logFailure checkOldKey abandoned reopen',
    'OAUTH_FAILED',
  ],
])('deletion of a key: %s', (...[, facts, events, effects, outcome]) => {
  expect(walk(facts, 'delete', events)).toEqual([effects, outcome]);
});

test('when an older key was deleted, the result says that the key was replaced, even if the older key was not stored here', () => {
  const isReplacement = (events: readonly KeyChangeEvent[]): boolean => {
    let result = startKeyChange(first, 'replace');
    for (const event of events) result = continueKeyChange(first, result.state, event);
    return result.state.at === 'created' && result.state.isReplacement;
  };
  const rest = [created, read(asked), stored()];
  expect(isReplacement(rest)).toBe(false);
  expect(isReplacement([notCreated(refused('50116')), deleted(true), ...rest])).toBe(true);
  expect(isReplacement([notCreated(unknown), deleted(false), ...rest])).toBe(false);
});

test('the flow throws an error when an event does not belong to the state', () => {
  const { state } = startKeyChange(first, 'replace');
  expect(() => continueKeyChange(first, state, stored())).toThrow('waited for createFinished and got stored');
});
