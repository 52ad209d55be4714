// Tests the calls about the user's own sessions, password, second factor, data export and account deletion, through the running application.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody, LoginItem, LoginResponse, PersonalExport, SessionItem } from '@rondo/contract';
import { secretOf, type Passwords } from '@rondo/store';
import { authenticatorCode } from '@rondo/testkit/authenticator';
import { demoLogins } from '../../src/demo/demo-people.ts';
import { serverLimits } from '../../src/limits.ts';
import { signUpFields } from '../_callers.ts';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';
import { linkAccount } from '@rondo/testkit/database';

let world: TestWorld;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.close();
});

/** Sends one call. `line` is, for example, "POST /api/...". */
async function call(token: string, line: `${'GET' | 'POST' | 'DELETE'} ${string}`, payload?: object) {
  const [method, url] = line.split(' ') as ['GET' | 'POST' | 'DELETE', string]; // the two parts of the parameter
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'test browser' };
  const response = await world.api.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  return {
    status: response.statusCode,
    code: response.json<ErrorBody>().error_code,
    body: response.json<never>() as unknown,
    refreshToken: response.cookies[0]?.value ?? '',
  };
}

/** Returns the access token of the session that has replaced the session of a call. */
async function renewedToken({ refreshToken }: { readonly refreshToken: string }): Promise<string> {
  const cookies = { '__Host-rondo_refresh': refreshToken };
  const response = await world.api.inject({ method: 'POST', url: '/api/auth/refresh', cookies });
  return response.json<LoginResponse>().access_token;
}

async function logIn(email: string, password: string, code?: string) {
  const payload = { email, password, ...(code === undefined ? {} : { code }) };
  const response = await world.api.inject({ method: 'POST', url: '/api/auth/login', payload });
  return { status: response.statusCode, ...response.json<LoginResponse & ErrorBody>() };
}

/** Signs up a new person and logs in. Each test uses a separate person. */
async function signUp(name: string) {
  const email = `${name}@rondo.test`;
  const password = `${name}-password`;
  const payload = { email, password, name, ...signUpFields };
  await world.api.inject({ method: 'POST', url: '/api/auth/register', payload });
  const { access_token: token } = await logIn(email, password);
  const user = await world.context.store.users.findByEmail(email);
  return { email, password, token, id: user?.id ?? '' };
}

/** Makes the last password check of a session so old that sensitive calls need a new check. */
async function age(token: string): Promise<void> {
  const now = world.context.clock.now();
  const session = await world.context.store.sessions.findByAccess(token, now);
  const before = now - serverLimits.proofMs - 1;
  await world.context.store.sessions.prove(session?.sessionId ?? '', { now: before, withSecondFactor: false });
}

test('a user can list sessions, end one session, and end all sessions with one call', async () => {
  const { email, password, token } = await signUp('sessions');
  const other = (await logIn(email, password)).access_token;
  const list = await call(token, 'GET /api/auth/sessions');
  const { items } = list.body as { items: SessionItem[] };
  expect(items.filter((item) => item.is_current)).toHaveLength(1);
  expect(items).toHaveLength(2);
  const ended = items.find((item) => !item.is_current);
  expect((await call(token, `DELETE /api/auth/sessions/${ended?.id}`)).status).toBe(200);
  expect((await call(other, 'GET /api/user/me')).status).toBe(401);
  expect((await call(token, `DELETE /api/auth/sessions/${ended?.id}`)).code).toBe('NOT_FOUND');
  const third = (await logIn(email, password)).access_token;
  expect((await call(token, 'POST /api/auth/logout-everywhere')).status).toBe(200);
  expect([(await call(token, 'GET /api/user/me')).status, (await call(third, 'GET /api/user/me')).status]).toEqual([
    401, 401,
  ]);
});

test('a user cannot end the session of another user', async () => {
  const mine = await signUp('mine');
  const theirs = await signUp('theirs');
  const { items } = (await call(theirs.token, 'GET /api/auth/sessions')).body as { items: SessionItem[] };
  expect((await call(mine.token, `DELETE /api/auth/sessions/${items[0]?.id}`)).status).toBe(404);
  expect((await call(theirs.token, 'GET /api/user/me')).status).toBe(200);
});

