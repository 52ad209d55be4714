// Tests the routes that link LBank accounts: the rules of the form, and the check of the key at the exchange. No response may contain a secret.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody, KeyTestResponse, KeyedAccount } from '@rondo/contract';
import { secretOf } from '@rondo/store';
import { startWorld, validRequest, type TestWorld } from '../_world.ts';
import { linkAccount, turnOnFactor } from '@rondo/testkit/database';

let world: TestWorld;
/** While the signer is silent, it gets no message, as while its process starts again. */
const stage = { isSilent: false };
beforeAll(async () => {
  world = await startWorld({
    signer: (line) => ({ ...line, send: (message) => void (stage.isSilent || line.send(message)) }),
  });
});
afterAll(async () => {
  await world.close();
});

async function call(
  line: `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`,
  payload?: object,
  role: 'member' | 'operator' = 'member',
) {
  const [method, url] = line.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]; // the two parts of the parameter
  const headers = { authorization: `Bearer ${await world.token(role)}` };
  const response = await world.api.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  const { status: _state, ...body } = response.json<ErrorBody & KeyedAccount & KeyTestResponse>();
  return { status: response.statusCode, text: response.body, ...body };
}

/** Returns a request that links a new LBank key of the sandbox with these permissions, as the form of the web app sends the request. */
function linkOf(perm: string, changes: object = {}) {
  const { apiKey, secretKey } = world.openExchangeAccount({ label: perm, perm });
  const credentials = { api_key: ` ${apiKey} `, secret_key: `${secretKey}\r\n` };
  return { exchange_id: 'lbank', account_name: ' My LBank ', credentials, tags: 'spot, , slow ,spot', ...changes };
}

test('the list of exchanges shows for each exchange whether bots can trade on it', async () => {
  const response = await call('GET /api/exchange-accounts/exchanges');
  expect(JSON.parse(response.text)).toEqual({
    exchanges: [
      { id: 'okx', name: 'OKX', status: 'available', offers_bots: true },
      { id: 'lbank', name: 'LBank', status: 'available', offers_bots: false },
    ],
  });
});

test('an account is linked, listed, tested, edited and unlinked', async () => {
  const link = linkOf('read_only,trade');
  const made = await call('POST /api/exchange-accounts/', link);
  expect(made).toMatchObject({
    status: 200,
    account_name: 'My LBank',
    tags: ['spot', 'slow'],
    permissions: { read: true, trade: false },
    secret_key: null,
    offers_bots: false,
  });
  expect(made.text).not.toContain(link.credentials.secret_key.trim());
  expect(made.text).not.toContain(link.credentials.api_key.trim());
  const list = await call('GET /api/exchange-accounts?exchange_name=LBANK');
  expect(JSON.parse(list.text)).toMatchObject({ accounts: [{ id: made.id, exchange_name: 'LBank' }] });
  // The web app offers every account of this response for bots, so the response must not contain the LBank account.
  expect((await call('GET /api/okx/oauth/status')).text).not.toContain(String(made.id));
  const url = `/api/exchange-accounts/${made.id}` as const;
  expect(await call(`POST ${url}/test`)).toMatchObject({ success: true, account: { status: 'connected' } });
  const edited = await call(`PUT ${url}`, {
    account_name: 'Second',
    permissions: { read: true, trade: true },
    tags: [],
  });
  expect(edited).toMatchObject({ account_name: 'Second', permissions: { trade: true }, tags: [] });
  const foreign = linkOf('read_only,trade').credentials;
  expect((await call(`PUT ${url}`, { credentials: foreign })).error_code).toBe('KEY_OF_ANOTHER_ACCOUNT');
  expect((await call(`GET ${url}`, undefined, 'operator')).status).toBe(404);
  expect((await call(`DELETE ${url}`, undefined, 'operator')).status).toBe(404);
  expect((await call(`DELETE ${url}`)).status).toBe(200);
  expect((await call(`GET ${url}`)).status).toBe(404);
});

