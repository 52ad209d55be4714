// Tests that a server works without the master key: its signer has it. The servers of `startWorld` have a source of the key that fails when it is read.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticatorCode } from '@rondo/testkit/authenticator';
import type { Server } from '../../src/create-server.ts';
import { signUpFields } from '../_callers.ts';
import { startWorld, type TestWorld } from '../_world.ts';

let world: TestWorld;
let node: Server;
beforeAll(async () => {
  world = await startWorld();
  node = await world.addNode({ role: 'api' });
});
afterAll(() => world.close());

type Json = Readonly<Record<string, unknown>>;

async function call(
  method: 'GET' | 'POST',
  url: string,
  { token = '', payload = {} }: { token?: string; payload?: object },
) {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  const body = method === 'GET' ? {} : { payload };
  const response = await node.api.inject({ method, url, headers, ...body });
  return { status: response.statusCode, body: response.json<Json>() };
}

test('on a node with the role api people log in with a password and a code, and link, change and test a key', async () => {
  const person = { email: 'factor@rondo.test', password: 'words of a person with a factor', name: 'factor' };
  expect((await call('POST', '/api/auth/register', { payload: { ...person, ...signUpFields } })).status).toBe(200);
  const { email, password } = person;
  const { clock } = world.context;
  const first = await call('POST', '/api/auth/login', { payload: { email, password } });
  const user = await node.context.store.users.findByEmail(email);
  const decision = { verdict: 'approve', actorId: world.people.operator.id, reason: '', now: clock.now() } as const;
  await node.context.store.people.decide({ ...decision, userId: user?.id ?? '' });
  const begun = await call('POST', '/api/auth/second-factor', { token: String(first.body['access_token']) });
  const code = authenticatorCode(String(begun.body['secret']), clock.now());
  const token = String(first.body['access_token']);
  expect((await call('POST', '/api/auth/second-factor/confirm', { token, payload: { code } })).status).toBe(200);
  expect((await call('POST', '/api/auth/login', { payload: { email, password } })).status).toBe(401);
  world.passTime(60_000);
  const later = authenticatorCode(String(begun.body['secret']), clock.now());
  const second = await call('POST', '/api/auth/login', { payload: { email, password, code: later } });
  expect(second.status).toBe(200);
  const { apiKey, secretKey } = world.openExchangeAccount({ label: 'own', perm: 'read_only,trade' });
  const linked = await call('POST', '/api/exchange-accounts/', {
    token: String(second.body['access_token']),
    payload: { exchange_id: 'lbank', account_name: 'own', credentials: { api_key: apiKey, secret_key: secretKey } },
  });
  expect(linked).toMatchObject({ status: 200, body: { status: 'connected' } });
  const url = `/api/exchange-accounts/${String(linked.body['id'])}/test`;
  expect((await call('POST', url, { token: String(second.body['access_token']) })).body).toMatchObject({
    success: true,
  });
});