test('a password change needs the current password and a recent re-authentication, and it ends the other sessions', async () => {
  const { email, password, token } = await signUp('changer');
  const other = (await logIn(email, password)).access_token;
  const change = (current: string) =>
    call(token, 'POST /api/auth/password', { current_password: current, new_password: 'another-password' });
  expect((await change('wrong')).code).toBe('REAUTH_FAILED');
  await age(token);
  expect((await change(password)).code).toBe('REAUTH_REQUIRED');
  expect((await call(token, 'POST /api/auth/reauthenticate', { password: 'wrong' })).code).toBe('REAUTH_FAILED');
  expect((await call(token, 'POST /api/auth/reauthenticate', { password })).status).toBe(200);
  const weak = { current_password: password, new_password: 'password1' };
  expect((await call(token, 'POST /api/auth/password', weak)).code).toBe('PASSWORD_WEAK');
  expect((await change(password)).status).toBe(200);
  expect([(await call(token, 'GET /api/user/me')).status, (await call(other, 'GET /api/user/me')).status]).toEqual([
    200, 401,
  ]);
  expect((await logIn(email, password)).status).toBe(401);
  expect((await logIn(email, 'another-password')).status).toBe(200);
});

test('a log-in that began before a password change is refused, and its rehash does not restore the old password', async () => {
  const { email, password, token, id } = await signUp('racer');
  const { store } = world.context;
  const { passwords } = store;
  const verifyPassword: Passwords['verifyPassword'] = passwords.verifyPassword.bind(passwords);
  let proved = (): void => undefined;
  let changed = (): void => undefined;
  const isProved = new Promise<void>((resolve) => (proved = resolve));
  const isChanged = new Promise<void>((resolve) => (changed = resolve));
  // This function calls the real check, but it returns the result late and requests a stronger hash.
  const late: Passwords['verifyPassword'] = async (hash, typed) => {
    const check = await verifyPassword(hash, typed);
    Object.assign(passwords, { verifyPassword });
    proved();
    await isChanged;
    return check.ok ? { ...check, needsRehash: true } : check;
  };
  Object.assign(passwords, { verifyPassword: late });
  const login = logIn(email, password);
  await isProved;
  const body = { current_password: password, new_password: 'another-password' };
  expect((await call(token, 'POST /api/auth/password', body)).status).toBe(200);
  changed();
  expect(await login).toMatchObject({ status: 401, error_code: 'LOGIN_FAILED' });
  expect(await store.sessions.list(id, Date.now())).toHaveLength(1);
  expect((await logIn(email, password)).status).toBe(401);
  expect((await logIn(email, 'another-password')).status).toBe(200);
});

test('when two concurrent log-ins both replace an old hash, both log-ins succeed', async () => {
  const { email, password } = await signUp('twice');
  const { passwords } = world.context.store;
  const verifyPassword: Passwords['verifyPassword'] = passwords.verifyPassword.bind(passwords);
  let letBothGo = (): void => undefined;
  const areBothProved = new Promise<void>((resolve) => (letBothGo = resolve));
  let proved = 0;
  // This function calls the real check, but both log-ins read the old hash and request a stronger hash.
  const together: Passwords['verifyPassword'] = async (hash, typed) => {
    const check = await verifyPassword(hash, typed);
    proved += 1;
    if (proved > 2) return check;
    if (proved === 2) letBothGo();
    await areBothProved;
    return check.ok ? { ...check, needsRehash: true } : check;
  };
  Object.assign(passwords, { verifyPassword: together });
  const responses = await Promise.all([logIn(email, password), logIn(email, password)]);
  Object.assign(passwords, { verifyPassword });
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
});

test('the reset link of an operator sets a new password once and ends every session of the user', async () => {
  const { email, token, id } = await signUp('forgetful');
  const operator = await world.token('operator');
  const makeLink = () => call(operator, `POST /api/operator/users/${id}/reset-link`);
  await age(operator);
  expect((await makeLink()).code).toBe('REAUTH_REQUIRED');
  const proof = { password: demoLogins.find(({ role }) => role === 'operator')?.password };
  expect((await call(operator, 'POST /api/auth/reauthenticate', proof)).status).toBe(200);
  const link = await makeLink();
  const secret = (link.body as { path: string }).path.split('#')[1] ?? '';
  const reset = (password = 'remembered-now') =>
    world.api.inject({ method: 'POST', url: '/api/auth/reset', payload: { token: secret, new_password: password } });
  expect((await reset('password1')).json<ErrorBody>().error_code).toBe('PASSWORD_WEAK');
  expect((await reset()).statusCode).toBe(200);
  expect((await call(token, 'GET /api/user/me')).status).toBe(401);
  expect((await logIn(email, 'remembered-now')).status).toBe(200);
  expect((await reset()).json<ErrorBody>().error_code).toBe('RESET_LINK_INVALID');
});

