// Tests sessions, roles, the tickets of the feed, response headers, metrics and health of the running application.
import type { AddressInfo } from 'node:net';
import type { InjectOptions } from 'fastify';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody, FeedMessage, LoginResponse, UserResponse } from '@rondo/contract';
import type { Passwords } from '@rondo/store';
import { authenticatorCode } from '@rondo/testkit/authenticator';
import { createSignInAttempts } from '../../src/people/sign-in-attempts.ts';
import { serverLimits } from '../../src/limits.ts';
import { signUpFields } from '../_callers.ts';
import { securityHeaders } from '../_security-headers.ts';
import { startWorld, type TestWorld } from '../_world.ts';
import { openStoredKey } from '@rondo/testkit/database';

let world: TestWorld;
let port = 0;

beforeAll(async () => {
  world = await startWorld();
  await world.api.listen({ port: 0, host: '127.0.0.1' });
  port = (world.api.server.address() as AddressInfo).port; // listening on TCP just above
});
afterAll(async () => {
  await world.close();
});

test('a wrong password and an unknown e-mail get the same response, and the error of an empty field names the field', async () => {
  const post = (payload: object) => world.api.inject({ method: 'POST', url: '/api/auth/login', payload });
  const wrong = await post({ email: 'member@rondo.test', password: 'wrong' });
  const unknown = await post({ email: 'nobody@rondo.test', password: 'wrong' });
  const empty = await post({ email: '', password: '' });
  const { correlation_id: first, ...wrongBody } = wrong.json<ErrorBody>();
  const { correlation_id: second, ...unknownBody } = unknown.json<ErrorBody>();
  expect([wrong.statusCode, unknown.statusCode, empty.statusCode]).toEqual([401, 401, 400]);
  expect(wrongBody).toEqual(unknownBody);
  expect(first).not.toBe(second);
  expect(empty.json<ErrorBody>()).toMatchObject({ message: 'Please enter your email and password.', field: 'email' });
  expect((await post({ email: '' })).json<ErrorBody>().field).toBe('email');
  const unprintable = await post({ email: 'a\u0000@rondo.test', password: 'wrong' });
  expect(unprintable.statusCode).toBe(400);
});

test.each([
  [{ email: 'member@rondo.test' }, 'LOGIN_REQUIRED_FIELDS', 'Please enter your email and password.'],
  [{ password: 'x' }, 'LOGIN_REQUIRED_FIELDS', 'Please enter your email and password.'],
  [{ email: null, password: 7 }, 'LOGIN_REQUIRED_FIELDS', 'Please enter your email and password.'],
  [{ email: 'member@rondo.test', password: 'x', code: 'abc' }, 'VALIDATION', 'six digits or a recovery code'],
  [{ email: 'member@rondo.test', password: 'x', admin: true }, 'VALIDATION', 'admin'],
])('a log-in with %j is refused with %s', async (payload, ...[code, words]) => {
  const response = await world.api.inject({ method: 'POST', url: '/api/auth/login', payload });
  expect([response.statusCode, response.json<ErrorBody>().error_code]).toEqual([400, code]);
  expect(response.json<ErrorBody>().message).toContain(words);
});

/** Sends a log-in from an address, with the cookie of a device when `device` is given. */
async function logInFrom(remoteAddress: string, payload: object, device?: string) {
  const cookies = device === undefined ? {} : { '__Host-rondo_device': device };
  return world.api.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress, cookies });
}

/** Signs up a person, logs in once, and returns the cookie of the device. */
async function signUp(name: string) {
  const login = { email: `${name}@rondo.test`, password: `${name} of the test` };
  const payload = { ...login, name, ...signUpFields };
  await world.api.inject({ method: 'POST', url: '/api/auth/register', payload });
  const first = await logInFrom('10.20.0.1', login);
  const device = first.cookies.find((cookie) => cookie.name === '__Host-rondo_device');
  const user = await world.context.store.users.findByEmail(login.email);
  return { login, device, id: user?.id ?? '', token: first.json<LoginResponse>().access_token };
}

