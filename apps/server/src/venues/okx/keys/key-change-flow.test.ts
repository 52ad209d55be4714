// The key-change flow in tables: each sequence of events with its effects in order and its end.
import type { AccountSettings, FastApiKey, OauthResult } from '@rondo/exchange';
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
});
const unreadable: KeyChangeEvent = {
  kind: 'keyRead',
  report: { ok: false, reason: 'key', code: '50111' },
};
const stored = (isStored: boolean): KeyChangeEvent => ({ kind: 'stored', isStored });
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
  ['a first key', first, [created, read(asked), stored(true)], 'creating createKey readKey storeKey', 'created'],
  [
    'a replaced key',
    linked,
    [deleted(true), created, read(asked), stored(true)],
    'deleting deleteKey creating createKey readKey storeKey',
    'created',
  ],
  [
    'a consent of an unknown owner deletes no old key',
    ofUnknownOwner,
    [created, read(asked), stored(true)],
    'creating createKey readKey storeKey',
    'created',
  ],
  [
    'a key that exists is deleted, then created again',
    first,
    [notCreated(refused('50116')), deleted(true), created, read(asked), stored(true)],
    'creating createKey deleteKey createKey readKey storeKey',
    'created',
  ],
  [
    'an unknown creation is cleared, then repeated',
    first,
    [notCreated(unknown), deleted(false), created, read(asked), stored(true)],
    'creating createKey deleteKey createKey readKey storeKey',
    'created',
  ],
  [
    'a second unknown creation fails',
    first,
    [notCreated(unknown), deleted(false), notCreated(unknown)],
    'creating createKey deleteKey createKey logFailure abandoned',
    'OAUTH_FAILED',
  ],
  [
    'an unknown creation that cannot be cleared fails',
    first,
    [notCreated(unknown), notDeleted(unknown)],
    'creating createKey deleteKey logFailure abandoned',
    'OAUTH_FAILED',
  ],
  [
    'a refused creation of a first key',
    first,
    [notCreated(refused('50120'))],
    'creating createKey logFailure abandoned',
    'FAST_API_PERMISSION_DENIED',
  ],
  [
    'a refused creation after the old key was deleted',
    linked,
    [deleted(true), notCreated(refused('50120'))],
    `deleting deleteKey creating createKey ${gone}`,
    'KEY_MISSING',
  ],
  [
    'a refused deletion: the old key still works',
    linked,
    [notDeleted(refused('53003')), oldKey(true)],
    'deleting deleteKey logFailure checkOldKey abandoned reopen',
    'EXCHANGE_TOKEN_INVALID',
  ],
  [
    'a refused deletion: the old key is gone',
    linked,
    [notDeleted(refused('53003')), oldKey(false)],
    'deleting deleteKey logFailure checkOldKey missing',
    'KEY_MISSING',
  ],
  [
    'a key that cannot be read is deleted again',
    linked,
    [deleted(true), created, unreadable, deleted(true)],
    `deleting deleteKey creating createKey readKey deleteKey ${gone}`,
    'KEY_MISSING',
  ],
  [
    'a key that may withdraw is deleted again',
    first,
    [created, read(asked, { permissions: ['trade', 'withdraw'] }), deleted(true)],
    'creating createKey readKey deleteKey logFailure abandoned',
    'PREFLIGHT_FAILED',
  ],
  [
    'a key of another exchange account is deleted again',
    ofUnknownOwner,
    [created, read(unexpected), deleted(true), oldKey(true)],
    'creating createKey readKey deleteKey logFailure checkOldKey abandoned reopen',
    'ACCOUNT_DIFFERS',
  ],
  [
    'a key of another person’s account is deleted again',
    first,
    [created, read(foreign), deleted(true)],
    'creating createKey readKey deleteKey logFailure abandoned',
    'ACCOUNT_ALREADY_LINKED',
  ],
  [
    'a key of another account of the same person is stored for that account',
    ofUnknownOwner,
    [created, read(ownOther), handOverFinished, oldKey(true)],
    'creating createKey readKey handOverKey logFailure checkOldKey abandoned reopen',
    'ACCOUNT_ALREADY_LINKED',
  ],
  [
    'an account that was linked meanwhile by somebody else',
    first,
    [created, read(asked), stored(false), notDeleted(unknown)],
    'creating createKey readKey storeKey deleteKey logFailure abandoned',
    'ACCOUNT_ALREADY_LINKED',
  ],
])('replacing: %s', (...[, facts, events, effects, outcome]) => {
  expect(walk(facts, 'replace', events)).toEqual([effects, outcome]);
});

test.each<[string, KeyChangeFacts, readonly KeyChangeEvent[], string, string]>([
  [
    'the key of a linked account: the account is gated until it has a new key',
    linked,
    [deleted(true)],
    'deleting deleteKey missing',
    'deleted',
  ],
  [
    'without a linked account the key change is abandoned',
    first,
    [deleted(false)],
    'deleting deleteKey abandoned',
    'deleted',
  ],
  [
    'an unknown owner: nothing is deleted',
    ofUnknownOwner,
    [oldKey(true)],
    'logFailure checkOldKey abandoned reopen',
    'ACCOUNT_DIFFERS',
  ],
  [
    'no response: the old key may still work',
    linked,
    [notDeleted(unknown), oldKey(true)],
    'deleting deleteKey logFailure checkOldKey abandoned reopen',
    'OAUTH_FAILED',
  ],
])('deleting: %s', (...[, facts, events, effects, outcome]) => {
  expect(walk(facts, 'delete', events)).toEqual([effects, outcome]);
});

test('a replacement reports whether an older key was deleted, also a key that was not stored', () => {
  const isReplacement = (events: readonly KeyChangeEvent[]): boolean => {
    let result = startKeyChange(first, 'replace');
    for (const event of events) result = continueKeyChange(first, result.state, event);
    return result.state.at === 'created' && result.state.isReplacement;
  };
  const rest = [created, read(asked), stored(true)];
  expect(isReplacement(rest)).toBe(false);
  expect(isReplacement([notCreated(refused('50116')), deleted(true), ...rest])).toBe(true);
  expect(isReplacement([notCreated(unknown), deleted(false), ...rest])).toBe(false);
});

test('an event that does not belong to the state throws', () => {
  const { state } = startKeyChange(first, 'replace');
  expect(() => continueKeyChange(first, state, stored(true))).toThrow('waited for createFinished and got stored');
});
