// Tests every error of the exchange link. Each test produces the cause of an error over HTTP and checks its text in the five languages.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorCatalogue, exchangeKeyErrors, type ErrorCode, type ErrorEntry } from '@rondo/contract';
import { serverLimits } from '../../src/limits.ts';
import { headersOf } from '../_callers.ts';
import { Caller, decide, type CallerResponse, type Json } from '../_link.ts';
import { sentencesOf } from '../_sentences.ts';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;
let caller: Caller;
beforeAll(async () => {
  world = await startWorld();
  caller = new Caller(world);
}, 60_000);
// The tests of this file link more often than one person may in a minute.
beforeEach(() => world.passThrottles(60_000));
afterAll(() => world.close());

/** The error codes with `scope: 'exchange'`. Another test file covers the codes of accounts that are linked by a typed key. */
type LinkCode = {
  [Code in ErrorCode]: (typeof errorCatalogue)[Code] extends { readonly scope: 'exchange' } ? Code : never;
}[Exclude<ErrorCode, keyof typeof exchangeKeyErrors>];
/** The codes that specification 8 lists as errors of a session. */
type SessionCode = 'TOKEN_EXPIRED' | 'TOKEN_INVALID' | 'TOKEN_REFRESH_FAILED' | 'UNKNOWN_ERROR';

const keyPath = '/api/v5/users/oauth/apikey';
const tokenPath = '/v5/users/oauth/token';
const socket = '/api/okx/oauth/websocket';

const accepted = async (accountId: string) =>
  until(
    async () => world.context.link.meters.now(accountId)?.isKeyAccepted === true,
    'the exchange has accepted the key of the engine',
  );

/** Returns our response to a call that runs while our OAuth client has changed settings at the exchange. */
async function withProgram(changes: Json, ask: () => Promise<CallerResponse>): Promise<CallerResponse> {
  await caller.order('oauth/clients', { ...world.registration, ...changes });
  const response = await ask();
  await caller.order('oauth/clients', world.registration);
  return response;
}

async function keyWith(changes: Json, wanted: Json = {}): Promise<CallerResponse> {
  const { account_id: accountId } = await caller.consent('fast_api', 'new');
  return withProgram(changes, () => caller.createKey(accountId, wanted));
}

async function codeWith(changes: Json, account = 'new'): Promise<CallerResponse> {
  const { url } = await caller.begin('fast_api');
  const back = await decide(url, { account });
  return withProgram(changes, () => caller.callback('fast_api', back.searchParams));
}

/** Unlinks an account whose key stays at the exchange, and gives a new consent for this account. */
async function withForgottenKey(): Promise<{ readonly accountId: string; readonly uid: string }> {
  const old = await caller.linkAccount();
  const gone = await caller.call('DELETE', `/api/okx/oauth/disconnect/${old.accountId}`);
  expect(gone.status).toBe(200);
  return { accountId: (await caller.consent('fast_api', old.uid)).account_id, uid: old.uid };
}

