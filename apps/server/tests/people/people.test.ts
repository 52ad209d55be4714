// Tests sign-ups and the decisions of the operator about sign-ups, through the running application.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  contractLimits,
  type AuditEntryWire,
  type ErrorBody,
  type OperatorLink,
  type OperatorUser,
} from '@rondo/contract';
import type { Passwords } from '@rondo/store';
import { demoLogins } from '../../src/demo/demo-people.ts';
import { serverLimits } from '../../src/limits.ts';
import { signUpFields } from '../_callers.ts';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';
import { openStoredKey } from '@rondo/testkit/database';

let world: TestWorld;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.close();
});

const valid = { ...signUpFields, email: 'New.Person@rondo.test', password: 'eight-ok', name: 'newperson' };

async function register(changes: object, remoteAddress = '127.0.0.1') {
  const response = await world.api.inject({
    remoteAddress,
    method: 'POST',
    url: '/api/auth/register',
    payload: { ...valid, ...changes },
  });
  return { status: response.statusCode, body: response.json<ErrorBody & { success?: boolean }>() };
}

async function asOperator(method: 'GET' | 'POST', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${await world.token('operator')}` };
  return world.api.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
}

/** Calls a route as the member, with a session of its own, because a withdrawn approval ends the earlier sessions. */
async function asNewSession(method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) {
  const login = demoLogins.find(({ role }) => role === 'member');
  const credentials = { email: login?.email, password: login?.password };
  const session = await world.api.inject({ method: 'POST', url: '/api/auth/login', payload: credentials });
  const { access_token: token } = session.json<{ access_token: string }>();
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': freshKey() };
  return world.api.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
}

function botOn(symbol: string) {
  const request = validRequest();
  return { ...request, basic: { ...request.basic, symbol } };
}

async function findUser(search: string): Promise<OperatorUser> {
  const response = await asOperator('GET', `/api/operator/users?search=${encodeURIComponent(search)}`);
  const [user] = response.json<{ items: OperatorUser[] }>().items;
  if (user === undefined) throw new Error(`No user matches ${search}.`);
  return user;
}

test('a sign-up waits for the operator, and a second sign-up with the same e-mail gets the same response and changes nothing', async () => {
  const first = await register({});
  const second = await register({ email: 'new.person@RONDO.test', name: 'other' });
  expect(first).toEqual({
    status: 200,
    body: { success: true, message: expect.any(String), message_key: 'register.done' },
  });
  expect(second).toEqual(first);
  const user = await findUser('new.person');
  expect(user).toMatchObject({ email: 'new.person@rondo.test', name: 'newperson', approval: 'pending', ref: '111111' });
  const detail = await asOperator('GET', `/api/operator/users/${user.id}`);
  expect(detail.json()).toMatchObject({ consent_version: '2025-08-01', links: [], audit: [{ action: 'user.viewed' }] });
});

test.each([
  [{ email: 'nobody' }, 400, 'VALIDATION', 'enter a valid email'],
  [{ email: '' }, 400, 'VALIDATION', 'enter a valid email'],
  [{ password: 'seven77' }, 400, 'VALIDATION', 'at least 8 characters'],
  [{ password: 'password1' }, 400, 'PASSWORD_WEAK', 'password'],
  [{ password: 'x'.repeat(129) }, 400, 'VALIDATION', 'at most 128 characters'],
  [{ name: '  ' }, 400, 'VALIDATION', 'must not be empty'],
  [{ name: '@me' }, 400, 'VALIDATION', 'without the leading @'],
  [{ name: '\u200b\u2060\u3164' }, 400, 'VALIDATION', 'must not be empty'],
  [{ name: 'rondo\u200b_support' }, 400, 'NAME_LIKE_STAFF', 'staff'],
  [{ name: 'boss\u202Egnihton' }, 400, 'VALIDATION', 'control characters are not allowed'],
  [{ ref: '' }, 400, 'INVALID_REFERRAL', 'Invalid access.'],
  [{ ref: undefined }, 400, 'INVALID_REFERRAL', 'Invalid access.'],
  [{ ref: 'https://x' }, 400, 'INVALID_REFERRAL', 'Invalid access.'],
  [{ consents: { terms: true, privacy: false, version: '2025-08-01' } }, 400, 'CONSENT_REQUIRED', 'terms'],
  [{ consents: { terms: false, privacy: true, version: '2025-08-01' } }, 400, 'CONSENT_REQUIRED', 'terms'],
  [{ consents: { terms: true, privacy: true, version: '2020-01-01' } }, 400, 'CONSENT_REQUIRED', 'terms'],
  [{ consents: undefined }, 400, 'CONSENT_REQUIRED', 'terms'],
  [{ is_adult: false }, 400, 'AGE_REQUIRED', '18'],
  [{ is_adult: undefined }, 400, 'AGE_REQUIRED', '18'],
  [{ region: 'US' }, 400, 'REGION_PROHIBITED', 'country'],
  [{ region: undefined }, 400, 'REGION_PROHIBITED', 'country'],
  [{ has_granted: true }, 400, 'VALIDATION', 'has_granted'],
])('a sign-up with %j is refused with %i %s', async (changes, ...[status, code, words]) => {
  const response = await register({ email: 'refused@rondo.test', ...changes });
  expect([response.status, response.body.error_code]).toEqual([status, code]);
  expect(response.body.message).toContain(words);
  expect((await world.context.store.users.findByEmail('refused@rondo.test')) ?? null).toBeNull();
});

test('a sign-up with a known e-mail hashes the password too, so the time does not show who is registered', async () => {
  const { passwords } = world.context.store;
  const hashPassword: Passwords['hashPassword'] = passwords.hashPassword.bind(passwords);
  let hashes = 0;
  // This function counts the calls of the real hasher.
  const counted: Passwords['hashPassword'] = (...given) => {
    hashes += 1;
    return hashPassword(...given);
  };
  Object.assign(passwords, { hashPassword: counted });
  const [known, unknown] = [
    await register({ email: 'member@rondo.test' }),
    await register({ email: 'unknown@rondo.test' }),
  ];
  Object.assign(passwords, { hashPassword });
  expect([hashes, known]).toEqual([2, unknown]);
});

test('after twenty sign-ups of one address in an hour the next sign-up is refused, and another address can sign up', async () => {
  const from = async (address: string, email: string) => (await register({ email }, address)).status;
  for (let count = 0; count < serverLimits.registersPerAddress; count += 1)
    expect(await from('10.30.0.1', 'member@rondo.test')).toBe(200);
  expect(await from('10.30.0.1', 'late@rondo.test')).toBe(429);
  expect(await from('10.30.0.2', 'late@rondo.test')).toBe(200);
});

test('the addresses of one IPv6 /64 network have one count of sign-ups', async () => {
  const from = async (address: string) => (await register({ email: 'member@rondo.test' }, address)).status;
  for (let count = 0; count < serverLimits.registersPerAddress; count += 1)
    expect(await from(`2001:db8:30:1::${count.toString(16)}`)).toBe(200);
  expect(await from('2001:db8:30:1:ffff::1')).toBe(429);
  expect(await from('2001:db8:30:2::1')).toBe(200);
});

test('two people can sign up when their e-mail addresses have the same part before the @', async () => {
  await register({ email: 'twin@one.test' });
  await register({ email: 'twin@two.test' });
  const [one, two] = [await findUser('twin@one'), await findUser('twin@two')];
  expect(one.id).not.toBe(two.id);
});

test.each(['member@rondo.test', 'pending@rondo.test', 'clara@demo.rondo.test'])(
  'the operator sees an invitation and a country of the demo person %s',
  async (email) => {
    expect(await findUser(email)).toMatchObject({ email, ref: '111111', region: 'KR' });
  },
);

test('the operator approves a user and withdraws the approval, and the audit has both decisions with the reason', async () => {
  await register({ email: 'queue@rondo.test' });
  const { id } = await findUser('queue@rondo.test');
  const approved = await asOperator('POST', `/api/operator/users/${id}/approve`, { level: 2 });
  expect(approved.json()).toMatchObject({ approval: 'approved', has_granted: true, level: 2 });
  expect((await asOperator('POST', `/api/operator/users/${id}/revoke`, { reason: ' ' })).statusCode).toBe(400);
  const revoked = await asOperator('POST', `/api/operator/users/${id}/revoke`, { reason: 'shared the account' });
  expect(revoked.json()).toMatchObject({ approval: 'revoked', has_granted: false, level: 2 });
  const audit = await asOperator('GET', `/api/operator/audit?subject_id=${id}`);
  const { items, is_intact: isIntact } = audit.json<{ items: AuditEntryWire[]; is_intact: boolean }>();
  const by = 'operator@rondo.test';
  expect(items.map((entry) => [entry.action, entry.actor_email, entry.subject_email, entry.detail])).toEqual([
    ['user.revoke', by, 'queue@rondo.test', 'shared the account'],
    ['user.approve', by, 'queue@rondo.test', 'level 2'],
  ]);
  expect(isIntact).toBe(true);
  const unknown = await asOperator('POST', '/api/operator/users/nobody/reject', { reason: 'x' });
  expect(unknown.statusCode).toBe(404);
});

test('the audit has log-ins, views of lists and acts of a person, and the console shows them when it is asked for all acts', async () => {
  const actionsOf = async (query: string): Promise<readonly string[]> => {
    const response = await asOperator('GET', `/api/operator/audit?${query}`);
    const { items } = response.json<{ items: AuditEntryWire[] }>();
    return items.map(({ action, detail }) => `${action} ${detail}`);
  };
  // The log-in of the operator is a line too, and stands before the lines of this test.
  await world.token('operator');
  const address = { host: 'localhost', origin: 'http://localhost' };
  const body = { email: 'member@rondo.test', password: 'rondo-demo-member' };
  const login = await world.api.inject({ method: 'POST', url: '/api/auth/login', headers: address, payload: body });
  const headers = { ...address, authorization: `Bearer ${login.json<{ access_token: string }>().access_token}` };
  const exported = await world.api.inject({ url: '/api/user/me/export', headers });
  expect(exported.statusCode).toBe(200);
  const search = '/api/operator/users?search=operator%40rondo.test&approval=approved';
  for (const url of [search, search, '/api/operator/links'])
    expect((await asOperator('GET', url)).statusCode).toBe(200);
  await world.api.inject({ method: 'POST', url: '/api/auth/logout-everywhere', headers });
  const all = await actionsOf('acts=all');
  expect(all.slice(0, 5)).toEqual([
    'user.endSessions all',
    'links.listed 1 of 1',
    'people.listed 1 of 1: approved, search',
    'user.export ',
    'user.logIn done',
  ]);
  expect((await actionsOf('')).slice(0, 2)).toEqual(['user.endSessions all', 'user.export ']);
  const shown = await actionsOf(`acts=all&subject_id=${world.accountId}`);
  expect(shown).toEqual([]);
  expect((await actionsOf('acts=all')).slice(0, 3)).toEqual([
    `audit.listed 0: all, person ${world.accountId}`,
    expect.stringMatching(/^audit\.listed \d+: decisions$/),
    expect.stringMatching(/^audit\.listed \d+: all$/),
  ]);
});

test('when two operators decide about a user at the same time, the second decision is refused with ALREADY_DECIDED', async () => {
  await register({ email: 'wanted@rondo.test' });
  const { id } = await findUser('wanted@rondo.test');
  const decisions = await Promise.all([
    asOperator('POST', `/api/operator/users/${id}/approve`, { seen: 'pending' }),
    asOperator('POST', `/api/operator/users/${id}/reject`, { reason: 'not known', seen: 'pending' }),
  ]);
  expect(decisions.map((response) => response.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const refused = decisions.find((response) => response.statusCode === 409);
  expect(refused?.json<ErrorBody>().error_code).toBe('ALREADY_DECIDED');
  const { audit } = (await asOperator('GET', `/api/operator/users/${id}`)).json<{ audit: AuditEntryWire[] }>();
  expect(audit.map((entry) => entry.action).filter((action) => action !== 'user.viewed')).toHaveLength(1);
  const unknown = await asOperator('POST', '/api/operator/users/nobody/approve', { seen: 'pending' });
  expect(unknown.statusCode).toBe(404);
});

test('only an operator can call the operator routes, and an operator cannot decide about their own user account', async () => {
  for (const role of ['member', 'pending'] as const) {
    const headers = { authorization: `Bearer ${await world.token(role)}` };
    const response = await world.api.inject({ url: '/api/operator/users', headers });
    expect([role, response.statusCode, response.json<ErrorBody>().error_code]).toEqual([role, 403, 'FORBIDDEN']);
  }
  const own = await asOperator('POST', `/api/operator/users/${world.people.operator.id}/revoke`, { reason: 'x' });
  expect([own.statusCode, own.json<ErrorBody>().error_code]).toEqual([409, 'OWN_ACCOUNT']);
});

test.each(['revoke', 'reject'])('an operator cannot %s another operator', async (verdict) => {
  const email = `second-${verdict}@rondo.test`;
  const username = `second-${verdict}`;
  const person = {
    email,
    username,
    name: 'Second',
    level: 1,
    role: 'operator',
    hasGranted: true,
    now: Date.now(),
  } as const;
  const made = await world.context.store.users.create({ ...person, passwordHash: 'none' });
  if (!made.ok) throw new Error(made.refusal);
  const { id } = made.user;
  const body = { reason: 'x', ...(verdict === 'reject' ? { seen: 'approved' } : {}) };
  const response = await asOperator('POST', `/api/operator/users/${id}/${verdict}`, body);
  expect([response.statusCode, response.json<ErrorBody>().error_code]).toEqual([403, 'FORBIDDEN']);
  expect(await findUser(email)).toMatchObject({ approval: 'approved', role: 'operator' });
});

test('the operator’s list of links has the health of each link and does not contain a key', async () => {
  const response = await asOperator('GET', '/api/operator/links');
  const sealed = await openStoredKey(world.context.store, world.accountId);
  const expected = { id: world.accountId, exchange: 'okx', offers_bots: true, is_connected: true };
  expect(response.json()).toMatchObject({ items: [expected] });
  expect(response.body).not.toContain(sealed.apiKey.slice(-4));
});

test('the operator’s list of links has pages, and a search finds links by e-mail and by label', async () => {
  await world.linkOperator();
  const look = async (query: string) => {
    const response = await asOperator('GET', `/api/operator/links?${query}`);
    const { items, total } = response.json<{ items: OperatorLink[]; total: number }>();
    return [total, ...items.map((link) => link.email)];
  };
  const [member, operator] = ['member@rondo.test', 'operator@rondo.test'];
  expect(await look('')).toEqual([2, member, operator]);
  expect(await look('limit=1')).toEqual([2, member]);
  expect(await look('limit=1&offset=1')).toEqual([2, operator]);
  expect(await look('search=MEMBER%40')).toEqual([1, member]);
  expect(await look('search=%25')).toEqual([0]);
  const [link] = (await asOperator('GET', '/api/operator/links?limit=1')).json<{ items: OperatorLink[] }>().items;
  expect(await look(`search=${encodeURIComponent(link?.label.toUpperCase() ?? '')}`)).toContain(member);
});

test('a withdrawn approval ends the sessions and pauses the bots, and a new approval resumes the bots', async () => {
  const memberId = world.people.member.id;
  const created = await world.api.inject({
    method: 'POST',
    url: '/api/bots',
    headers: { authorization: `Bearer ${await world.token('member')}`, 'idempotency-key': freshKey() },
    payload: validRequest(),
  });
  const { id } = created.json<{ bot: { id: string } }>().bot;
  const phase = async () => (await world.context.store.bots.view(id))?.phase ?? '';
  await until(async () => (await phase()) === 'running', 'the bot runs');
  const before = await world.token('member');
  await asOperator('POST', `/api/operator/users/${memberId}/revoke`, { reason: 'test' });
  const dead = await world.api.inject({ url: '/api/user/me', headers: { authorization: `Bearer ${before}` } });
  expect(dead.statusCode).toBe(401);
  await until(async () => (await phase()) === 'paused', 'the bot is paused');
  await asOperator('POST', `/api/operator/users/${memberId}/approve`, {});
  await until(async () => (await phase()) === 'running', 'the bot runs after the new approval');
});

test('a person whose approval was withdrawn logs in, sees and stops a running bot, and cannot create another', async () => {
  const memberId = world.people.member.id;
  const created = await asNewSession('POST', '/api/bots', botOn('SOL-USDT-SWAP'));
  const { id } = created.json<{ bot: { id: string } }>().bot;
  const { bots } = world.context.store;
  const positionSize = async () => Number((await bots.view(id))?.positionSize ?? 0);
  await until(async () => (await positionSize()) > 0, 'the bot has a position');
  await asOperator('POST', `/api/operator/users/${memberId}/revoke`, { reason: 'test' });
  await until(async () => (await bots.view(id))?.phase === 'paused', 'the bot is paused');
  const list = await asNewSession('GET', '/api/bots/my-bots');
  expect(list.statusCode).toBe(200);
  expect(list.json<{ id: string }[]>().map((bot) => bot.id)).toContain(id);
  expect((await asNewSession('GET', '/api/margin')).statusCode).toBe(200);
  const refused = await asNewSession('POST', '/api/bots', botOn('XRP-USDT-SWAP'));
  expect([refused.statusCode, refused.json<ErrorBody>().error_code]).toEqual([403, 'NOT_GRANTED']);
  const stop = { status: 'completed', close_position: true, is_last: true };
  expect((await asNewSession('PATCH', `/api/bots/${id}/status`, stop)).statusCode).toBe(200);
  await until(async () => (await bots.find(id))?.endedAt !== null, 'the bot has ended');
  expect(await bots.view(id)).toMatchObject({ endReason: 'stopped_closed' });
  expect(await positionSize()).toBe(0);
  await asOperator('POST', `/api/operator/users/${memberId}/approve`, {});
});

test('GET /api/registration returns the registration rules of the server', async () => {
  const rules = (await world.api.inject({ url: '/api/registration' })).json<object>();
  expect(rules).toEqual({
    consent_version: '2025-08-01',
    is_open: true,
    minimum_age: contractLimits.minimumAge,
    minimum_password_length: contractLimits.passwordMinLength,
    prohibited_regions: ['US'],
    needs_ref: true,
    default_ref: '111111',
  });
});

test('while registration is closed, the rules say so and every sign-up is refused', async () => {
  const { api } = await world.addNode({ isRegistrationOpen: false });
  const rules = (await api.inject({ url: '/api/registration' })).json<object>();
  expect(rules).toMatchObject({ is_open: false });
  const payload = { ...valid, email: 'closed@rondo.test' };
  const response = await api.inject({ method: 'POST', url: '/api/auth/register', payload });
  expect([response.statusCode, response.json<ErrorBody>().error_code]).toEqual([403, 'REGISTRATION_CLOSED']);
  expect((await world.context.store.users.findByEmail('closed@rondo.test')) ?? null).toBeNull();
});

test('an operator whose approval was withdrawn gets NOT_GRANTED on the operator routes, and a new approval restores the access', async () => {
  const email = 'second.operator@rondo.test';
  const { store, clock } = world.context;
  const made = await store.users.create({
    email,
    username: email,
    name: 'Second',
    role: 'operator',
    hasGranted: true,
    passwordHash: 'none',
    now: clock.now(),
  });
  if (!made.ok) throw new Error(`The store refused the row: ${made.refusal}`);
  const { id } = made.user;
  const look = async (url: string) => {
    const { accessToken } = await store.sessions.create({ userId: id, remember: false, now: clock.now() });
    const headers = { authorization: `Bearer ${accessToken}` };
    return world.api.inject({ method: 'GET', url, headers });
  };
  expect((await look('/api/operator/users')).statusCode).toBe(200);
  // The command line withdraws the approval, because an operator cannot do it.
  const revoked = await store.people.decide({
    userId: id,
    verdict: 'revoke',
    actorId: null,
    reason: 'left',
    now: clock.now(),
  });
  expect(revoked.ok).toBe(true);
  for (const url of ['/api/operator/users', '/api/operator/audit', '/api/bots'])
    expect((await look(url)).json<ErrorBody>().error_code).toBe('NOT_GRANTED');
  expect((await look('/api/user/me')).json()).toMatchObject({ role: 'operator', has_granted: false });
  expect((await asOperator('POST', `/api/operator/users/${id}/approve`, {})).statusCode).toBe(200);
  expect((await look('/api/operator/users')).statusCode).toBe(200);
});
