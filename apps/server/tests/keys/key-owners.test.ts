// Tests which account's key a consent changes. When the account of a consent is unknown, every linked account still has a working key afterwards. Two changes of one key never overlap.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Caller, type CallerResponse, type Json } from '../_link.ts';
import { startWorld, until, type TestWorld } from '../_world.ts';

let world: TestWorld;
let caller: Caller;
beforeAll(async () => {
  world = await startWorld();
  caller = new Caller(world);
}, 60_000);
// The tests of this file link more often than one person may in a minute.
beforeEach(() => world.passThrottles(60_000));
afterAll(() => world.close());

const deletePath = '/api/v5/users/oauth/delete-apikey';
const disconnect = (accountId: string): Promise<CallerResponse> =>
  caller.call('DELETE', `/api/okx/oauth/disconnect/${accountId}`);
const deleteKey = (accountId: string): Promise<CallerResponse> =>
  caller.call('DELETE', `/api/okx/oauth/fast-api/delete-key?account_id=${accountId}&is_demo=false`);
const codeOf = ({ body }: CallerResponse): unknown => body['error_code'];

/** Gives a consent for a trading key. The tokens of the consent do not name the exchange account. */
async function consentOfUnknown(choice: string, accountId?: string): Promise<string> {
  await caller.order('oauth/clients', { ...world.registration, mayReadAccount: 'false' });
  const { account_id: target } = await caller.consent('fast_api', choice, accountId);
  await caller.order('oauth/clients', world.registration);
  expect(await world.context.store.consents.find(target, 'fast_api')).toMatchObject({ uid: null });
  return target;
}

/** Returns whether the stored key of the account works and no change of this key is open. */
async function isWorking(accountId: string): Promise<boolean> {
  const { body } = await caller.call('GET', `/api/okx/preflight?account_id=${accountId}`);
  const listed = (await caller.call('GET', '/api/okx/oauth/status')).body['accounts'] as readonly Json[];
  return body['may_trade'] === true && listed.find(({ id }) => id === accountId)?.['key_state'] === 'active';
}

const works = (accountId: string): Promise<void> =>
  until(() => isWorking(accountId), 'the stored key works and no change of the key is open');

test('the server finds the exchange account of a consent even when the first read of the account fails', async () => {
  await caller.order('faults', { path: '/api/v5/account/config', kind: 'html', count: 1 });
  const { account_id: accountId } = await caller.consent('fast_api', 'new');
  expect((await world.context.store.consents.find(accountId, 'fast_api'))?.uid).toMatch(/^\d+$/);
});

test('when a replacement is refused because the consent belongs to another linked account, the keys of both accounts work', async () => {
  const [asked, other] = [await caller.linkAccount(), await caller.linkAccount()];
  await consentOfUnknown(other.uid, asked.accountId);
  expect(codeOf(await caller.createKey(asked.accountId))).toBe('ACCOUNT_DIFFERS');
  await works(asked.accountId);
  await works(other.accountId);
});

test('when the second link of one account is refused, the key of the account still works', async () => {
  const { accountId, uid } = await caller.linkAccount();
  const target = await consentOfUnknown(uid);
  expect(target).not.toBe(accountId);
  expect(codeOf(await caller.createKey(target))).toBe('ACCOUNT_ALREADY_LINKED');
  await works(accountId);
});

test('when the account of the consent is unknown and the key change fails, the old key still works', async () => {
  const [asked, other] = [await caller.linkAccount(), await caller.linkAccount()];
  await consentOfUnknown(other.uid, asked.accountId);
  await caller.order('faults', { path: '/api/v5/users/oauth/apikey', kind: 'drop', count: 2 });
  expect(codeOf(await caller.createKey(asked.accountId))).not.toBe('KEY_MISSING');
  await works(asked.accountId);
});

test('a consent whose tokens do not name the exchange account can still replace the key of this account', async () => {
  const { accountId, uid } = await caller.linkAccount();
  await consentOfUnknown(uid, accountId);
  expect((await caller.createKey(accountId)).body).toMatchObject({ success: true, is_replacement: true });
  await works(accountId);
});

test('when the account of the consent is unknown, a key deletion and an unlinking delete no key', async () => {
  const [asked, other] = [await caller.linkAccount(), await caller.linkAccount()];
  await consentOfUnknown(other.uid, asked.accountId);
  expect(codeOf(await deleteKey(asked.accountId))).toBe('ACCOUNT_DIFFERS');
  await works(asked.accountId);
  expect((await disconnect(asked.accountId)).body).toMatchObject({ is_key_deleted: false });
  await works(other.accountId);
  expect(await caller.orderFor('oauth/end-keys', { account: asked.uid })).toMatchObject({ ended: 1 });
});

test('unlinking is refused while the key is changed, and a key change is refused while the account is unlinked', async () => {
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

test('when a new key has replaced the key of another account, the server stores the new key for the other account after the running key change of the other account has ended', async () => {
  const [asked, other] = [await caller.linkAccount(), await caller.linkAccount()];
  await consentOfUnknown(other.uid, asked.accountId);
  // The server waits 1.5 s for the end of the running change, and this test can need longer to see the end of the old key. The timers therefore start later.
  const startTimers = world.holdTimers();
  const { change } = await world.context.link.keyChanges.run(other.accountId, async () => {
    const begun = { change: caller.createKey(asked.accountId) };
    await until(
      async () => !(await isWorking(other.accountId)),
      'the old key of the other account has stopped working',
    );
    return begun;
  });
  startTimers();
  expect(codeOf(await change)).toBe('ACCOUNT_DIFFERS');
  await works(asked.accountId);
  await works(other.accountId);
});

test('when a new key has replaced the key of another account and a key change of the other account takes long, the server does not store the new key', async () => {
  const [asked, other] = [await caller.linkAccount(), await caller.linkAccount()];
  const storedKey = async () => (await world.context.store.accounts.find(other.accountId))?.maskedKey;
  const before = await storedKey();
  await consentOfUnknown(other.uid, asked.accountId);
  await world.context.link.keyChanges.run(other.accountId, async () => {
    expect(codeOf(await caller.createKey(asked.accountId))).toBe('ACCOUNT_DIFFERS');
    expect(await storedKey()).toBe(before);
  });
  await works(asked.accountId);
  await caller.consent('fast_api', other.uid, other.accountId);
  expect((await caller.createKey(other.accountId)).status).toBe(200);
  await works(other.accountId);
});