test('when the user changes the password, the reset link of the operator becomes invalid', async () => {
  const { email, password, token, id } = await signUp('remembering');
  const link = await call(await world.token('operator'), `POST /api/operator/users/${id}/reset-link`);
  const secret = (link.body as { path: string }).path.split('#')[1] ?? '';
  const payload = { current_password: password, new_password: 'chosen-by-owner' };
  expect((await call(token, 'POST /api/auth/password', payload)).status).toBe(200);
  const late = await call('', 'POST /api/auth/reset', { token: secret, new_password: 'chosen-by-thief' });
  expect(late.code).toBe('RESET_LINK_INVALID');
  expect((await logIn(email, 'chosen-by-owner')).status).toBe(200);
});

test('the log-in and sensitive calls require the second factor, and each code and each recovery code works once', async () => {
  const { email, password, token } = await signUp('careful');
  const begun = (await call(token, 'POST /api/auth/second-factor')).body as { secret: string; uri: string };
  expect(begun.uri).toContain(`secret=${begun.secret}`);
  expect((await logIn(email, password)).status).toBe(200);
  const confirm = (code: string) => call(token, 'POST /api/auth/second-factor/confirm', { code });
  expect((await confirm('000000')).code).toBe('SECOND_FACTOR_WRONG');
  const now = world.context.clock.now();
  const confirmed = await confirm(authenticatorCode(begun.secret, now - 30_000));
  const [recovery = ''] = (confirmed.body as { recovery_codes: string[] }).recovery_codes;
  expect((await logIn(email, password)).error_code).toBe('TOTP_REQUIRED');
  expect((await logIn(email, password, '000000')).error_code).toBe('TOTP_WRONG');
  const code = authenticatorCode(begun.secret, now);
  expect((await logIn(email, password, code)).status).toBe(200);
  expect((await logIn(email, password, code)).error_code).toBe('TOTP_WRONG');
  expect((await logIn(email, password, recovery.toUpperCase())).status).toBe(200);
  expect((await logIn(email, password, recovery)).error_code).toBe('TOTP_WRONG');
  expect((await call(token, 'GET /api/auth/second-factor')).status).toBe(401);
  const renewed = await renewedToken(confirmed);
  const status = await call(renewed, 'GET /api/auth/second-factor');
  const factor = { is_on: true, has_authenticator: true, passkeys: 0, is_required: false };
  expect(status.body).toEqual({ ...factor, recovery_codes_left: 9 });
  await age(renewed);
  expect((await call(renewed, 'DELETE /api/auth/second-factor')).code).toBe('REAUTH_REQUIRED');
  expect((await call(renewed, 'POST /api/auth/reauthenticate', { password })).code).toBe('REAUTH_FAILED');
});

test('turning the second factor on or off gives the session another id and ends the other sessions', async () => {
  const { email, password, token, id } = await signUp('changing');
  const other = (await logIn(email, password)).access_token;
  const idsOf = async () =>
    (await world.context.store.sessions.list(id, world.context.clock.now())).map((one) => one.id);
  const before = await idsOf();
  const { secret } = (await call(token, 'POST /api/auth/second-factor')).body as { secret: string };
  const code = authenticatorCode(secret, world.context.clock.now());
  const on = await call(token, 'POST /api/auth/second-factor/confirm', { code });
  const between = await idsOf();
  expect([(await call(token, 'GET /api/user/me')).status, (await call(other, 'GET /api/user/me')).status]).toEqual([
    401, 401,
  ]);
  const off = await call(await renewedToken(on), 'DELETE /api/auth/second-factor');
  const after = await idsOf();
  expect(new Set([...before, ...between, ...after]).size).toBe(4);
  expect([between.length, after.length, (await call(await renewedToken(off), 'GET /api/user/me')).status]).toEqual([
    1, 1, 200,
  ]);
});

