// Tests that a node with the people key and without the master key serves people (ADR 8). It has its own people key, and no signer with the master key.
import { randomBytes } from 'node:crypto';
import { secretOf } from '@rondo/store';
import { authenticatorCode } from '@rondo/testkit/authenticator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Server } from '../../src/create-server.ts';
import { signUpFields } from '../_callers.ts';
import { startWorld, type TestWorld } from '../_world.ts';

const peopleKey = randomBytes(32);
const person = { email: 'factor@rondo.test', password: 'words of a person with a factor', name: 'factor' };
let world: TestWorld;
let node: Server;
beforeAll(async () => {
  world = await startWorld();
  const tools = await world.openTools();
  await tools.keyRotation.rotatePeople(peopleKey, { now: world.context.clock.now(), report: () => undefined });
  node = await world.addNode({
    role: 'api',
    peopleKey: { text: peopleKey.toString('hex'), command: null, file: null },
  });
});
afterAll(() => world.close());

type Json = Readonly<Record<string, unknown>>;

async function call(
  on: Pick<Server, 'api'>,
  url: string,
  { method = 'POST', token = '', payload = {} }: { method?: 'GET' | 'POST'; token?: string; payload?: object } = {},
) {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  const body = method === 'GET' ? {} : { payload };
  const response = await on.api.inject({ method, url, headers, ...body });
  return { status: response.statusCode, body: response.json<Json>() };
}

/** Signs a person up through the node, and turns the second factor on. Returns the code of the present time. */
async function enrol(): Promise<() => string> {
  const { email, password } = person;
  const { clock } = world.context;
  expect((await call(node, '/api/auth/register', { payload: { ...person, ...signUpFields } })).status).toBe(200);
  const user = await node.context.store.users.findByEmail(email);
  const decision = { verdict: 'approve', actorId: world.people.operator.id, reason: '', now: clock.now() } as const;
  await node.context.store.people.decide({ ...decision, userId: user?.id ?? '' });
  const token = String((await call(node, '/api/auth/login', { payload: { email, password } })).body['access_token']);
  const begun = await call(node, '/api/auth/second-factor', { token });
  const codeNow = (): string => authenticatorCode(String(begun.body['secret']), clock.now());
  const confirmed = await call(node, '/api/auth/second-factor/confirm', { token, payload: { code: codeNow() } });
  expect(confirmed.status).toBe(200);
  return codeNow;
}

test('people sign up, turn a second factor on and log in with it through a node with the people key, and through a node with the master key', async () => {
  const codeNow = await enrol();
  const { email, password } = person;
  for (const on of [node, world]) {
    world.passTime(60_000);
    expect((await call(on, '/api/auth/login', { payload: { email, password } })).status).toBe(401);
    const wrong = { email, password, code: '000000' };
    expect((await call(on, '/api/auth/login', { payload: wrong })).status).toBe(401);
    const complete = { email, password, code: codeNow() };
    expect((await call(on, '/api/auth/login', { payload: complete })).status).toBe(200);
  }
});

test('the health of the node is good, its pages of bots and balances work, and its audit is intact', async () => {
  const token = await world.token('member');
  for (const url of ['/api/bots/my-bots', '/api/exchange-accounts/', '/api/okx/oauth/status'])
    expect((await call(node, url, { method: 'GET', token })).status).toBe(200);
  expect((await call(node, '/api/health', { method: 'GET' })).body).toMatchObject({ ready: true });
  expect(await node.context.store.audit.check([])).toMatchObject({ problem: null });
});

test('the node opens no trading key, no token and no client secret, whatever its server asks of its signer', async () => {
  const { store, keys } = node.context;
  await expect(keys.open(world.accountId)).rejects.toThrow('EXCHANGE_UNAVAILABLE');
  await expect(store.oauthSecret.read()).resolves.toBeNull();
  const tools = await world.openTools();
  await tools.keyRotation.rotateOauthSecret(secretOf('client-secret'), world.context.clock.now());
  await expect(store.oauthSecret.read()).rejects.toThrow('is not permitted');
  await tools.keyRotation.retireOauthSecret(world.context.clock.now());
});
