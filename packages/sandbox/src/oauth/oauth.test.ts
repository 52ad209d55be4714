// Tests of OAuth and Fast-API keys: consent, codes, tokens, keys, and the codes of refusals.
import { signOkxLogin, signOkxRequest, okxTimestamp } from '@rondo/protocol';
import { expect, test } from 'vitest';
import { rowsOf, type CoreResponse } from '../wire/envelope.ts';
import { openHarness, type Harness } from '../../tests/_harness.ts';

const redirectUri = 'http://localhost:3000/dashboard/okx-oauth-redirect';
const program = {
  clientId: 'rondo',
  clientSecret: 'shh',
  name: 'Rondo',
  redirectUris: [redirectUri],
  keyIps: ['127.0.0.1'],
};
const goodPassphrase = 'Abcdefg-12345678';

function openLinkHarness(changes: Record<string, unknown> = {}): Harness {
  const harness = openHarness();
  harness.core.configureOauth('clients', { ...program, ...changes });
  return harness;
}

function authorizeQuery(scope: string, changes: Record<string, string> = {}): string {
  const fields = { response_type: 'code', access_type: 'offline', client_id: 'rondo', redirect_uri: redirectUri };
  return new URLSearchParams({ ...fields, scope, state: 's1', ...changes }).toString();
}

function decide(harness: Harness, scope: string, changes: Record<string, string> = {}): URL {
  const body = `${authorizeQuery(scope)}&${new URLSearchParams({ account: accountOf(harness), decision: 'allow', ...changes })}`;
  const headers = { host: '127.0.0.1:9' };
  const page = harness.core.browse({ method: 'POST', path: '/account/oauth/decision', body, headers });
  expect(page?.status).toBe(302);
  return new URL(page?.headers['location'] ?? '');
}

const accountOf = (harness: Harness): string => harness.core.accounts[0]?.accountId ?? '';

function askToken(harness: Harness, fields: Record<string, string>, address = '127.0.0.1') {
  const body = JSON.stringify({ client_id: 'rondo', client_secret: 'shh', ...fields });
  const response = harness.core.browse({ method: 'POST', path: '/v5/users/oauth/token', body, address });
  // The token endpoint returns a flat JSON object.
  return JSON.parse(response?.text ?? '{}') as Record<string, string | number>;
}

function tokenFor(harness: Harness, scope: string): string {
  const code = decide(harness, scope).searchParams.get('code') ?? '';
  return String(askToken(harness, { grant_type: 'authorization_code', code })['access_token']);
}

function withToken(
  harness: Harness,
  token: string,
  call: { path: string; body?: unknown; demo?: boolean },
): CoreResponse {
  return harness.core.request({
    method: call.path.includes('config') ? 'GET' : 'POST',
    path: call.path,
    body: call.body === undefined ? '' : JSON.stringify(call.body),
    headers: { authorization: `Bearer ${token}`, ...(call.demo ? { 'x-simulated-trading': '1' } : {}) },
  });
}

const createPath = '/api/v5/users/oauth/apikey';
const deletePath = '/api/v5/users/oauth/delete-apikey';
const wanted = { label: 'Rondo', passphrase: goodPassphrase, perm: 'trade', bindApp: true };

test.each([
  ['53010', { client_id: 'somebody' }],
  ['53016', { redirect_uri: encodeURIComponent(redirectUri) }],
  ['53011', { response_type: 'token' }],
  ['53011', { access_type: 'online' }],
  ['53011', { scope: 'withdraw' }],
])('a consent page with a wrong parameter shows the code %s and does not redirect', (code, changes) => {
  const harness = openLinkHarness();
  const query = authorizeQuery('fast_api', changes);
  const page = harness.core.browse({ method: 'GET', path: '/account/oauth', query });
  expect(page?.status).toBe(400);
  expect(page?.text).toContain(code);
  expect(page?.headers['location']).toBeUndefined();
});

test('the consent page names the program and escapes its parameters', () => {
  const harness = openLinkHarness({ name: '<b>Rondo</b>' });
  const query = authorizeQuery('fast_api', { state: '"><script>' });
  const page = harness.core.browse({ method: 'GET', path: '/account/oauth', query });
  expect(page?.text).toContain('Allow');
  expect(page?.text).toContain('Deny');
  expect(page?.text).not.toContain('<script>');
  expect(page?.text).not.toContain('<b>Rondo');
});

test('when the user denies the consent, the redirect has no code', () => {
  const back = decide(openLinkHarness(), 'fast_api', { decision: 'deny' });
  expect(back.searchParams.get('error')).toBe('access_denied');
  expect(back.searchParams.get('state')).toBe('s1');
  expect(back.searchParams.get('code')).toBeNull();
});