/** Another installation of our program with a consent of this account. `takesTheRoom` creates a key as soon as the old key is deleted. */
async function rivalOf(uid: string): Promise<{ takesTheRoom(): Promise<void> }> {
  const { clientId, clientSecret } = world.registration;
  const code = (await decide((await caller.begin('fast_api')).url, { account: uid })).searchParams.get('code');
  const ask = async (path: string, body: Json, authorization = ''): Promise<Json> => {
    const headers = { 'content-type': 'application/json', authorization };
    const response = await fetch(`${world.exchangeOrigin}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await response.json()) as Json;
  };
  const use = { grant_type: 'authorization_code', code, client_id: clientId, client_secret: clientSecret };
  const token = String((await ask(tokenPath, use))['access_token']);
  const wanted = { label: 'Rival', passphrase: 'Rival-of-2-Rondo', perm: 'trade', bindApp: true };
  return {
    takesTheRoom: () =>
      until(
        async () => (await ask(keyPath, wanted, `Bearer ${token}`))['code'] === '0',
        'the other installation has created a key',
      ),
  };
}

/** Delays the second of the next two key requests so long that the request of another installation arrives first. */
async function slowSecondRequest(): Promise<void> {
  await caller.order('faults', { kind: 'delay', path: keyPath, delayMs: 0 });
  await caller.order('faults', { kind: 'delay', path: keyPath, delayMs: 1_500 });
}

/** Creates a key while the exchange responds to the first `count` key requests with this code. */
async function keyRefused(code: string, count: number): Promise<CallerResponse> {
  const { account_id: accountId } = await caller.consent('fast_api', 'new');
  await caller.order('faults', { kind: 'code', path: keyPath, code, count });
  const response = await caller.createKey(accountId);
  await caller.order('faults', { clear: true });
  return response;
}

async function keyOfRevoked(): Promise<CallerResponse> {
  const { account_id: accountId } = await caller.consent('fast_api', 'new');
  const uid = (await world.context.store.consents.find(accountId, 'fast_api'))?.uid ?? '';
  await caller.order('oauth/revoke', { account: uid });
  return caller.createKey(accountId);
}

const europeanAccount = (): string => world.openExchangeAccount({ site: 'eea' }).accountId;

async function refreshAfter(prepare: (uid: string) => Promise<void>): Promise<CallerResponse> {
  const { account_id: accountId } = await caller.consent('oauth', 'new');
  await prepare((await world.context.store.consents.find(accountId, 'oauth'))?.uid ?? '');
  return caller.call('POST', '/api/okx/oauth/refresh', { account_id: accountId });
}

async function viewing(ask: (accountId: string) => Promise<CallerResponse>): Promise<CallerResponse> {
  const connected = await caller.call('POST', `${socket}/connect`, { account_id: world.accountId });
  if (connected.status !== 200) throw new Error(JSON.stringify(connected.body));
  const response = await ask(world.accountId);
  await caller.call('POST', `${socket}/disconnect`);
  return response;
}

const as = async (kind: 'visitor' | 'expired', method: 'GET' | 'POST', url: string): Promise<CallerResponse> => {
  const response = await world.api.inject({ method, url, headers: await headersOf(world, kind) });
  return { status: response.statusCode, body: response.json<Json>() };
};

const keys: Readonly<
  Record<Extract<LinkCode, `FAST_API${string}` | `KEY${string}` | 'INVALID_PASSPHRASE'>, () => Promise<CallerResponse>>
> = {
  FAST_API_DISABLED: () => keyWith({ mayFastApi: 'false' }),
  async FAST_API_KEY_EXISTS() {
    // As specified, the server deletes the existing key and sends the creation again.
    const replaced = await caller.createKey((await withForgottenKey()).accountId);
    expect([replaced.status, replaced.body['is_replacement']]).toEqual([200, true]);
    // The server returns the error only when another installation creates a key between the two requests.
    const { accountId, uid } = await withForgottenKey();
    const rival = await rivalOf(uid);
    await slowSecondRequest();
    const asked = caller.createKey(accountId);
    // Now the old key is deleted, and the network delays the second request.
    await caller.faultsMet();
    await rival.takesTheRoom();
    return asked;
  },
  async FAST_API_PERMISSION_DENIED() {
    return caller.createKey((await caller.consent('oauth', 'new')).account_id);
  },
  async INVALID_PASSPHRASE() {
    // Here the exchange requires more characters than our generated passphrases have.
    expect((await keyWith({ passphraseMin: 20 })).body['error_code']).toBe('INVALID_PASSPHRASE');
    return caller.createKey((await caller.consent('fast_api', 'new')).account_id, { passphrase: 'short' });
  },
  async KEY_MISSING() {
    const { accountId, uid } = await caller.linkAccount();
    await caller.consent('fast_api', uid);
    await caller.order('faults', { path: keyPath, kind: 'drop', count: 2 });
    return caller.createKey(accountId);
  },
  async KEY_CHANGE_RUNNING() {
    const { account_id: accountId } = await caller.consent('fast_api', 'new');
    await caller.order('faults', { path: keyPath, kind: 'delay', delayMs: 300 });
    const [first, second] = await Promise.all([caller.createKey(accountId), caller.createKey(accountId)]);
    const [good, refused] = first.status === 200 ? [first, second] : [second, first];
    expect(good.status).toBe(200);
    return refused;
  },
};

const sockets: Readonly<Record<Extract<LinkCode, `WS_${string}`>, () => Promise<CallerResponse>>> = {
  async WS_CONNECTION_FAILED() {
    await caller.order('faults', { kind: 'refuse', forMs: 60_000 });
    const response = await caller.call('POST', `${socket}/connect`, { account_id: world.accountId });
    await caller.order('faults', { clear: true });
    return response;
  },
  async WS_AUTH_FAILED() {
    const { accountId, uid } = await caller.linkAccount();
    await caller.order('oauth/end-keys', { account: uid });
    return caller.call('POST', `${socket}/connect`, { account_id: accountId });
  },
  WS_ALREADY_CONNECTED: () => viewing((id) => caller.call('POST', `${socket}/connect`, { account_id: id })),
  WS_NOT_CONNECTED: () => caller.call('POST', `${socket}/subscribe`, { channel: 'account' }),
  WS_SUBSCRIPTION_FAILED: () =>
    viewing(() => caller.call('POST', `${socket}/subscribe`, { channel: 'positions', inst_type: 'SPOT' })),
};

const consents: Readonly<
  Record<
    Extract<LinkCode, `OAUTH_${string}` | `EXCHANGE_TOKEN${string}` | 'CONSENT_NEEDED'>,
    () => Promise<CallerResponse>
  >
> = {
  async OAUTH_START_FAILED() {
    world.passTime(serverLimits.reachMs);
    await caller.order('faults', { path: '/api/v5/public/mark-price', kind: 'html' });
    const response = await caller.call('GET', '/api/okx/oauth/auth');
    world.passTime(serverLimits.reachMs);
    return response;
  },
  OAUTH_PARAMETERS_MISSING: () => caller.callback('oauth', { code: 'x' }),
  async OAUTH_STATE_INVALID() {
    const back = await decide((await caller.begin('oauth')).url, { account: 'new' });
    await caller.callback('oauth', back.searchParams);
    return caller.callback('oauth', back.searchParams);
  },
  async OAUTH_STATE_EXPIRED() {
    const { state } = await caller.begin('oauth');
    world.passTime(10 * 60_000);
    const response = await caller.callback('oauth', { code: 'x', state });
    world.passTime(-10 * 60_000);
    return response;
  },
  async OAUTH_DOMAIN_UNKNOWN() {
    const { state } = await caller.begin('oauth');
    return caller.callback('oauth', { code: 'x', state, domain: 'https://okx.example' });
  },
  async OAUTH_DENIED() {
    const back = await decide((await caller.begin('oauth')).url, { decision: 'deny' });
    return caller.callback('oauth', back.searchParams);
  },
  async OAUTH_CODE_EXPIRED() {
    const back = await decide((await caller.begin('oauth')).url, { account: 'new' });
    await caller.callback('oauth', back.searchParams);
    const { state } = await caller.begin('oauth');
    return caller.callback('oauth', { code: back.searchParams.get('code') ?? '', state });
  },
  async OAUTH_FAILED() {
    const back = await decide((await caller.begin('oauth')).url, { account: 'new' });
    await caller.order('faults', { path: tokenPath, kind: 'drop' });
    return caller.callback('oauth', back.searchParams);
  },
  OAUTH_MISCONFIGURED: () => codeWith({ clientSecret: 'another' }),
  EXCHANGE_TOKEN_EXPIRED: () =>
    refreshAfter(async (uid) => {
      const old = (await world.context.store.consents.listByUser(world.people.member.id)).find(
        (one) => one.uid === uid,
      );
      await world.context.store.consents.expire(old?.id ?? '', Date.now());
    }),
  EXCHANGE_TOKEN_INVALID: () => refreshAfter((uid) => caller.order('oauth/revoke', { account: uid })),
  EXCHANGE_TOKEN_REFRESH_FAILED: () => refreshAfter(() => caller.order('faults', { path: tokenPath, kind: 'html' })),
  async CONSENT_NEEDED() {
    return caller.createKey((await caller.linkAccount()).accountId);
  },
};

const accounts: Readonly<
  Record<
    Exclude<LinkCode, keyof typeof keys | keyof typeof sockets | keyof typeof consents>,
    () => Promise<CallerResponse>
  >
> = {
  async EXCHANGE_NOT_LINKED() {
    const { account_id: accountId } = await caller.consent('oauth', 'new');
    return caller.call('POST', `${socket}/connect`, { account_id: accountId });
  },
  async EXCHANGE_KEY_REFUSED() {
    const { accountId, uid } = await caller.linkAccount();
    await caller.order('oauth/end-keys', { account: uid });
    await until(
      async () => world.context.link.meters.now(accountId)?.isKeyAccepted === false,
      'the exchange has refused a call of the engine',
    );
    return caller.call('GET', `/api/okx/account/balance?account_id=${accountId}`);
  },
  async EXCHANGE_UNAVAILABLE() {
    await caller.order('faults', { path: '/api/v5/account/config', kind: 'html', share: 1 });
    const response = await caller.start({ ...validRequest(), exchange_account_id: world.accountId }, freshKey());
    await caller.order('faults', { clear: true });
    return response;
  },
  async ACCOUNT_ALREADY_LINKED() {
    const foreign = await world.linkOperator();
    const back = await decide((await caller.begin('fast_api')).url, { account: foreign });
    return caller.callback('fast_api', back.searchParams);
  },
  async ACCOUNT_DIFFERS() {
    const back = await decide((await caller.begin('fast_api', world.accountId)).url, { account: 'new' });
    return caller.callback('fast_api', back.searchParams);
  },
  PREFLIGHT_FAILED: () => keyWith({ keyIps: ['192.0.2.7'] }),
  async BOTS_RUNNING() {
    const { accountId } = await caller.linkAccount();
    await until(
      async () => (world.context.live.account(accountId)?.balance ?? null) !== null,
      'the engine has read the account',
    );
    const started = await caller.start({ ...validRequest(), exchange_account_id: accountId }, freshKey());
    expect(started.status).toBe(200);
    return caller.call('DELETE', `/api/okx/oauth/disconnect/${accountId}`);
  },
};

const sessions: Readonly<Record<SessionCode, () => Promise<CallerResponse>>> = {
  TOKEN_INVALID: () => as('visitor', 'GET', '/api/okx/oauth/status'),
  TOKEN_EXPIRED: () => as('expired', 'GET', '/api/okx/oauth/status'),
  TOKEN_REFRESH_FAILED: () => as('visitor', 'POST', '/api/auth/refresh'),
  UNKNOWN_ERROR: () => world.withoutTable('consents', () => caller.call('GET', '/api/okx/oauth/status')),
};

const triggers: Readonly<Record<LinkCode | SessionCode, () => Promise<CallerResponse>>> = {
  ...keys,
  ...sockets,
  ...consents,
  ...accounts,
  ...sessions,
};

test.each(Object.entries(triggers))(
  'the cause of %s produces the error with its text in five languages',
  async (...row) => {
    const [code, trigger] = row;
    const entry: ErrorEntry = errorCatalogue[code as LinkCode]; // the keys of the table above
    const { status, body } = await trigger();
    expect(body).toMatchObject({ error_code: entry.wireCode ?? code, message_key: entry.messageKey });
    expect([status, body['scope']]).toEqual([entry.status, entry.scope]);
    sentencesOf(entry.messageKey, body['parameters'] as Record<string, string>);
  },
);

test('every error code of the exchange link has a row in this test', () => {
  const ofLink = Object.entries<ErrorEntry>(errorCatalogue).filter(
    ([code, { scope }]) => scope === 'exchange' && !Object.hasOwn(exchangeKeyErrors, code),
  );
  expect(ofLink.length).toBeGreaterThan(25);
  expect(ofLink.map(([code]) => code).filter((code) => !Object.hasOwn(triggers, code))).toEqual([]);
});

/** The codes of the exchange for OAuth clients, authorisation codes, tokens and keys (okx 5.6), each with the error that we return. */
test.each([
  ['50116', 'FAST_API_KEY_EXISTS', keys.FAST_API_KEY_EXISTS],
  ['50117', 'FAST_API_DISABLED', () => keyWith({ isBroker: 'false' })],
  ['50118', 'FAST_API_DISABLED', () => keyWith({ keyIps: [] })],
  ['53003', 'TOKEN_INVALID', keyOfRevoked],
  ['53010', 'OAUTH_MISCONFIGURED', () => codeWith({ clientSecret: 'another' })],
  ['53012', 'OAUTH_CODE_EXPIRED', consents.OAUTH_CODE_EXPIRED],
  ['53014', 'OAUTH_MISCONFIGURED', () => codeWith({ callerIps: ['192.0.2.9'] })],
  ['53017', 'FAST_API_DISABLED', () => keyWith({ mayFastApi: 'false' })],
  ['53018', 'OAUTH_MISCONFIGURED', () => codeWith({ sites: ['global'] }, europeanAccount())],
  ['59505', 'INVALID_PASSPHRASE', () => keyWith({ passphraseMin: 20 }, { passphrase: 'Good-enough-4-us' })],
  ['50999 (not in the table)', 'OAUTH_FAILED', () => keyRefused('50999', 1)],
] as const)('when the exchange returns the code %s, the response has the error %s', async (...row) => {
  const [, code, ask] = row;
  expect((await ask()).body['error_code']).toBe(code);
});

test('when the exchange ended a token early (53002), the error is TOKEN_EXPIRED, and the consent page refuses an unregistered return address (53016)', async () => {
  await caller.order('oauth/clients', { ...world.registration, tokenSeconds: 1 });
  const { account_id: accountId } = await caller.consent('fast_api', 'new');
  await caller.order('oauth/clients', world.registration);
  world.passTime(-5_000);
  const path = `/api/okx/oauth/fast-api/delete-key?account_id=${accountId}&is_demo=false`;
  await until(
    async () => (await caller.call('DELETE', path)).body['error_code'] === 'TOKEN_EXPIRED',
    'the exchange has refused the ended token',
  );
  world.passTime(5_000);
  const { url } = await caller.begin('oauth');
  const strange = url.replace('okx-oauth-redirect', 'elsewhere');
  const page = await fetch(strange);
  expect([page.status, (await page.text()).includes('53016')]).toEqual([400, true]);
});

test('a request to delete a key succeeds when the key does not exist (59506)', async () => {
  const { account_id: accountId } = await caller.consent('fast_api', 'new');
  const path = `/api/okx/oauth/fast-api/delete-key?account_id=${accountId}&is_demo=false`;
  expect((await caller.call('DELETE', path)).body).toMatchObject({ success: true, existed: false });
});

test('after the exchange has refused the key, the engine resumes without a restart when a new key is created', async () => {
  const { accountId, uid } = await caller.linkAccount();
  await accepted(accountId);
  await caller.order('oauth/end-keys', { account: uid });
  await until(
    async () => world.context.link.meters.now(accountId)?.isKeyAccepted === false,
    'the exchange has refused a call of the engine',
  );
  await caller.consent('fast_api', uid);
  expect((await caller.createKey(accountId)).status).toBe(200);
  await accepted(accountId);
});