/** Counts 20 failures of a person, after which the next attempt from an unknown device must wait for 15 minutes. */
async function countFailures(email: string): Promise<void> {
  const { keptMs: durationMs } = serverLimits.unknownDeviceAttempts;
  await world.context.store.throttles.add(`failures of a person ${email}`, { points: 20, durationMs });
}

test('after many wrong passwords from many networks even the correct password is refused from an unknown device, and the known device logs in', async () => {
  const { login, device, id } = await signUp('besieged');
  const other = await signUp('neighbour');
  expect(device).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/', maxAge: 31_536_000 });
  const wrong = { ...login, password: 'a wrong password' };
  for (const place of [1, 2, 3]) expect((await logInFrom(`10.21.${place}.1`, wrong)).statusCode).toBe(401);
  await countFailures(login.email);
  const unknown = await logInFrom('10.22.0.1', login);
  expect(unknown.statusCode).toBe(429);
  expect(Number(unknown.headers['retry-after'])).toBeGreaterThan(14 * 60);
  expect((await logInFrom('10.22.0.2', login, other.device?.value)).statusCode).toBe(429);
  expect((await logInFrom('10.21.0.1', login, device?.value)).statusCode).toBe(200);
  const records = await world.context.store.logins.list(id, 10);
  expect(records.filter(({ isKnownDevice }) => isKnownDevice)).toMatchObject([{ outcome: 'done' }]);
});

test('a device with ten wrong passwords counts as an unknown device', async () => {
  const { login, device } = await signUp('clumsy');
  const wrong = { ...login, password: 'a wrong password' };
  await countFailures(login.email);
  const tries = Array.from({ length: 17 }, () => logInFrom('10.23.0.1', wrong, device?.value));
  const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
});

