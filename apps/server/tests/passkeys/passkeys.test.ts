// Tests passkeys through the running application: creation, log-in without a password, second factor, new checks and removal.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticatorCode } from '@rondo/testkit/authenticator';
import { passkeyDevice, type PasskeyUse } from '@rondo/testkit/passkey';
import { serverLimits } from '../../src/limits.ts';
import { startWorld, type TestWorld } from '../_world.ts';
import { Browser, origin, password, personWith } from './_passkeys.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await startWorld();
}, 60_000);
afterAll(() => world.close());

const factorOf = async (browser: Browser) => (await browser.call('GET /api/auth/second-factor')).body;

test('a passkey logs in without a password, is both factors, and is listed with its name and its uses', async () => {
  const { email, browser, device } = await personWith(world, 'first-key');
  const codes = await browser.addPasskey(device, 'Phone');
  expect(codes).toHaveLength(10);
  expect(await factorOf(browser)).toMatchObject({ is_on: true, has_authenticator: false, passkeys: 1 });
  const elsewhere = new Browser(world);
  expect((await elsewhere.logIn(device)).body).toMatchObject({ name: 'first-key' });
  const found = await world.context.store.sessions.findByAccess(elsewhere.token, world.context.clock.now());
  expect(found?.secondFactorAt).toBe(found?.provedAt);
  expect(await elsewhere.passkeys()).toMatchObject([{ name: 'Phone', is_synced: false }]);
  expect((await elsewhere.passkeys())[0]?.last_used_at).toBeGreaterThan(0);
  // The password alone no longer opens the account.
  expect(await new Browser(world).call('POST /api/auth/login', { email, password })).toMatchObject({
    status: 401,
    code: 'TOTP_REQUIRED',
    body: { parameters: { has_passkey: 'true' } },
  });
});

test('a passkey and a recovery code are second factors after the password, and a code of six digits is not', async () => {
  const { email, browser, device } = await personWith(world, 'second-key');
  const [recovery = ''] = await browser.addPasskey(device);
  const other = new Browser(world);
  const login = (proof: object) => other.call('POST /api/auth/login', { email, password, ...proof });
  expect((await login({ code: '123456' })).code).toBe('TOTP_WRONG');
  expect((await login({ passkey: device.respond(await other.challenge()) })).status).toBe(200);
  expect((await login({ code: recovery })).status).toBe(200);
  expect((await login({ code: recovery })).code).toBe('TOTP_WRONG');
  const thief = await personWith(world, 'foreign-key');
  await thief.browser.addPasskey(thief.device);
  const foreign = await login({ passkey: thief.device.respond(await other.challenge()) });
  expect([foreign.status, foreign.code]).toEqual([401, 'PASSKEY_REFUSED']);
  const wrongPassword = { email, password: 'wrong sentence', passkey: device.respond(await other.challenge()) };
  expect((await other.call('POST /api/auth/login', wrongPassword)).code).toBe('LOGIN_FAILED');
});

test('an answer works once, only in the browser that has asked for it, and only for five minutes', async () => {
  const { browser, device } = await personWith(world, 'once-key');
  await browser.addPasskey(device);
  const asking = new Browser(world);
  const passkey = device.respond(await asking.challenge());
  const other = new Browser(world);
  await other.challenge();
  const send = async (from: Browser, response: object) =>
    (await from.call('POST /api/auth/passkeys/login', { passkey: response })).status;
  expect(await send(other, passkey)).toBe(401);
  expect(await send(new Browser(world), passkey)).toBe(401);
  expect(await send(asking, passkey)).toBe(200);
  expect(await send(asking, passkey)).toBe(401);
  const late = device.respond(await asking.challenge());
  world.passTime(serverLimits.challengeMs);
  expect(await send(asking, late)).toBe(401);
  world.passTime(-serverLimits.challengeMs);
  expect(await send(asking, late)).toBe(200);
});