test.each([
  [{ account_name: '   ' }, 400, 'EXCHANGE_FIELDS_REQUIRED'],
  [{ account_name: undefined }, 400, 'EXCHANGE_FIELDS_REQUIRED'],
  [{ account_name: '\u200b' }, 400, 'EXCHANGE_FIELDS_REQUIRED'],
  [{ credentials: { api_key: ' ', secret_key: 'x' } }, 400, 'EXCHANGE_FIELDS_REQUIRED'],
  [{ credentials: { api_key: 'x' } }, 400, 'EXCHANGE_FIELDS_REQUIRED'],
  [{ credentials: undefined }, 400, 'EXCHANGE_FIELDS_REQUIRED'],
  [{ exchange_id: undefined }, 400, 'EXCHANGE_UNKNOWN'],
  [{ exchange_id: 'nowhere' }, 400, 'EXCHANGE_UNKNOWN'],
  [{ exchange_id: 'okx' }, 409, 'EXCHANGE_BY_CONSENT'],
  [{ credentials: { api_key: 'unknown', secret_key: 'x' } }, 409, 'EXCHANGE_KEY_REFUSED'],
  [{ owner_id: 'x' }, 400, 'VALIDATION'],
  [{ tags: Array.from({ length: 11 }, (_, index) => `tag ${index}`) }, 400, 'VALIDATION'],
])('linking with %j is refused with %i %s', async (changes, ...[status, code]) => {
  const response = await call('POST /api/exchange-accounts/', linkOf('read_only', changes));
  expect([response.status, response.error_code]).toEqual([status, code]);
});

test('an edit accepts any subset of the fields of a new account, and a blank key does not change the stored key', async () => {
  const { apiKey, secretKey } = world.openExchangeAccount({ label: 'edited', perm: 'read_only,trade' });
  const made = await call(
    'POST /api/exchange-accounts/',
    linkOf('read_only', { credentials: { api_key: apiKey, secret_key: secretKey }, permissions: { trade: true } }),
  );
  expect(made.permissions).toEqual({ read: true, trade: true });
  const put = (body: object) => call(`PUT /api/exchange-accounts/${made.id}`, body);
  expect(await put({ exchange_id: 'LBank', account_name: 'A' })).toMatchObject({ status: 200, account_name: 'A' });
  expect((await put({ exchange_id: 'okx' })).error_code).toBe('EXCHANGE_UNKNOWN');
  expect((await put({ permissions: { trade: false } })).permissions).toEqual({ read: true, trade: false });
  expect((await put({ credentials: { api_key: '', secret_key: ' ' } })).api_key).toBe(made.api_key);
  expect((await put({ credentials: { secret_key: secretKey } })).status).toBe(200);
  expect((await put({ credentials: { secret_key: 'another' } })).error_code).toBe('EXCHANGE_KEY_REFUSED');
  expect(await call(`POST /api/exchange-accounts/${made.id}/test`)).toMatchObject({ success: true, parameters: {} });
});

test('the connection test also works for an account that was linked by consent', async () => {
  const url = `/api/exchange-accounts/${world.accountId}` as const;
  expect(await call(`POST ${url}/test`)).toMatchObject({
    success: true,
    message_key: 'exchange.testDone',
    account: { exchange_id: 'okx' },
  });
});

test('a key is refused when it has the withdrawal permission, lacks a requested permission, or is already linked', async () => {
  const post = async (body: object) => (await call('POST /api/exchange-accounts/', body)).error_code;
  expect(await post(linkOf('read_only,trade,withdraw'))).toBe('KEY_MAY_WITHDRAW');
  expect(await post(linkOf('trade'))).toBe('KEY_MAY_NOT_READ');
  expect(await post(linkOf('read_only', { permissions: { read: true, trade: true } }))).toBe('KEY_MAY_NOT_TRADE');
  const twice = linkOf('read_only');
  expect((await call('POST /api/exchange-accounts/', twice)).status).toBe(200);
  expect(await post(twice)).toBe('ACCOUNT_ALREADY_LINKED');
});

test('a bot cannot be created on an LBank account, and the OKX account stays the default account', async () => {
  const made = await call('POST /api/exchange-accounts/', linkOf('read_only'));
  const refused = await call('POST /api/bots', { ...validRequest(), exchange_account_id: made.id });
  expect(refused.error_code).toBe('BOTS_NOT_OFFERED');
  expect((await call('GET /api/margin')).status).toBe(200);
});