test('300 failures in an hour from one network end the attempts of its addresses, and other networks can log in', async () => {
  const attempts = createSignInAttempts(world.context);
  const fail = (address: string) =>
    attempts.prove({ isLoggedIn: false, address, person: null, knownDevice: null }, async () => ({ isMatch: false }));
  await Promise.all(Array.from({ length: 300 }, (_, place) => fail(`2001:db8:7:7::${place.toString(16)}`)));
  await expect(fail('2001:db8:7:7:ffff::1')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(await fail('2001:db8:7:8::1')).toEqual({ isMatch: false });
});

test('a log-in with the correct password and without the code is recorded, and a correct password takes its counts back', async () => {
  const { login, token, id } = await signUp('warned');
  const headers = { authorization: `Bearer ${token}` };
  const begun = await world.api.inject({ method: 'POST', url: '/api/auth/second-factor', headers });
  const code = authenticatorCode(begun.json<{ secret: string }>().secret, world.context.clock.now());
  await world.api.inject({ method: 'POST', url: '/api/auth/second-factor/confirm', headers, payload: { code } });
  for (let tries = 0; tries < 7; tries += 1)
    expect((await logInFrom('10.24.0.1', login)).json<ErrorBody>().error_code).toBe('TOTP_REQUIRED');
  const [latest] = await world.context.store.logins.list(id, 1);
  expect(latest).toMatchObject({ outcome: 'code missing', address: '10.24.0.1', isKnownDevice: false });
});

test('a log-in with an unknown e-mail hashes the password, and a reset with an unknown token hashes nothing', async () => {
  const { passwords } = world.context.store;
  const hashPassword: Passwords['hashPassword'] = passwords.hashPassword.bind(passwords);
  const verifyPassword: Passwords['verifyPassword'] = passwords.verifyPassword.bind(passwords);
  const calls: string[] = [];
  // These functions count the calls of the real hasher.
  const hash: Passwords['hashPassword'] = (...given) => {
    calls.push('hash');
    return hashPassword(...given);
  };
  const verify: Passwords['verifyPassword'] = (...given) => {
    calls.push('verify');
    return verifyPassword(...given);
  };
  Object.assign(passwords, { hashPassword: hash, verifyPassword: verify });
  await logInFrom('10.25.0.1', { email: 'nobody@rondo.test', password: 'wrong' });
  const payload = { token: 'x'.repeat(43), new_password: 'a new password' };
  const reset = await world.api.inject({ method: 'POST', url: '/api/auth/reset', payload });
  Object.assign(passwords, { hashPassword, verifyPassword });
  expect(reset.json<ErrorBody>().error_code).toBe('RESET_LINK_INVALID');
  expect(calls).toEqual(['verify']);
});

test('the profile has the data of the user, the linked exchanges and the masked key', async () => {
  const { id } = world.people.member;
  const headers = { authorization: `Bearer ${await world.token('member')}` };
  expect((await world.api.inject({ url: '/api/user/me', headers })).json<UserResponse>()).toEqual({
    id,
    username: 'member',
    email: 'member@rondo.test',
    name: 'Member',
    level: 1,
    role: 'member',
    has_okx_connected: true,
    has_granted: true,
    approval: 'approved',
    has_run_bot: false,
    integrations: { okx: true, lbank: false },
    okx_account: { api_key: expect.stringMatching(/^••••.{4}$/), secret_key: null, passphrase: null },
    environment: { venue: 'sandbox', is_simulated: true },
  });
});

test('the refresh cookie of a log-in lasts a year by default, and has no maximum age when `remember` is false', async () => {
  const login = { email: 'member@rondo.test', password: 'rondo-demo-member' };
  const ageOf = async (payload: object) => {
    const response = await world.api.inject({ method: 'POST', url: '/api/auth/login', payload });
    expect(response.statusCode).toBe(200);
    return response.cookies[0]?.maxAge;
  };
  const year = 31_536_000;
  for (const payload of [login, { ...login, remember: true }]) {
    expect(await ageOf(payload)).toBeGreaterThan(year - 60);
    expect(await ageOf(payload)).toBeLessThanOrEqual(year);
  }
  // When the browser closes, it deletes a cookie that has no maximum age.
  expect(await ageOf({ ...login, remember: false })).toBeUndefined();
});

test('only approved users can read the history', async () => {
  const url = '/api/bots?from=2026-01-01&to=2026-01-31';
  const asRole = async (role: 'member' | 'pending' | 'operator') =>
    (await world.api.inject({ url, headers: { authorization: `Bearer ${await world.token(role)}` } })).statusCode;
  expect([await asRole('member'), await asRole('operator'), await asRole('pending')]).toEqual([200, 200, 403]);
});

test('the refresh cookie is bound to the host and renews the session, and the log-out ends the session', async () => {
  const login = await world.api.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: 'member@rondo.test', password: 'rondo-demo-member' },
  });
  const [cookie] = login.cookies;
  expect(cookie).toMatchObject({
    name: '__Host-rondo_refresh',
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
    path: '/',
  });
  const cookies = { '__Host-rondo_refresh': cookie?.value ?? '' };
  const renewed = await world.api.inject({ method: 'POST', url: '/api/auth/refresh', cookies });
  expect(renewed.statusCode).toBe(200);
  const headers = { authorization: `Bearer ${renewed.json<LoginResponse>().access_token}` };
  expect((await world.api.inject({ url: '/api/user/me', headers })).statusCode).toBe(200);
  const ended = await world.api.inject({ method: 'POST', url: '/api/auth/logout', headers });
  expect(ended.headers['clear-site-data']).toBe('"cache"');
  expect(String(ended.headers['set-cookie'])).toMatch(/__Host-rondo_refresh=; Max-Age=0/);
  expect((await world.api.inject({ url: '/api/user/me', headers })).statusCode).toBe(401);
});

test('the server accepts the token scheme in upper and lower case, and it accepts a path with and without a trailing slash', async () => {
  const token = await world.token('member');
  const ask = async (method: 'GET' | 'POST', url: string, authorization: string) =>
    (await world.api.inject({ method, url, headers: { authorization }, ...(method === 'POST' ? { payload: {} } : {}) }))
      .statusCode;
  for (const scheme of ['Bearer', 'bearer', 'BEARER'])
    expect(await ask('GET', '/api/user/me', `${scheme} ${token}`)).toBe(200);
  for (const wrong of [token, `Basic ${token}`, `Bearer  ${token}`, `Bearer ${token} x`])
    expect(await ask('GET', '/api/user/me', wrong)).toBe(401);
  for (const slash of ['', '/']) {
    expect(await ask('GET', `/api/exchange-accounts${slash}`, `Bearer ${token}`)).toBe(200);
    expect(await ask('POST', `/api/exchange-accounts${slash}`, `Bearer ${token}`)).toBe(400);
    expect(await ask('GET', `/api/user/me${slash}`, `Bearer ${token}`)).toBe(200);
  }
});