test.each<[string, PasskeyUse]>([
  ['of another page', { origin: 'http://localhost:9' }],
  ['of another site', { rpId: 'rondo.example' }],
  ['without a check of the person', { isVerified: false }],
])('an answer %s is refused', async (_, use) => {
  const { browser, device } = await personWith(world, `refused-${Object.keys(use)[0]?.toLowerCase()}`);
  const { body: begun } = await browser.call('POST /api/auth/passkeys/begin', {});
  const made = device.create(String(begun['challenge']), use);
  expect((await browser.call('POST /api/auth/passkeys', { name: 'x', ...made })).code).toBe('PASSKEY_INVALID');
  expect(await browser.passkeys()).toEqual([]);
  await browser.addPasskey(device);
  expect(await new Browser(world).logIn(device, use)).toMatchObject({ status: 401, code: 'PASSKEY_REFUSED' });
});

test('an answer with a wrong signature, a challenge of another purpose and an unknown passkey are refused', async () => {
  const { browser, device } = await personWith(world, 'forged-key');
  await browser.addPasskey(device);
  const asking = new Browser(world);
  const send = async (passkey: object) => (await asking.call('POST /api/auth/passkeys/login', { passkey })).code;
  const response = device.respond(await asking.challenge());
  const forged = passkeyDevice(origin).respond(await asking.challenge());
  expect(await send({ ...response, signature: forged.signature })).toBe('PASSKEY_REFUSED');
  expect(await send(forged)).toBe('PASSKEY_REFUSED');
  expect(await send({ ...response, user_handle: Buffer.from('somebody').toString('base64url') })).toBe(
    'PASSKEY_REFUSED',
  );
  const { body: begun } = await browser.call('POST /api/auth/passkeys/begin', {});
  expect(await send(device.respond(String(begun['challenge'])))).toBe('PASSKEY_REFUSED');
  expect(await send(device.respond('AAAA'))).toBe('PASSKEY_REFUSED');
  expect(await send(response)).toBe('');
});

test('a counter that has not grown is refused, because a copy of the authenticator was used', async () => {
  const { browser, device } = await personWith(world, 'counted-key');
  await browser.addPasskey(device);
  const logIn = async (counter: number) => (await new Browser(world).logIn(device, { counter })).status;
  expect([await logIn(5), await logIn(5), await logIn(4), await logIn(0), await logIn(6)]).toEqual([
    200, 401, 401, 401, 200,
  ]);
});

test('sensitive calls accept a passkey of the person as the new check', async () => {
  const { browser, device } = await personWith(world, 'fresh-key');
  const begin = () => browser.call('POST /api/auth/passkeys/begin', {});
  world.passTime(serverLimits.proofMs + 1_000);
  try {
    expect((await begin()).code).toBe('REAUTH_REQUIRED');
    expect((await browser.call('POST /api/auth/reauthenticate', { password })).status).toBe(200);
    await browser.addPasskey(device);
    const session = await world.context.store.sessions.findByAccess(browser.token, world.context.clock.now());
    const long = { now: 0, withSecondFactor: false };
    await world.context.store.sessions.prove(session?.sessionId ?? '', long);
    const [held] = await browser.passkeys();
    expect((await browser.call(`DELETE /api/auth/passkeys/${held?.id}`)).code).toBe('REAUTH_REQUIRED');
    // The password needs the second factor, and a passkey of another person proves nothing.
    expect((await browser.call('POST /api/auth/reauthenticate', { password })).code).toBe('REAUTH_FAILED');
    const other = await personWith(world, 'other-fresh-key');
    await other.browser.addPasskey(other.device);
    const prove = async (response: object) => browser.call('POST /api/auth/reauthenticate', { passkey: response });
    expect((await prove(other.device.respond(await browser.challenge()))).code).toBe('REAUTH_FAILED');
    expect((await prove(device.respond(await browser.challenge()))).status).toBe(200);
    expect((await begin()).status).toBe(200);
  } finally {
    world.passTime(-serverLimits.proofMs - 1_000);
  }
});

