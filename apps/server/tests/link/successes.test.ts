// Tests one success of each call that links an account or ends a link. Each test checks the whole response over a real socket.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Caller } from '../_link.ts';
import { freshKey, startWorld, validRequest, type TestWorld } from '../_world.ts';
import { openStoredKey } from '@rondo/testkit/database';

let world: TestWorld;
let caller: Caller;
beforeAll(async () => {
  world = await startWorld();
  caller = new Caller(world);
}, 60_000);
afterAll(() => world.close());

const find = async (accountId: string) => world.context.store.accounts.find(accountId);

test('POST create-key creates a key and stores it for the account', async () => {
  const { account_id: accountId } = await caller.consent('fast_api', 'new');
  const made = await caller.createKey(accountId);
  const stored = await find(accountId);
  expect(made).toEqual({
    status: 200,
    body: {
      success: true,
      message: 'The trading key was made.',
      account_id: accountId,
      api_key: stored?.maskedKey,
      perm: 'read_only,trade',
      is_replacement: false,
      findings: expect.any(Array),
    },
  });
  const { exchanges } = world.context.link;
  await exchanges.prepare(accountId);
  expect((await exchanges.find(accountId)?.current.settings())?.ok).toBe(true);
});

test('DELETE delete-key deletes the key at the exchange, and the account then waits for a new key', async () => {
  const { accountId, uid } = await caller.linkAccount();
  await caller.consent('fast_api', uid);
  const path = `/api/okx/oauth/fast-api/delete-key?account_id=${accountId}&is_demo=false`;
  expect(await caller.call('DELETE', path)).toEqual({
    status: 200,
    body: { success: true, message: 'The trading key was deleted.', existed: true },
  });
  const { body } = await caller.call('GET', '/api/okx/oauth/status');
  expect(body['accounts']).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: accountId, key_state: 'missing' })]),
  );
});

test('POST oauth/refresh renews the token of a consent', async () => {
  const { account_id: accountId, expires_at: before } = await caller.consent('oauth', 'new');
  world.passTime(60_000);
  const renewed = await caller.call('POST', '/api/okx/oauth/refresh', { account_id: accountId });
  world.passTime(-60_000);
  expect(renewed).toEqual({
    status: 200,
    body: { success: true, account_id: accountId, expires_at: expect.any(Number) },
  });
  expect(Number(renewed.body['expires_at'])).toBeGreaterThan(before);
});

test('POST auth/refresh renews the session of the cookie', async () => {
  const login = await world.api.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: 'member@rondo.test', password: 'rondo-demo-member' },
  });
  const cookies = Object.fromEntries(login.cookies.map(({ name, value }) => [name, value]));
  const renewed = await world.api.inject({ method: 'POST', url: '/api/auth/refresh', cookies });
  expect(renewed.statusCode).toBe(200);
  const token = renewed.json<{ access_token: string }>().access_token;
  expect(token).not.toBe(login.json<{ access_token: string }>().access_token);
  expect(renewed.cookies[0]?.value).not.toBe(login.cookies[0]?.value);
  const me = await world.api.inject({ url: '/api/user/me', headers: { authorization: `Bearer ${token}` } });
  expect(me.statusCode).toBe(200);
});

test('DELETE disconnect deletes the key at the exchange and unlinks the account', async () => {
  const { accountId, uid } = await caller.linkAccount();
  await caller.consent('oauth', uid);
  expect(await caller.call('DELETE', `/api/okx/oauth/disconnect/${accountId}`)).toEqual({
    status: 200,
    body: { success: true, account_id: accountId, is_key_deleted: true },
  });
  expect(await find(accountId)).toBeNull();
  const { body } = await caller.call('GET', '/api/okx/oauth/status');
  expect(JSON.stringify(body)).not.toContain(accountId);
});

test('when several accounts are linked, a call that names none is refused at the field that names the account', async () => {
  await caller.linkAccount();
  const balance = await caller.call('GET', '/api/okx/account/balance');
  expect(balance).toMatchObject({ status: 400, body: { error_code: 'VALIDATION', field: 'account_id' } });
  const created = await caller.start(validRequest(), freshKey());
  expect(created).toMatchObject({ status: 400, body: { error_code: 'VALIDATION', field: 'exchange_account_id' } });
});

test('POST exchange-accounts links an LBank account whose key the exchange accepts', async () => {
  const { apiKey, secretKey } = world.openExchangeAccount({ label: 'lbank', perm: 'read_only,trade' });
  const made = await caller.call('POST', '/api/exchange-accounts', {
    exchange_id: 'lbank',
    account_name: 'My LBank',
    credentials: { api_key: apiKey, secret_key: secretKey },
    permissions: { read: true, trade: true },
  });
  expect(made.status).toBe(200);
  expect(made.body).toMatchObject({
    exchange_id: 'lbank',
    exchange_name: 'LBank',
    account_name: 'My LBank',
    status: 'connected',
    permissions: { read: true, trade: true },
    secret_key: null,
    offers_bots: false,
  });
  const stored = await openStoredKey(world.context.store, String(made.body['id']));
  expect([stored.apiKey, stored.secretKey]).toEqual([apiKey, secretKey]);
});