test('an operator cannot create a reset link for another operator, and a decision needs a recent re-authentication', async () => {
  const operator = await world.token('operator');
  const { store, clock } = world.context;
  const passwordHash = world.people.operator.passwordHash;
  const login = { email: 'second@rondo.test', username: 'second', name: 'Second', passwordHash };
  const made = await store.users.create({ ...login, role: 'operator', hasGranted: true, now: clock.now() });
  if (!made.ok) throw new Error(made.refusal);
  const other = made.user.id;
  const proof = { password: demoLogins.find(({ role }) => role === 'operator')?.password };
  await call(operator, 'POST /api/auth/reauthenticate', proof);
  expect((await call(operator, `POST /api/operator/users/${other}/reset-link`)).code).toBe('FORBIDDEN');
  await age(operator);
  for (const verdict of ['approve', 'reject', 'revoke'])
    expect((await call(operator, `POST /api/operator/users/${other}/${verdict}`, { reason: 'x' })).code).toBe(
      'REAUTH_REQUIRED',
    );
});

test('wrong codes are counted per user and not per address, and a recovery code still works when the user has no attempt left', async () => {
  const { email, password, token } = await signUp('guessed');
  const begun = (await call(token, 'POST /api/auth/second-factor')).body as { secret: string };
  const now = world.context.clock.now();
  const confirmed = await call(token, 'POST /api/auth/second-factor/confirm', {
    code: authenticatorCode(begun.secret, now - 30_000),
  });
  const [recovery = ''] = (confirmed.body as { recovery_codes: string[] }).recovery_codes;
  const from = (remoteAddress: string, code: string) =>
    world.api.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password, code }, remoteAddress });
  for (let at = 0; at < serverLimits.wrongCodes; at += 1)
    expect((await from(`10.8.0.${at}`, '000000')).json<ErrorBody>().error_code).toBe('TOTP_WRONG');
  const spent = await from('10.8.1.1', authenticatorCode(begun.secret, now));
  expect([spent.statusCode, spent.json<ErrorBody>().error_code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(Number(spent.headers['retry-after'])).toBeGreaterThan(0);
  expect((await from('10.8.1.1', recovery)).statusCode).toBe(200);
});

test('the export has every bot and every decision even when the rows fill several pages', async () => {
  const { token, id } = await signUp('veteran');
  const { store } = world.context;
  const count = serverLimits.exportPage + 1;
  const rows = Array.from({ length: count }, (_, index) => ({
    botId: `veteran-${index}`,
    userId: id,
    instrumentId: 'ETH-USDT-SWAP',
    name: 'old',
    direction: 'long' as const,
    config: '{}',
    planSummary: '{}',
    netPnl: '1',
    rounds: 1,
    cycles: 0,
    endReason: '',
    startedAt: 1,
    endedAt: 2,
    fills: '[]',
  }));
  expect(await store.history.insertSimulated(rows)).toEqual({ inserted: count });
  const line = { at: 1, actorId: null, action: 'user.approve', subjectId: id, detail: '' };
  for (let index = 0; index < count; index += 1) await store.audit.write(line);
  const { bots, decisions } = (await call(token, 'GET /api/user/me/export')).body as PersonalExport;
  expect([new Set(bots.map((bot) => bot['id'])).size, bots.length, decisions.length]).toEqual([
    count,
    count,
    count + 1,
  ]);
  expect(bots[0]?.['config']).toEqual({});
});

