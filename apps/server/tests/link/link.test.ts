// Tests how an account is linked through the consent page of the exchange, from the first call to the replacement of the key. link-errors.test.ts tests the errors.
import { secretOf } from '@rondo/store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { Caller, decide } from '../_link.ts';
import { startWorld, until, type TestWorld } from '../_world.ts';
import { openStoredKey } from '@rondo/testkit/database';

let world: TestWorld;
let caller: Caller;
beforeAll(async () => {
  world = await startWorld();
  caller = new Caller(world);
}, 60_000);
// The tests of this file link more often than one person may in a minute.
beforeEach(() => world.passThrottles(60_000));
afterAll(() => world.close());

const status = async () =>
  (await caller.call('GET', '/api/okx/oauth/status')).body['accounts'] as Record<string, unknown>[];

test('a consent for reading and trading is listed with the remaining minutes and can be renewed, and the account of the consent can be unlinked', async () => {
  const { url, state } = await caller.begin('oauth');
  const address = new URL(url);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    response_type: 'code',
    access_type: 'offline',
    client_id: 'rondo',
    redirect_uri: 'http://localhost/dashboard/okx-oauth-redirect',
    scope: 'read_only,trade',
    state,
  });
  const back = await decide(url, { account: 'new' });
  expect(back.origin + back.pathname).toBe('http://localhost/dashboard/okx-oauth-redirect');
  const response = await caller.callback('oauth', back.searchParams);
  expect(response.body).toMatchObject({ success: true, oauth_type: 'oauth', domain: 'global', has_key: false });
  const accountId = String(response.body['account_id']);
  const listed = (await status()).find((account) => account['id'] === accountId);
  expect(listed).toMatchObject({ is_expired: false, key_state: 'none', has_auto_refresh: true, api_key: '' });
  expect([59, 60]).toContain(listed?.['minutes_left']);
  const secondsLeft = Number(listed?.['expires_at']) - world.context.clock.now() / 1_000;
  expect(secondsLeft).toBeGreaterThan(59 * 60);
  expect(secondsLeft).toBeLessThanOrEqual(60 * 60 + 1);

  const renewed = await caller.call('POST', '/api/okx/oauth/refresh', { account_id: accountId });
  expect(renewed.status).toBe(200);
  expect(Number(renewed.body['expires_at'])).toBeGreaterThanOrEqual(Number(listed?.['expires_at']));
  const gone = await caller.call('DELETE', `/api/okx/oauth/disconnect/${accountId}`);
  expect(gone.body).toMatchObject({ success: true, is_key_deleted: false });
  expect((await status()).some((account) => account['id'] === accountId)).toBe(false);
  expect((await caller.call('POST', '/api/okx/oauth/refresh', { account_id: accountId })).status).toBe(404);
});

test('a callback is refused when the code or the state is missing, the site is unknown, the state is forged or used, or the user denied the consent', async () => {
  for (const query of [{ code: 'x' }, { state: 'x' }, { code: '', state: '' }, { code: ' ', state: 'x' }]) {
    const missing = await caller.callback('oauth', query);
    expect([missing.status, missing.body['error_code']]).toEqual([400, 'OAUTH_PARAMETERS_MISSING']);
  }
  const { url, state } = await caller.begin('oauth');
  for (const domain of ['http://169.254.169.254', 'https://okx.com.evil', '//x', 'https://www.okx.com\r\n']) {
    const strange = await caller.callback('oauth', { code: 'x', state, domain });
    expect([strange.status, strange.body['error_code']]).toEqual([400, 'OAUTH_DOMAIN_UNKNOWN']);
  }
  const back = await decide(url, { account: 'new' });
  const wrongKind = await caller.callback('fast_api', back.searchParams);
  expect(wrongKind.body['error_code']).toBe('OAUTH_STATE_INVALID');
  expect((await caller.callback('oauth', back.searchParams)).status).toBe(200);
  const again = await caller.callback('oauth', back.searchParams);
  expect([again.status, again.body['error_code']]).toEqual([400, 'OAUTH_STATE_INVALID']);
  const forged = await caller.callback('oauth', { code: 'x', state: `${state.slice(0, -2)}AA` });
  expect(forged.body['error_code']).toBe('OAUTH_STATE_INVALID');

  const second = await caller.begin('oauth');
  const denied = await caller.callback('oauth', (await decide(second.url, { decision: 'deny' })).searchParams);
  expect(denied.body).toMatchObject({ error_code: 'OAUTH_DENIED', scope: 'exchange' });
  const third = await caller.begin('oauth');
  const blank = await caller.callback('oauth', { state: third.state, code: '', error: 'access_denied' });
  expect(blank.body['error_code']).toBe('OAUTH_DENIED');
});