test('after the user allows the consent, the redirect has a code, the state and the domain, and the code can be used once within ten minutes', () => {
  const harness = openLinkHarness();
  const back = decide(harness, 'read_only,trade');
  expect([back.searchParams.get('state'), back.searchParams.get('domain')]).toEqual(['s1', 'http://127.0.0.1:9']);
  const use = { grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '' };
  expect(askToken(harness, use)).toMatchObject({ token_type: 'bearer', expires_in: 3_600 });
  expect(askToken(harness, use)).toMatchObject({ code: '53012' });
  const late = decide(harness, 'read_only,trade').searchParams.get('code') ?? '';
  harness.clock.pass(10 * 60_000);
  expect(askToken(harness, { grant_type: 'authorization_code', code: late })).toMatchObject({ code: '53012' });
});

test('the token endpoint refuses a request with a wrong secret and a request from an unlisted address', () => {
  const harness = openLinkHarness({ callerIps: ['10.0.0.1'] });
  const code = decide(harness, 'fast_api').searchParams.get('code') ?? '';
  const use = { grant_type: 'authorization_code', code };
  expect(askToken(harness, { ...use, client_secret: 'no' }, '10.0.0.1')).toMatchObject({ code: '53010' });
  expect(askToken(harness, use, '127.0.0.1')).toMatchObject({ code: '53014' });
  expect(askToken(harness, use, '10.0.0.1')).not.toHaveProperty('refresh_token');
});

test('a refresh token can be used once for a new pair of tokens, and a refresh token expires after three days', () => {
  const harness = openLinkHarness();
  const code = decide(harness, 'read_only,trade').searchParams.get('code') ?? '';
  const first = askToken(harness, { grant_type: 'authorization_code', code });
  const renew = (token: unknown) => askToken(harness, { grant_type: 'refresh_token', refresh_token: String(token) });
  const second = renew(first['refresh_token']);
  expect(second['access_token']).not.toBe(first['access_token']);
  expect(renew(first['refresh_token'])).toMatchObject({ code: '53003' });
  harness.clock.pass(3 * 24 * 3_600_000);
  expect(renew(second['refresh_token'])).toMatchObject({ code: '53002' });
});

test('an access token can read its account until the token expires after an hour or the user withdraws the consent', () => {
  const harness = openLinkHarness();
  const token = tokenFor(harness, 'read_only,trade');
  const config = (of: string) => withToken(harness, of, { path: '/api/v5/account/config' }).json;
  expect(config(token).data).toMatchObject([{ uid: accountOf(harness) }]);
  harness.core.configureOauth('revoke', { account: 'a' });
  expect(config(token).code).toBe('53003');
  const other = tokenFor(harness, 'read_only,trade');
  harness.clock.pass(3_600_000);
  expect(config(other).code).toBe('53002');
});

test('the creation of a second Fast-API key is refused until the first key is deleted, and a second deletion is refused with 59506', () => {
  const harness = openLinkHarness();
  const token = tokenFor(harness, 'fast_api');
  const make = () => withToken(harness, token, { path: createPath, body: wanted }).json;
  expect(make()).toMatchObject({ code: '0', data: [{ label: 'Rondo', perm: 'trade', bindApp: true }] });
  expect(make().code).toBe('50116');
  expect(withToken(harness, token, { path: createPath, body: wanted, demo: true }).json.code).toBe('0');
  expect(withToken(harness, token, { path: deletePath }).json).toMatchObject({ code: '0', data: [{ result: true }] });
  expect(withToken(harness, token, { path: deletePath }).json.code).toBe('59506');
  expect(make().code).toBe('0');
});

test.each([
  ['59505', { body: { passphrase: 'short' } }],
  ['59505', { body: { passphrase: 'NoSpecial12345678' } }],
  ['51000', { body: { perm: 'withdraw' } }],
  ['50014', { body: { label: '' } }],
  ['59505', { client: { passphraseMin: 20 } }],
  ['50118', { client: { keyIps: [] } }],
  ['50117', { client: { isBroker: 'false' } }],
  ['53017', { scope: 'read_only,trade' }],
])('the creation of a key is refused with %s', (code, given: { client?: object; body?: object; scope?: string }) => {
  const { client = {}, body = {}, scope = 'fast_api' } = given;
  const harness = openLinkHarness({ ...client });
  const token = tokenFor(harness, scope);
  expect(withToken(harness, token, { path: createPath, body: { ...wanted, ...body } }).json.code).toBe(code);
});