test('the export contains the stored data of the user without secrets, and after the deletion the user is no longer found', async () => {
  const { email, password, token, id } = await signUp('leaver');
  const key = { apiKey: secretOf('canary-key'), secretKey: secretOf('canary-secret'), passphrase: secretOf('') };
  const place = { exchange: 'lbank', uid: 'leaver-uid', environment: 'sandbox', domain: 'global' } as const;
  const { store, clock } = world.context;
  const made = await linkAccount(store, { userId: id, ...place, label: '', credentials: key, now: clock.now() });
  if (!made.ok) throw new Error(`The store refused the row: ${made.refusal}`);
  const label = { isTestnet: true, mayRead: true, mayTrade: false, status: 'connected', checkedAt: null } as const;
  const words = { name: 'Mine', tags: ['slow', 'spot'], description: 'for later' };
  await store.accountLabels.save(made.account.id, { ...label, ...words });
  const exported = (await call(token, 'GET /api/user/me/export')).body as PersonalExport;
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(exported).toMatchObject({
    profile: {
      email,
      ref: '111111',
      consent_version: '2025-08-01',
      consented_at: instant,
      created_at: instant,
      shown_as_testimonial: false,
    },
    log_ins: [{ at: instant, outcome: 'done' }],
    exchange_accounts: [
      {
        exchange: 'lbank',
        account_name: 'Mine',
        uid: 'leaver-uid',
        is_testnet: true,
        permissions: { read: true, trade: false },
        tags: ['slow', 'spot'],
        description: 'for later',
        created_at: instant,
      },
    ],
  });
  const tables = exported.records.map(({ table, rows }) => [table, rows.length]);
  for (const table of ['sessions', 'account_labels']) expect(tables).toContainEqual([table, 1]);
  expect(JSON.stringify(exported)).not.toMatch(/argon2|password|canary/);
  expect(await store.audit.list({ subjectId: id, limit: 1 })).toMatchObject([{ action: 'user.export', actorId: id }]);
  expect((await call(token, 'DELETE /api/user/me')).status).toBe(200);
  expect((await call(token, 'GET /api/user/me')).status).toBe(401);
  expect((await logIn(email, password)).status).toBe(401);
  expect(await world.context.store.people.find(id)).toBeNull();
  expect((await signUp('leaver')).token).not.toBe('');
});

test('when a user is deleted, the server closes the client and stops the engine actor of the user’s exchange account', async () => {
  const { token, id } = await signUp('linked');
  const { store, link, live, clock } = world.context;
  const keys = world.openExchangeAccount({ label: 'linked' });
  const [apiKey, secretKey] = [secretOf(keys.apiKey), secretOf(keys.secretKey)];
  const credentials = { apiKey, secretKey, passphrase: secretOf(keys.passphrase) };
  const place = { exchange: 'okx', uid: keys.accountId, environment: 'sandbox', domain: 'global' } as const;
  const made = await linkAccount(store, { userId: id, ...place, label: 'linked', credentials, now: clock.now() });
  if (!made.ok) throw new Error(`The store refused the row: ${made.refusal}`);
  const accountId = made.account.id;
  await until(async () => (live.account(accountId)?.balance ?? null) !== null, 'the engine has read the account');
  expect(link.exchanges.find(accountId)).not.toBeNull();
  const deleted = await call(token, 'DELETE /api/user/me');
  // The person has no consent that allows the deletion of the key at the exchange.
  const remaining = [{ exchange: 'okx', label: 'linked', masked_key: expect.stringMatching(/^••••/) }];
  expect([deleted.status, deleted.body]).toEqual([200, { success: true, remaining_keys: remaining }]);
  expect(link.exchanges.find(accountId)).toBeNull();
  expect(live.account(accountId)?.balance).toBeNull();
});

test('a user cannot delete their user account while one of their bots runs', async () => {
  const token = await world.token('member');
  const created = await world.api.inject({
    method: 'POST',
    url: '/api/bots',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': freshKey() },
    payload: validRequest(),
  });
  expect(created.statusCode).toBe(200);
  expect((await call(token, 'DELETE /api/user/me')).code).toBe('ACCOUNT_HAS_BOTS');
  expect((await call(token, 'GET /api/user/me')).status).toBe(200);
});

test('a log-in from a new device is shown in the other sessions until one of them confirms it', async () => {
  const { email, password, token } = await signUp('noticed');
  const newLogins = async (of: string) => {
    const { items } = (await call(of, 'GET /api/auth/logins')).body as { items: LoginItem[] };
    return items.filter((login) => login.is_new).map(({ outcome }) => outcome);
  };
  const { access_token: other } = await logIn(email, password);
  expect((await call(other, 'POST /api/auth/logins/seen')).status).toBe(200);
  expect([await newLogins(token), await newLogins(other)]).toEqual([['done'], []]);
  await call(token, 'POST /api/auth/logins/seen');
  expect(await newLogins(token)).toEqual([]);
});