test('a state expires after ten minutes, and the exchange refuses a code that was used before', async () => {
  const { url, state } = await caller.begin('oauth');
  const back = await decide(url, { account: 'new' });
  const code = back.searchParams.get('code') ?? '';
  const first = await caller.callback('oauth', { code, state });
  expect(first.status).toBe(200);
  const next = await caller.begin('oauth');
  const used = await caller.callback('oauth', { code, state: next.state });
  expect([used.status, used.body['error_code']]).toEqual([409, 'OAUTH_CODE_EXPIRED']);

  const late = await caller.begin('oauth');
  world.passTime(10 * 60_000);
  const expired = await caller.callback('oauth', { code: 'x', state: late.state });
  world.passTime(-10 * 60_000);
  expect([expired.status, expired.body['error_code']]).toEqual([409, 'OAUTH_STATE_EXPIRED']);
});

test('a created trading key works and is returned only in masked form, and the next consent replaces the key', async () => {
  const consent = await caller.consent('fast_api', 'new-hedge');
  const before = await caller.call('GET', '/api/okx/oauth/status/comprehensive');
  expect(before.status).toBe(200);
  const made = await caller.createKey(consent.account_id);
  expect(made.body).toMatchObject({ success: true, is_replacement: false, perm: 'read_only,trade', findings: [] });
  expect(String(made.body['api_key'])).toMatch(/^••••/);
  await until(
    async () => (world.context.live.account(consent.account_id)?.balance ?? null) !== null,
    'the engine has read the new account',
  );
  const balance = await caller.call('GET', `/api/okx/account/balance?account_id=${consent.account_id}`);
  expect(balance.body['total_balance']).toBe('10000');
  // Decision 2: margin is USDT, so another currency has no balance.
  const balanceIn = (currency: string) =>
    caller.call('GET', `/api/okx/account/balance?account_id=${consent.account_id}&currency=${currency}`);
  expect((await balanceIn('USDT')).body).toMatchObject({ currency: 'USDT', total_balance: '10000' });
  const bitcoin = await balanceIn('BTC');
  expect(bitcoin.body).toMatchObject({ error_code: 'VALIDATION', parameters: { field: 'currency' } });
  expect(bitcoin.status).toBe(400);

  const usedUp = await caller.createKey(consent.account_id);
  expect([usedUp.status, usedUp.body['error_code']]).toEqual([409, 'CONSENT_NEEDED']);

  const held = await openStoredKey(world.context.store, consent.account_id);
  const uid = (await world.context.store.accounts.find(consent.account_id))?.uid ?? '';
  const second = await caller.consent('fast_api', uid);
  expect(second).toMatchObject({ account_id: consent.account_id, has_key: true });
  const replaced = await caller.createKey(consent.account_id);
  expect(replaced.body).toMatchObject({ success: true, is_replacement: true });
  const now = await openStoredKey(world.context.store, consent.account_id);
  expect(now.apiKey).not.toBe(held.apiKey);
  await until(
    async () => world.context.link.meters.now(consent.account_id)?.isReady === true,
    'the streams are ready with the new key',
  );
  const health = await caller.call('GET', `/api/okx/oauth/status/comprehensive?account_id=${consent.account_id}`);
  expect(health.body).toMatchObject({ fastApi: { connected: true, state: 'active' }, websocket: { connected: true } });
  expect(Number(health.body['healthScore'])).toBeGreaterThan(70);
  const gone = await caller.call('DELETE', `/api/okx/oauth/disconnect/${consent.account_id}`);
  expect(gone.status).toBe(200);
  expect(world.context.live.account(consent.account_id)?.balance ?? null).toBeNull();
});

test('when the exchange already has a key of our program, the server deletes this key and creates a new key', async () => {
  const { accountId, uid } = await caller.linkAccount();
  await caller.call('DELETE', `/api/okx/oauth/disconnect/${accountId}`);
  const again = await caller.consent('fast_api', uid);
  const made = await caller.createKey(again.account_id);
  expect(made.body).toMatchObject({ success: true });
  expect(again.account_id).not.toBe(accountId);
});