test('no response about the caller contains a secret', async () => {
  const headers = { authorization: `Bearer ${await world.token('member')}` };
  const sealed = await openStoredKey(world.context.store, world.accountId);
  for (const url of ['/api/user/me', '/api/okx/oauth/status', '/api/margin', '/api/openapi.json']) {
    const { body } = await world.api.inject({ url, headers });
    for (const secret of [sealed.apiKey, sealed.secretKey, sealed.passphrase]) expect(body).not.toContain(secret);
  }
});

test('a ticket opens one socket that sends the balance and the positions of the account, and the ticket cannot be used twice', async () => {
  const response = await world.api.inject({
    method: 'POST',
    url: '/api/ws-ticket',
    headers: { authorization: `Bearer ${await world.token('member')}` },
    payload: { account_id: world.accountId },
  });
  const { token } = response.json<{ token: string }>();
  const url = `ws://127.0.0.1:${port}/ws/okx?account_id=${world.accountId}&token=${token}`;
  const kinds = await firstKinds(url);
  expect(kinds).toEqual(new Set(['ping', 'balance', 'positions']));
  expect(await closeCode(url)).toBe(4401);
  const access = await world.token('member');
  expect(await closeCode(`ws://127.0.0.1:${port}/ws/okx?account_id=${world.accountId}&token=${access}`)).toBe(4401);
});