test('with a consent for trading, a program can delete the Fast-API key and cannot create a new key', () => {
  const harness = openLinkHarness();
  withToken(harness, tokenFor(harness, 'fast_api'), { path: createPath, body: wanted });
  const token = tokenFor(harness, 'read_only,trade');
  expect(withToken(harness, token, { path: deletePath }).json.code).toBe('0');
  expect(withToken(harness, token, { path: createPath, body: wanted }).json.code).toBe('53017');
});

test('for a demo account a program gets a demo key, with or without the header for simulated trading', () => {
  const harness = openLinkHarness();
  const code = decide(harness, 'fast_api', { account: 'new-demo' }).searchParams.get('code') ?? '';
  const token = String(askToken(harness, { grant_type: 'authorization_code', code })['access_token']);
  expect(withToken(harness, token, { path: createPath, body: wanted }).json.code).toBe('0');
  expect(withToken(harness, token, { path: createPath, body: wanted, demo: true }).json.code).toBe('50116');
  const keys = harness.core
    .allChanges()
    .flatMap((change) => (change.kind === 'account' && change.value.isDemo === true ? change.value.keys : []));
  expect(keys.map(({ environment }) => environment)).toEqual(['demo', 'demo']);
});

test('a program that is not authorized for the site of an account gets 53018, and a token for a Fast-API key can be denied access to account data', () => {
  const harness = openLinkHarness({ sites: ['eea'], mayReadAccount: 'false' });
  const use = (account: string) => {
    const code = decide(harness, 'fast_api', { account }).searchParams.get('code') ?? '';
    return askToken(harness, { grant_type: 'authorization_code', code });
  };
  expect(use(accountOf(harness))).toMatchObject({ code: '53018' });
  const european = use(harness.core.createAccount({ site: 'eea' })?.accountId ?? '');
  const token = String(european['access_token']);
  expect(withToken(harness, token, { path: '/api/v5/account/config' }).json.code).toBe('50120');
});

test('a Fast-API key can sign requests only from its addresses, and the deletion of the key closes its sockets', () => {
  const harness = openLinkHarness();
  const token = tokenFor(harness, 'fast_api');
  const made = rowsOf(withToken(harness, token, { path: createPath, body: wanted }).json)[0] as Record<string, string>;
  const read = (address: string): CoreResponse => {
    const timestamp = okxTimestamp(harness.clock.now());
    const path = '/api/v5/account/config';
    const sign = signOkxRequest(made['secretKey'] ?? '', { timestamp, method: 'GET', path, body: '' });
    const headers = {
      'OK-ACCESS-KEY': made['apiKey'],
      'OK-ACCESS-SIGN': sign,
      'OK-ACCESS-TIMESTAMP': timestamp,
      'OK-ACCESS-PASSPHRASE': goodPassphrase,
    };
    return harness.core.request({ method: 'GET', path, headers, address });
  };
  expect(read('127.0.0.1').json.data).toMatchObject([{ perm: 'read_only,trade', ip: '127.0.0.1', label: 'Rondo' }]);
  expect(read('192.0.2.1').json.code).toBe('50110');
  const socket = harness.core.connect('/ws/v5/private');
  const closes: number[] = [];
  socket?.onClose((code) => closes.push(code));
  const timestamp = String(Math.floor(harness.clock.now() / 1_000));
  const sign = signOkxLogin(made['secretKey'] ?? '', timestamp);
  socket?.send(
    JSON.stringify({ op: 'login', args: [{ apiKey: made['apiKey'], passphrase: goodPassphrase, timestamp, sign }] }),
  );
  withToken(harness, token, { path: deletePath });
  harness.core.flush();
  expect(closes).toEqual([4007]);
  expect(read('127.0.0.1').json.code).toBe('50119');
});

test('programs, consents and keys are restored after a restart', () => {
  const harness = openLinkHarness();
  const token = tokenFor(harness, 'fast_api');
  withToken(harness, token, { path: createPath, body: wanted });
  const again = openHarness({ restore: harness.core.allChanges(), clock: harness.clock });
  expect(withToken(again, token, { path: createPath, body: wanted }).json.code).toBe('50116');
  expect(withToken(again, token, { path: deletePath }).json.code).toBe('0');
});

test('a new registration replaces the older registration, and a registration without a secret changes only the given fields', () => {
  const harness = openLinkHarness({ mayFastApi: 'false', tokenSeconds: 640 });
  const page = (): number | undefined =>
    harness.core.browse({ method: 'GET', path: '/account/oauth', query: authorizeQuery('fast_api') })?.status;
  expect(page()).toBe(400);
  harness.core.configureOauth('clients', { clientId: 'rondo', tokenSeconds: 700 });
  expect(page()).toBe(400);
  harness.core.configureOauth('clients', program);
  expect(page()).toBe(200);
});
