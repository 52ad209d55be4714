// Tests what a caller must prove: the fresh password of sensitive calls, the second factor that stays on, the limit of one address, and the account of a ticket.
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '@rondo/contract';
import { secretOf } from '@rondo/store';
import { authenticatorCode } from '@rondo/testkit/authenticator';
import { createApp } from '../../src/app.ts';
import { serverLimits } from '../../src/limits.ts';
import { createSignInAttempts } from '../../src/people/sign-in-attempts.ts';
import { startWorld, type TestWorld } from '../_world.ts';
import { linkAccount, turnOnFactor } from '@rondo/testkit/database';

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

/** Opens a session of a new person. With `isOld` the last password check is older than sensitive calls allow. */
async function openSession(name: string, isOld = false) {
  const { store, clock } = world.context;
  const login = { email: `${name}@rondo.test`, username: name, name, passwordHash: 'x' };
  const made = await store.users.create({ ...login, hasGranted: true, now: clock.now() });
  if (!made.ok) throw new Error(made.refusal);
  const now = clock.now() - (isOld ? serverLimits.proofMs + 1 : 0);
  const { accessToken } = await store.sessions.create({ userId: made.user.id, remember: true, now });
  return { id: made.user.id, token: accessToken };
}

/** Sends one call. `line` is, for example, "POST /api/...". */
async function call(token: string, line: `${'GET' | 'POST' | 'DELETE'} ${string}`, payload?: object) {
  const [method, url] = line.split(' ') as ['GET' | 'POST' | 'DELETE', string]; // the two parts of the parameter
  const headers = { authorization: `Bearer ${token}` };
  const response = await world.api.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  return {
    status: response.statusCode,
    code: response.json<ErrorBody>().error_code,
    body: response.json<never>() as unknown,
  };
}

test('an operator and a member with a live key cannot turn the second factor off', async () => {
  const { id } = await openSession('secured');
  const { store, clock } = world.context;
  const app = await createApp({ ...world.context, venue: 'okx' });
  /** Turns the second factor off in a session whose password and second factor were checked a moment before. */
  const turnOff = async (userId: string) => {
    const now = clock.now();
    const session = await store.sessions.create({ userId, remember: false, now, withSecondFactor: true });
    const headers = { authorization: `Bearer ${session.accessToken}` };
    const response = await app.inject({ method: 'DELETE', url: '/api/auth/second-factor', headers });
    return [response.statusCode, response.json<ErrorBody>().error_code];
  };
  for (const userId of [id, world.people.operator.id]) await turnOnFactor(store, userId, clock.now());
  const key = secretOf('live-key');
  const credentials = { apiKey: key, secretKey: key, passphrase: key };
  const account = { exchange: 'okx', label: 'live', uid: 'live', environment: 'live', domain: 'global' } as const;
  const made = await linkAccount(store, { ...account, userId: id, credentials, now: clock.now() });
  if (!made.ok) throw new Error(made.refusal);
  expect(await turnOff(id)).toEqual([409, 'SECOND_FACTOR_NEEDED']);
  expect(await turnOff(world.people.operator.id)).toEqual([409, 'SECOND_FACTOR_NEEDED']);
  await store.secondFactors.remove(world.people.operator.id, true);
  await store.accounts.unlink(made.account.id, { isKeyDeleted: true, now: clock.now() });
  await app.close();
});