test('the last factor turns the second factor off, and an authenticator beside passkeys keeps it on', async () => {
  const { browser, device } = await personWith(world, 'both-factors');
  await browser.addPasskey(device, 'One');
  const secret = String((await browser.call('POST /api/auth/second-factor', {})).body['secret']);
  const code = authenticatorCode(secret, world.context.clock.now());
  const confirmed = await browser.call('POST /api/auth/second-factor/confirm', { code });
  // The recovery codes of the passkey stay valid.
  expect(confirmed.body).toEqual({ recovery_codes: [] });
  await browser.refresh();
  expect(await factorOf(browser)).toMatchObject({ has_authenticator: true, passkeys: 1, recovery_codes_left: 10 });
  expect((await browser.call('DELETE /api/auth/second-factor')).status).toBe(200);
  await browser.refresh();
  expect(await factorOf(browser)).toMatchObject({ is_on: true, has_authenticator: false, passkeys: 1 });
  const [held] = await browser.passkeys();
  const thief = await personWith(world, 'thief');
  expect((await thief.browser.call(`DELETE /api/auth/passkeys/${held?.id}`)).code).toBe('NOT_FOUND');
  expect((await browser.call(`DELETE /api/auth/passkeys/${held?.id}`)).status).toBe(200);
  await browser.refresh();
  expect(await factorOf(browser)).toMatchObject({ is_on: false, passkeys: 0, recovery_codes_left: 0 });
  expect((await new Browser(world).logIn(device)).code).toBe('PASSKEY_REFUSED');
});

test('each change of the second factor replaces the session, also while the factor stays on', async () => {
  const { browser, device } = await personWith(world, 'renewed-key');
  await browser.addPasskey(device, 'One');
  const { sessions } = world.context.store;
  const now = world.context.clock.now();
  const sessionId = async (): Promise<string> => (await sessions.findByAccess(browser.token, now))?.sessionId ?? 'none';
  const confirm = async () => {
    const secret = String((await browser.call('POST /api/auth/second-factor', {})).body['secret']);
    return browser.call('POST /api/auth/second-factor/confirm', { code: authenticatorCode(secret, now) });
  };
  const changes = {
    'another authenticator': confirm,
    'another passkey': async () => {
      await browser.addPasskey(passkeyDevice(origin), 'Two');
      return { status: 200 };
    },
    'a removed authenticator': () => browser.call('DELETE /api/auth/second-factor'),
    'a removed passkey': async () => {
      const held = (await browser.passkeys()).find(({ name }) => name === 'Two');
      return browser.call(`DELETE /api/auth/passkeys/${held?.id}`);
    },
  };
  for (const [change, make] of Object.entries(changes)) {
    const before = await sessionId();
    const other = new Browser(world);
    expect((await other.logIn(device)).status, change).toBe(200);
    expect((await make()).status, change).toBe(200);
    expect(await sessions.isLive(before, now), change).toBe(false);
    expect(await sessions.findByAccess(other.token, now), change).toBeNull();
    await browser.refresh();
    expect(await sessionId(), change).not.toBe(before);
    expect(await factorOf(browser), change).toMatchObject({ is_on: true });
  }
});

test('a recovery code does not confirm a new authenticator', async () => {
  const { browser, device } = await personWith(world, 'recovery-confirm');
  const [recovery = ''] = await browser.addPasskey(device);
  await browser.call('POST /api/auth/second-factor', {});
  const confirmed = await browser.call('POST /api/auth/second-factor/confirm', { code: recovery });
  expect(confirmed.code).toBe('SECOND_FACTOR_WRONG');
  expect(await factorOf(browser)).toMatchObject({ has_authenticator: false });
});

test('the deletion of a person and a new enrolment of an operator remove the passkeys, and the export has them', async () => {
  const { browser, device, email } = await personWith(world, 'gone-key');
  await browser.addPasskey(device, 'Laptop');
  const { body } = await browser.call('GET /api/user/me/export');
  expect(body['passkeys']).toMatchObject([{ name: 'Laptop' }]);
  expect(JSON.stringify(body)).not.toContain(device.id);
  const user = await world.context.store.users.findByEmail(email);
  expect((await browser.call('DELETE /api/user/me')).status).toBe(200);
  expect(await world.context.store.passkeys.list(user?.id ?? '')).toEqual([]);

  const operator = await personWith(world, 'enrolled-key');
  await operator.browser.addPasskey(operator.device);
  const enrolled = await world.context.store.users.findByEmail(operator.email);
  await world.context.store.enrolments.enrol(enrolled?.id ?? '', world.context.clock.now());
  expect(await world.context.store.passkeys.list(enrolled?.id ?? '')).toEqual([]);
});
