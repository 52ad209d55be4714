// Whose key a consent reaches: one that does not say whose it is costs no linked account its key, and nothing happens beside a change of a key.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Caller, type Answer, type Json } from '../_link.ts';
import { runKeyChange } from '../../src/keys/key-change-lock.ts';
import { startWorld, until, type TestWorld } from '../_world.ts';

let world: TestWorld;
let caller: Caller;
beforeAll(async () => {
  world = await startWorld();
  caller = new Caller(world);
}, 60_000);
afterAll(() => world.close());

const deletePath = '/api/v5/users/oauth/delete-apikey';
const disconnect = (accountId: string): Promise<Answer> =>
  caller.call('DELETE', `/api/okx/oauth/disconnect/${accountId}`);
const deleteKey = (accountId: string): Promise<Answer> =>
  caller.call('DELETE', `/api/okx/oauth/fast-api/delete-key?account_id=${accountId}&is_demo=false`);
const codeOf = ({ body }: Answer): unknown => body['error_code'];

/** A consent for the key of which nobody can say whose it is. */
async function consentOfUnknown(choice: string, accountId?: string): Promise<string> {
  await caller.order('oauth/clients', { ...world.registration, mayReadAccount: 'false' });
  const { account_id: target } = await caller.consent('fast_api', choice, accountId);
  await caller.order('oauth/clients', world.registration);
  expect(await world.context.store.consents.find(target, 'fast_api')).toMatchObject({ uid: null });
  return target;
}

/** The account's own key signs, and nothing waits for a new one. */
async function isWorking(accountId: string): Promise<boolean> {
  const { body } = await caller.call('GET', `/api/okx/preflight?account_id=${accountId}`);
  const listed = (await caller.call('GET', '/api/okx/oauth/status')).body['accounts'] as readonly Json[];
  return body['may_trade'] === true && listed.find(({ id }) => id === accountId)?.['key_state'] === 'active';
}

const works = (accountId: string): Promise<void> => until(() => isWorking(accountId), 'the key works');

test('a consent knows whose it is also when the exchange stumbles once', async () => {
  await caller.order('faults', { path: '/api/v5/account/config', kind: 'html', count: 1 });
  const { account_id: accountId } = await caller.consent('fast_api', 'new');
  expect((await world.context.store.consents.find(accountId, 'fast_api'))?.uid).toMatch(/^\d+$/);
});

test('replacing a key with a consent of another linked account costs neither its key', async () => {
  const [asked, other] = [await caller.linkAccount(), await caller.linkAccount()];
  await consentOfUnknown(other.uid, asked.accountId);
  expect(codeOf(await caller.createKey(asked.accountId))).toBe('ACCOUNT_DIFFERS');
  await works(asked.accountId);
  await works(other.accountId);
});

test('linking an account anew with a consent that does not say whose it is costs it no key', async () => {
  const { accountId, uid } = await caller.linkAccount();
  const target = await consentOfUnknown(uid);
  expect(target).not.toBe(accountId);
  expect(codeOf(await caller.createKey(target))).toBe('ACCOUNT_ALREADY_LINKED');
  await works(accountId);
});

test('a change that fails with a consent of unknown owner leaves the account the key that it has', async () => {
  const [asked, other] = [await caller.linkAccount(), await caller.linkAccount()];
  await consentOfUnknown(other.uid, asked.accountId);
  await caller.order('faults', { path: '/api/v5/users/oauth/apikey', kind: 'drop', count: 2 });
  expect(codeOf(await caller.createKey(asked.accountId))).not.toBe('KEY_MISSING');
  await works(asked.accountId);
});

test('a consent that does not say whose it is makes and replaces the key of its account all the same', async () => {
  const { accountId, uid } = await caller.linkAccount();
  await consentOfUnknown(uid, accountId);
  expect((await caller.createKey(accountId)).body).toMatchObject({ success: true, is_replacement: true });
  await works(accountId);
});

test('deleting and unlinking touch no key with a consent that does not say whose it is', async () => {
  const [asked, other] = [await caller.linkAccount(), await caller.linkAccount()];
  await consentOfUnknown(other.uid, asked.accountId);
  expect(codeOf(await deleteKey(asked.accountId))).toBe('ACCOUNT_DIFFERS');
  await works(asked.accountId);
  expect((await disconnect(asked.accountId)).body).toMatchObject({ is_key_deleted: false });
  await works(other.accountId);
  expect(await caller.orderFor('oauth/end-keys', { account: asked.uid })).toMatchObject({ ended: 1 });
});

test('an account is not unlinked beside a change of its key, nor its key changed beside an unlinking', async () => {
  const { accountId, uid } = await caller.linkAccount();
  await caller.consent('fast_api', uid);
  const slowly = () => caller.order('faults', { path: deletePath, kind: 'delay', delayMs: 400 });
  await slowly();
  const change = caller.createKey(accountId);
  await caller.faultsMet();
  expect(codeOf(await disconnect(accountId))).toBe('KEY_CHANGE_RUNNING');
  expect((await change).status).toBe(200);
  await works(accountId);
  await caller.consent('fast_api', uid);
  await slowly();
  const end = disconnect(accountId);
  await caller.faultsMet();
  expect(codeOf(await caller.createKey(accountId))).toBe('KEY_CHANGE_RUNNING');
  expect((await end).body).toMatchObject({ is_key_deleted: true });
  expect(await caller.orderFor('oauth/end-keys', { account: uid })).toMatchObject({ ended: 0 });
});

test('a key that took the place of another account’s waits for what changes that key, and is stored there afterwards', async () => {
  const [asked, other] = [await caller.linkAccount(), await caller.linkAccount()];
  await consentOfUnknown(other.uid, asked.accountId);
  const { change } = await runKeyChange(other.accountId, async () => {
    const begun = { change: caller.createKey(asked.accountId) };
    await until(async () => !(await isWorking(other.accountId)), 'the exchange has the new key');
    return begun;
  });
  expect(codeOf(await change)).toBe('ACCOUNT_DIFFERS');
  await works(asked.accountId);
  await works(other.accountId);
});

test('what changes the key of another account for long decides about it: nothing is stored there', async () => {
  const [asked, other] = [await caller.linkAccount(), await caller.linkAccount()];
  const storedKey = async () => (await world.context.store.accounts.find(other.accountId))?.maskedKey;
  const before = await storedKey();
  await consentOfUnknown(other.uid, asked.accountId);
  await runKeyChange(other.accountId, async () => {
    expect(codeOf(await caller.createKey(asked.accountId))).toBe('ACCOUNT_DIFFERS');
    expect(await storedKey()).toBe(before);
  });
  await works(asked.accountId);
  await caller.consent('fast_api', other.uid, other.accountId);
  expect((await caller.createKey(other.accountId)).status).toBe(200);
  await works(other.accountId);
});