test('the server refuses a socket from another origin, a body with the content type of plain text, and a call from a page of another origin', async () => {
  const refused = await new Promise<number>((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/okx?account_id=x&token=x`, {
      origin: 'https://evil.example',
    });
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => undefined);
  });
  expect(refused).toBe(403);
  const login = { method: 'POST', url: '/api/auth/login' } as const;
  const text = await world.api.inject({ ...login, headers: { 'content-type': 'text/plain' }, payload: '{}' });
  const foreign = await world.api.inject({ ...login, headers: { origin: 'https://evil.example' }, payload: {} });
  expect([text.statusCode, foreign.statusCode]).toEqual([415, 403]);
});

test('a request for another host is refused on every path, and a page cannot read the metrics', async () => {
  const evil = { host: `evil.test:${port}`, origin: `http://evil.test:${port}` };
  const payload = { email: 'member@rondo.test', password: 'rondo-demo-member' };
  const login = await world.api.inject({ method: 'POST', url: '/api/auth/login', payload, headers: evil });
  expect([login.statusCode, login.json<ErrorBody>().error_code]).toEqual([421, 'HOST_NOT_ALLOWED']);
  for (const url of ['/metrics', '/', '/api/openapi.json', '/assets/nothing.js'])
    expect((await world.api.inject({ url, headers: { host: 'evil.test' } })).statusCode).toBe(421);
  const socket = await new Promise<number>((resolve) => {
    const options = { headers: { host: evil.host }, origin: evil.origin };
    const opened = new WebSocket(`ws://127.0.0.1:${port}/ws/okx?account_id=x&token=x`, options);
    opened.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    opened.on('error', () => undefined);
  });
  expect(socket).toBe(421);
  const otherScheme = { host: `127.0.0.1:${port}`, origin: `https://127.0.0.1:${port}` };
  const refused = await world.api.inject({ method: 'POST', url: '/api/auth/login', payload, headers: otherScheme });
  expect(refused.statusCode).toBe(403);
  for (const headers of [{ origin: 'http://localhost' }, { 'sec-fetch-site': 'cross-site' }])
    expect((await world.api.inject({ url: '/metrics', headers })).statusCode).toBe(404);
});

test.each([
  ['a success', 200, { url: '/api/registration' }],
  ['an unknown address of the API', 404, { url: '/api/nothing' }],
  ['a refused body', 400, { method: 'POST', url: '/api/auth/login', payload: { email: '', password: '' } }],
  ['a call without a session', 401, { url: '/api/user/me' }],
  ['a page of another origin', 403, { method: 'POST', url: '/api/auth/login', headers: { origin: 'https://a.test' } }],
  ['a wrong method', 405, { method: 'DELETE', url: '/api/user/me/export' }],
  ['another host', 421, { url: '/api/registration', headers: { host: 'evil.test' } }],
  ['an address that cannot be decoded', 400, { url: '/api/%E0%A4' }],
  ['the metrics', 200, { url: '/metrics' }],
  ['a path outside of the API', 404, { url: '/assets/nothing.js' }],
] satisfies readonly (readonly [string, number, InjectOptions])[])(
  'the response to %s with the status %d has every security header and every directive',
  async (_kind, status, request) => {
    const { statusCode, headers } = await world.api.inject(request);
    expect([statusCode, headers]).toEqual([status, expect.objectContaining(securityHeaders)]);
    if (request.url.startsWith('/api/')) expect(headers['cache-control']).toBe('no-store');
  },
);

test('only the pages of the pop-up of a consent keep the connection to the page that opened them', async () => {
  const policyOf = async (url: string) => (await world.api.inject({ url })).headers['cross-origin-opener-policy'];
  expect(await policyOf('/okx-oauth-success?type=oauth')).toBe('unsafe-none');
  expect(await policyOf('/okx-oauth-successful')).toBe('same-origin-allow-popups');
});

test('only a collector on this machine can read the metrics, and the metrics count calls by route and not by address', async () => {
  await world.api.inject({ url: '/api/bots/some-secret-id', headers: {} });
  const local = await world.api.inject({ url: '/metrics' });
  expect(local.headers['content-type']).toContain('version=0.0.4');
  expect(local.body).toMatch(/rondo_http_requests_total\{method="GET",route="\/api\/bots\/:id",status="401"\} \d/);
  expect(local.body).not.toContain('some-secret-id');
  const remote = await world.api.inject({ url: '/metrics', remoteAddress: '10.0.0.1' });
  const proxied = await world.api.inject({ url: '/metrics', headers: { 'x-forwarded-for': '10.0.0.1' } });
  expect([remote.statusCode, proxied.statusCode]).toEqual([404, 404]);
});

test('GET /api/health returns 200 while every part is ready, and 503 with the failing part after the exchange has stopped', async () => {
  const healthy = await world.api.inject({ url: '/api/health' });
  expect(healthy.statusCode).toBe(200);
  await world.killExchange();
  const sick = await world.api.inject({ url: '/api/health' });
  expect(sick.statusCode).toBe(503);
  expect(sick.json()).toMatchObject({ ready: false, parts: { exchange: { ready: false }, database: { ready: true } } });
  expect((await world.api.inject({ url: '/api/health/ready' })).statusCode).toBe(200);
});

/** Returns the types of the messages until both the balance and the positions have arrived. */
function firstKinds(url: string): Promise<ReadonlySet<string>> {
  return new Promise((resolve, reject) => {
    const kinds = new Set<string>();
    const socket = new WebSocket(url);
    socket.on('message', (text: Buffer) => {
      kinds.add((JSON.parse(text.toString()) as FeedMessage).type); // a message of our server
      if (!kinds.has('balance') || !kinds.has('positions')) return;
      socket.close();
      resolve(kinds);
    });
    socket.on('error', reject);
    socket.on('close', (code) => reject(new Error(`The socket was closed with the code ${code}.`)));
  });
}

function closeCode(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.on('close', resolve);
    socket.on('error', reject);
  });
}

test('the hint of a session is readable by scripts, contains no secret, and ends with the session', async () => {
  const login = await world.api.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: 'member@rondo.test', password: 'rondo-demo-member' },
  });
  const hint = login.cookies.find(({ name }) => name === 'rondo_session');
  expect(hint).toMatchObject({ value: '1', path: '/', sameSite: 'Strict', secure: true });
  expect(hint?.httpOnly).toBeUndefined();
  const cookies = { '__Host-rondo_refresh': 'wrong' };
  const refused = await world.api.inject({ method: 'POST', url: '/api/auth/refresh', cookies });
  expect(refused.statusCode).toBe(401);
  expect(refused.cookies.find(({ name }) => name === 'rondo_session')).toMatchObject({ value: '', maxAge: 0 });
});