test('a key can be deleted and later created again, and a request to delete a missing key succeeds', async () => {
  const consent = await caller.consent('fast_api', 'new');
  const path = `/api/okx/oauth/fast-api/delete-key?account_id=${consent.account_id}&is_demo=false`;
  expect((await caller.call('DELETE', path)).body).toMatchObject({ success: true, existed: false });
  expect((await caller.createKey(consent.account_id)).body).toMatchObject({ success: true });
  const uid = (await world.context.store.accounts.find(consent.account_id))?.uid ?? '';
  await caller.consent('fast_api', uid);
  expect((await caller.call('DELETE', path)).body).toMatchObject({ success: true, existed: true });
  const waiting = (await status()).find((account) => account['id'] === consent.account_id);
  expect(waiting?.['key_state']).toBe('missing');
  const check = await caller.call('GET', `/api/okx/preflight?account_id=${consent.account_id}`);
  expect(check.body).toMatchObject({ may_trade: false, findings: [{ code: 'KEY_MISSING' }] });
  expect((await caller.createKey(consent.account_id)).body).toMatchObject({ success: true, is_replacement: true });
});

test('when the response to a key creation is lost, the server still creates a key', async () => {
  const consent = await caller.consent('fast_api', 'new');
  await caller.order('faults', { path: '/api/v5/users/oauth/apikey', kind: 'lost' });
  expect((await caller.createKey(consent.account_id)).body).toMatchObject({ success: true });
});

test('when the old key was deleted and the creation of a key fails, the error is KEY_MISSING and a second attempt succeeds', async () => {
  const { accountId, uid } = await caller.linkAccount();
  await caller.consent('fast_api', uid);
  await caller.order('faults', { path: '/api/v5/users/oauth/apikey', kind: 'drop', count: 2 });
  const failed = await caller.createKey(accountId);
  expect([failed.status, failed.body['error_code']]).toEqual([502, 'KEY_MISSING']);
  expect((await caller.createKey(accountId)).body).toMatchObject({ success: true, is_replacement: true });
});

test('when another user has linked the account of the consent, or the consent belongs to another account, the callback is refused', async () => {
  const foreign = await world.linkOperator();
  const { url } = await caller.begin('fast_api');
  const back = await decide(url, { account: foreign });
  const response = await caller.callback('fast_api', back.searchParams);
  expect([response.status, response.body['error_code']]).toEqual([409, 'ACCOUNT_ALREADY_LINKED']);
  const other = await caller.begin('fast_api', world.accountId);
  const differs = await caller.callback('fast_api', (await decide(other.url, { account: 'new' })).searchParams);
  expect(differs.body['error_code']).toBe('ACCOUNT_DIFFERS');
});

test('when the tokens do not name the exchange account and the new key belongs to another account, the error is ACCOUNT_DIFFERS and no account is stored', async () => {
  const { account_id: accountId } = await caller.consent('oauth', 'new');
  await caller.order('oauth/clients', { ...world.registration, mayReadAccount: 'false' });
  await caller.consent('fast_api', 'new', accountId);
  const refused = await caller.createKey(accountId);
  await caller.order('oauth/clients', world.registration);
  expect([refused.status, refused.body['error_code']]).toEqual([409, 'ACCOUNT_DIFFERS']);
  expect(await world.context.store.accounts.find(accountId)).toBeNull();
  expect(await world.context.store.consents.find(accountId, 'fast_api')).toMatchObject({ uid: null });
});

test('a failed token renewal returns a different error for each cause', async () => {
  const consent = await caller.consent('oauth', 'new');
  const refresh = () => caller.call('POST', '/api/okx/oauth/refresh', { account_id: consent.account_id });
  await caller.order('faults', { path: '/v5/users/oauth/token', kind: 'drop' });
  expect((await refresh()).body).toMatchObject({ error_code: 'TOKEN_REFRESH_FAILED', scope: 'exchange' });
  const uid = (await world.context.store.consents.find(consent.account_id, 'oauth'))?.uid;
  await caller.order('oauth/revoke', { account: uid });
  expect((await refresh()).body).toMatchObject({ error_code: 'TOKEN_INVALID', scope: 'exchange' });
  const listed = (await status()).find((account) => account['id'] === consent.account_id);
  expect(listed).toMatchObject({ is_expired: true, has_auto_refresh: false, minutes_left: 0 });
  expect((await refresh()).body).toMatchObject({ error_code: 'TOKEN_EXPIRED', scope: 'exchange' });
});