test('without the signer no key is checked, linked or changed, and the stored key works when the signer is back', async () => {
  const made = await call('POST /api/exchange-accounts/', linkOf('read_only,trade'));
  const { store } = world.context;
  const before = [
    await store.accounts.listByUser(world.people.member.id),
    await store.accounts.sealedKey(`${made.id}`),
  ];
  stage.isSilent = true;
  try {
    expect(await call('POST /api/exchange-accounts/', linkOf('read_only'))).toMatchObject({
      status: 503,
      error_code: 'EXCHANGE_UNAVAILABLE',
    });
    const { credentials } = linkOf('read_only');
    expect((await call(`PUT /api/exchange-accounts/${made.id}`, { credentials })).status).toBe(503);
    expect((await call(`POST /api/exchange-accounts/${made.id}/test`)).status).toBe(503);
  } finally {
    stage.isSilent = false;
  }
  const after = [await store.accounts.listByUser(world.people.member.id), await store.accounts.sealedKey(`${made.id}`)];
  expect(after).toEqual(before);
  expect(await call(`POST /api/exchange-accounts/${made.id}/test`)).toMatchObject({ success: true });
});

test('a key with a further parameter in its text is refused before a request is sent, and changes nothing', async () => {
  const made = await call('POST /api/exchange-accounts/', linkOf('read_only,trade'));
  const credentials = { api_key: 'the-key&amount=1&address=a', secret_key: '' };
  const changed = await call(`PUT /api/exchange-accounts/${made.id}`, { credentials });
  expect(changed.error_code).toBe('EXCHANGE_KEY_REFUSED');
  expect(await call(`POST /api/exchange-accounts/${made.id}/test`)).toMatchObject({ success: true });
});

test('when the exchange does not respond, linking returns EXCHANGE_UNAVAILABLE and stores nothing', async () => {
  const link = linkOf('read_only');
  const made = await call('POST /api/exchange-accounts/', linkOf('read_only'));
  const before = await world.context.store.accounts.listByUser(world.people.member.id);
  await world.killExchange();
  expect(await call('POST /api/exchange-accounts/', link)).toMatchObject({ status: 503, scope: 'exchange' });
  expect((await call(`POST /api/exchange-accounts/${made.id}/test`)).status).toBe(503);
  expect((await call(`POST /api/exchange-accounts/${world.accountId}/test`)).status).toBe(503);
  expect(await world.context.store.accounts.listByUser(world.people.member.id)).toHaveLength(before.length);
});

test('the row of an account that was linked by consent shows whether the account is a demo account', async () => {
  const { store, clock } = world.context;
  await turnOnFactor(store, world.people.member.id, clock.now());
  const flags: boolean[] = [];
  for (const environment of ['demo', 'live'] as const) {
    const made = await linkAccount(store, {
      userId: world.people.member.id,
      exchange: 'okx',
      label: environment,
      uid: `${environment}-1`,
      environment,
      domain: 'global',
      credentials: { apiKey: secretOf('k'), secretKey: secretOf('s'), passphrase: secretOf('p') },
      now: clock.now(),
    });
    if (!made.ok) throw new Error(`The store refused the row: ${made.refusal}`);
    flags.push((await call(`GET /api/exchange-accounts/${made.account.id}`)).is_testnet);
    await store.accounts.unlink(made.account.id, { isKeyDeleted: true, now: clock.now() });
  }
  await store.secondFactors.remove(world.people.member.id, true);
  expect(flags).toEqual([true, false]);
});

// This test is the last one, because the end of the approval ends the session that the other tests use.
test('a person whose approval was withdrawn lists the linked accounts and unlinks them, and cannot link another', async () => {
  const { id } = world.people.member;
  expect((await call(`POST /api/operator/users/${id}/revoke`, { reason: 'test' }, 'operator')).status).toBe(200);
  const { store, clock } = world.context;
  const session = await store.sessions.create({ userId: id, remember: false, now: clock.now() });
  const headers = { authorization: `Bearer ${session.accessToken}` };
  const list = await world.api.inject({ url: '/api/exchange-accounts?exchange_name=LBank', headers });
  const [linked] = list.json<{ accounts: KeyedAccount[] }>().accounts;
  expect(linked).toMatchObject({ exchange_name: 'LBank' });
  const link = { method: 'POST', url: '/api/exchange-accounts/', headers, payload: linkOf('read_only') } as const;
  expect((await world.api.inject(link)).statusCode).toBe(403);
  const unlinked = await world.api.inject({ method: 'DELETE', url: `/api/exchange-accounts/${linked?.id}`, headers });
  expect(unlinked.statusCode).toBe(200);
});