test('the codes of a new second factor are counted, so a stolen session cannot guess its code', async () => {
  const { token } = await openSession('enroller');
  const { secret } = (await call(token, 'POST /api/auth/second-factor')).body as { secret: string };
  const confirm = (code: string) => call(token, 'POST /api/auth/second-factor/confirm', { code });
  for (let count = 0; count < serverLimits.wrongCodes; count += 1)
    expect((await confirm('000000')).code).toBe('SECOND_FACTOR_WRONG');
  const late = await confirm(authenticatorCode(secret, world.context.clock.now()));
  expect([late.status, late.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
});

test('the export and the deletion need a recent re-authentication', async () => {
  const { token } = await openSession('exporter', true);
  expect((await call(token, 'GET /api/user/me/export')).code).toBe('REAUTH_REQUIRED');
  expect((await call(token, 'DELETE /api/user/me')).code).toBe('REAUTH_REQUIRED');
  expect((await call(token, 'GET /api/user/me')).status).toBe(200);
});

test('100 failures in an hour from one address end the attempts of this address, and its neighbour can log in', async () => {
  const attempts = createSignInAttempts(world.context);
  const fail = (address: string) =>
    attempts.prove({ isLoggedIn: false, address, person: null, knownDevice: null }, async () => ({ isMatch: false }));
  await Promise.all(Array.from({ length: 100 }, () => fail('10.26.0.1')));
  await expect(fail('10.26.0.1')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(await fail('10.26.0.2')).toEqual({ isMatch: false });
});

test('the further attempts of an address without attempts left do not lock out its neighbours, and a locked network does not lock out people who are logged in or known', async () => {
  const attempts = createSignInAttempts(world.context);
  const visitor = { isLoggedIn: false, person: null, knownDevice: null } as const;
  const fail = (address: string) => attempts.prove({ ...visitor, address }, async () => ({ isMatch: false }));
  await Promise.allSettled(Array.from({ length: 400 }, () => fail('10.27.0.1')));
  expect(await fail('10.27.0.2')).toEqual({ isMatch: false });
  await Promise.allSettled(Array.from({ length: 400 }, (_, place) => fail(`10.27.0.${place % 200}`)));
  await expect(fail('10.27.0.250')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  // A refusal because of the network costs the address no attempt, so the address has all of them when the network is free again.
  const count = await world.context.store.throttles.add('failures of an address 10.27.0.250', {
    points: 0,
    durationMs: 1,
  });
  expect(count.points).toBe(0);
  const match = async () => ({ isMatch: true });
  const known = { isLoggedIn: false, address: '10.27.0.1', person: 'known@rondo.test', knownDevice: 'known' } as const;
  expect(await attempts.prove(known, match)).toEqual({ isMatch: true });
  const token = await world.token('member');
  const proof = { method: 'POST', url: '/api/auth/reauthenticate', payload: { password: 'wrong' } } as const;
  const headers = { authorization: `Bearer ${token}` };
  const response = await world.api.inject({ ...proof, headers, remoteAddress: '10.27.0.1' });
  expect(response.json<ErrorBody>().error_code).toBe('REAUTH_FAILED');
});

test('120 checks of a password in an hour end also the correct checks of one lane of a person, and refused checks take no lane away', async () => {
  const attempts = createSignInAttempts(world.context);
  const person = 'stolen@rondo.test';
  const { throttles } = world.context.store;
  const minute = { durationMs: 60_000 };
  const lanes = [`of a person ${person}`, 'in sessions of stolen'];
  for (const lane of lanes) await throttles.add(`password checks ${lane}`, { ...minute, points: 118 });
  let checked = 0;
  const match = async () => ({ isMatch: (checked += 1) > 0 });
  const prove = (place: number, knownDevice: string | null = null) =>
    attempts.prove({ isLoggedIn: false, address: `10.28.${place}.1`, person, knownDevice }, match);
  await Promise.allSettled(Array.from({ length: 10 }, (_, place) => prove(place)));
  expect(checked).toBe(2);
  await expect(prove(200)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  // A refused check is no failure, so it does not begin the pauses of wrong passwords.
  expect(await throttles.add(`failures of a person ${person}`, { ...minute, points: 0 })).toMatchObject({ points: 0 });
  expect(await prove(201, 'a known device')).toEqual({ isMatch: true });
  const own = () => attempts.prove({ isLoggedIn: true, userId: 'stolen' }, match);
  expect([await own(), await own()]).toEqual([{ isMatch: true }, { isMatch: true }]);
  await expect(own()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(checked).toBe(5);
});

test('no typed e-mail uses up the attempts of a session', async () => {
  const attempts = createSignInAttempts(world.context);
  for (const [row, person] of ['who is logged in typed', 'in sessions of typed'].entries()) {
    const fail = (place: number) =>
      attempts.prove({ isLoggedIn: false, address: `10.31.${row}.${place}`, person, knownDevice: null }, async () => ({
        isMatch: false,
      }));
    await Promise.allSettled(Array.from({ length: 10 }, (_, place) => fail(place)));
    await expect(fail(20)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  }
  const session = { isLoggedIn: true, userId: 'typed' } as const;
  expect(await attempts.prove(session, async () => ({ isMatch: true }))).toEqual({ isMatch: true });
});

test('an attempt that the busy hasher or the network refuses leaves no count behind, so invented e-mails and addresses do not fill the table', async () => {
  const attempts = createSignInAttempts(world.context);
  const counts = async () => (await world.rows())['throttles']?.length;
  const visitor = { isLoggedIn: false, knownDevice: null } as const;
  const before = await counts();
  const busy = () => Promise.reject(new Error('The hasher is busy.'));
  for (let place = 0; place < 5; place += 1) {
    const person = `invented-${place}@rondo.test`;
    await expect(attempts.prove({ ...visitor, address: `10.29.0.${place}`, person }, busy)).rejects.toThrow('busy');
  }
  expect(await counts()).toBe(before);
  const { throttles } = world.context.store;
  await throttles.add('failures of a network 2001:db8:29:1::/64', { points: 1_000, durationMs: 60_000 });
  const full = await counts();
  for (let place = 0; place < 5; place += 1) {
    const refused = attempts.prove({ ...visitor, address: `2001:db8:29:1::${place}`, person: null }, busy);
    await expect(refused).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  }
  expect(await counts()).toBe(full);
});

test('a ticket of one account opens no socket of another account, and cannot be used afterwards', async () => {
  const response = await world.api.inject({
    method: 'POST',
    url: '/api/ws-ticket',
    headers: { authorization: `Bearer ${await world.token('member')}` },
    payload: { account_id: world.accountId },
  });
  const { token } = response.json<{ token: string }>();
  expect(await closeCode(`ws://127.0.0.1:${port}/ws/okx?account_id=another-account&token=${token}`)).toBe(4401);
  expect(await closeCode(`ws://127.0.0.1:${port}/ws/okx?account_id=${world.accountId}&token=${token}`)).toBe(4401);
});

function closeCode(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.on('close', resolve);
    socket.on('error', reject);
  });
}