test('a new client secret is used by a running server at once, and without it the exchange refuses the tokens', async () => {
  const { keyRotation } = await world.openTools();
  const { account_id: accountId } = await caller.consent('oauth', 'new');
  const renew = () => caller.call('POST', '/api/okx/oauth/refresh', { account_id: accountId });
  expect((await renew()).status).toBe(200);
  await caller.order('oauth/clients', { ...world.registration, clientSecret: 'another-secret' });
  expect((await renew()).status).not.toBe(200);
  await keyRotation.rotateOauthSecret(secretOf('another-secret'), 1_700_000_000_000);
  expect((await renew()).status).toBe(200);
  await caller.order('oauth/clients', world.registration);
  await keyRotation.retireOauthSecret(1_700_000_000_000);
  expect((await renew()).status).toBe(200);
});

test('linking, creating, replacing and deleting a key and unlinking require a new password check when the last check is older than ten minutes', async () => {
  const { account_id: consented } = await caller.consent('fast_api', 'new');
  world.passTime(11 * 60_000);
  for (const [method, path] of [
    ['GET', '/api/okx/oauth/auth'],
    ['GET', `/api/okx/oauth/fast-api/auth?account_id=${world.accountId}`],
    ['DELETE', `/api/okx/oauth/disconnect/${world.accountId}`],
    ['DELETE', `/api/okx/oauth/fast-api/delete-key?account_id=${consented}&is_demo=false`],
  ] as const) {
    const response = await caller.call(method, path);
    expect([response.status, response.body['error_code']]).toEqual([403, 'REAUTH_REQUIRED']);
  }
  expect((await caller.createKey(consented)).body['error_code']).toBe('REAUTH_REQUIRED');
  const password = { password: 'rondo-demo-member' };
  expect((await caller.call('POST', '/api/auth/reauthenticate', password)).status).toBe(200);
  expect((await caller.call('GET', '/api/okx/oauth/auth')).status).toBe(200);
  // The consent was given before the check, and it was not used by the refused calls.
  expect((await caller.createKey(consented)).status).toBe(200);
  world.passTime(-11 * 60_000);
});

test('the callback address of the API redirects a browser to the page that completes the link or shows the error', async () => {
  const visit = async (path: string, headers: Record<string, string> = { accept: 'text/html,*/*' }) => {
    const response = await world.api.inject({ method: 'GET', url: path, headers });
    return [response.statusCode, response.headers.location];
  };
  const query = 'code=x&state=oauth.a.b.c&domain=https%3A%2F%2Fwww.okx.com';
  expect(await visit(`/api/okx/oauth/callback?${query}`)).toEqual([302, `/dashboard/okx-oauth-redirect?${query}`]);
  expect(await visit('/api/okx/oauth/fast-api/callback?error=access_denied')).toEqual([
    302,
    '/okx-oauth-error?error=access_denied',
  ]);
  expect(await visit('/api/okx/oauth/callback')).toEqual([
    302,
    '/okx-oauth-error?error=Required+parameters+are+missing+%28code%2Fstate%29.',
  ]);
  expect(await visit(`/api/okx/oauth/callback?${query}`, { accept: 'application/json' })).toEqual([401, undefined]);
});

test('on a live venue a link can begin only in a session with a second factor', async () => {
  const live = await createApp({ ...world.context, venue: 'okx' });
  for (const url of ['/api/okx/oauth/auth', '/api/okx/oauth/fast-api/auth']) {
    const headers = { authorization: `Bearer ${await world.token('member')}`, host: 'localhost' };
    const response = await live.inject({ method: 'GET', url, headers });
    expect([response.statusCode, response.json<{ error_code: string }>().error_code]).toEqual([
      403,
      'SECOND_FACTOR_REQUIRED',
    ]);
  }
  await live.close();
});

test('the deletion of the user account deletes the keys whose consent allows it, and names the keys that remain at the exchange', async () => {
  const { accountId, uid } = await caller.linkAccount();
  await caller.consent('oauth', uid, accountId);
  const { accounts } = world.context.store;
  const { maskedKey = '' } = (await accounts.find(accountId)) ?? {};
  const { maskedKey: demoKey = '' } = (await accounts.find(world.accountId)) ?? {};
  const { body } = await caller.call('DELETE', '/api/user/me');
  const remaining = (body['remaining_keys'] as Record<string, unknown>[]).map((key) => key['masked_key']);
  expect(remaining).toContain(demoKey);
  expect(remaining).not.toContain(maskedKey);
});
