// Tests that the OpenAPI document is valid, complete and correct. A client that is generated only from the document calls every operation of the listening server.
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '@rondo/contract';
import { authenticatorCode } from '@rondo/testkit/authenticator';
import { passkeyDevice } from '@rondo/testkit/passkey';
import { generateClient, type Asked, type GeneratedClient, type Json } from './_generated-client.ts';
import { storeCandles } from '../_candles.ts';
import { decide } from '../_link.ts';
import { signUpFields } from '../_callers.ts';
import { startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let homeFolder: string;
let world: TestWorld;
let client: GeneratedClient;
let origin: string;
beforeAll(async () => {
  homeFolder = await mkdtemp(path.join(tmpdir(), 'rondo-home-'));
  world = await startWorld({ changes: { homeFolder } });
  await world.api.listen({ port: 0, host: '127.0.0.1' });
  const { port } = world.api.server.address() as AddressInfo; // listening on TCP just above
  // Passkeys exist on localhost, and not on an IP address.
  origin = `http://localhost:${port}`;
  client = await generateClient(origin);
});
afterAll(async () => {
  await world.close();
  await rm(homeFolder, { recursive: true, force: true });
});

/** A message of another program is acted upon later, so its call succeeds with 202. */
const succeeded: readonly number[] = [200, 202];

/** Calls an operation and returns the body of the response. Throws when the call has not succeeded. */
async function done(operation: string, given: Asked = {}): Promise<Json> {
  const { status, body } = await client.ask(operation, given);
  if (!succeeded.includes(status))
    throw new Error(`The operation ${operation} returned status ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function logIn(email: string, password: string): Promise<{ readonly token: string; readonly cookie: string }> {
  const response = await client.ask('login', { body: { email, password } });
  const [cookie = ''] = (response.cookies[0] ?? '').split(';');
  return { token: String(response.body['access_token']), cookie };
}

/** Calls an operation that renews the session. Returns the new access token. */
async function renewed(operation: string, given: Asked): Promise<string> {
  const { cookies } = await client.ask(operation, given);
  const [cookie = ''] = (cookies[0] ?? '').split(';');
  return String((await done('refresh', { cookie }))['access_token']);
}

const person = { email: 'tour@rondo.test', password: 'tour-password' };
const newPassword = 'tour-password-2';

test('the operations of the document are exactly the routes of the table', () => {
  expect(client.operations.toSorted()).toEqual(Object.keys(routes).toSorted());
});

test('the calls of visitors succeed and match the document', async () => {
  for (const name of [
    'health',
    'live',
    'ready',
    'registration',
    'instruments',
    'testimonials',
    'plan',
    'help',
    'demoAccount',
    'replays',
  ])
    await done(name);
  await done('leaderboard');
  await done('ticker', { parameters: { id: 'ETH-USDT-SWAP' } });
  await done('candles', { parameters: { id: 'ETH-USDT-SWAP', bar: '1m', limit: '5' } });
  const { hash } = await storeCandles(world.context.candles.folder, {
    source: 'sandbox',
    instrumentId: 'ETH-USDT-SWAP',
    prices: [200_000, 200_100],
  });
  await done('candleCoverage', { parameters: { id: 'ETH-USDT-SWAP' } });
  await done('candleMonth', { parameters: { id: 'ETH-USDT-SWAP', bar: '15m', month: '2026-01', hash } });
  await done('register', { body: { ...person, name: 'tour', ...signUpFields } });
});

test('the calls of operators succeed and match the document', async () => {
  const { token } = await logIn('operator@rondo.test', 'rondo-demo-operator');
  const { items } = await done('operatorUsers', { token, parameters: { search: 'tour' } });
  const [found] = items as readonly Json[]; // checked against the document
  const parameters = { id: String(found?.['id']) };
  await done('operatorUser', { token, parameters });
  await done('rejectUser', { token, parameters, body: { reason: 'not known' } });
  await done('approveUser', { token, parameters, body: {} });
  await done('revokeUser', { token, parameters, body: { reason: 'again' } });
  await done('approveUser', { token, parameters, body: {} });
  await done('operatorLinks', { token });
  await done('operatorAudit', { token });
  const { path } = await done('resetLink', { token, parameters });
  const link = new URL(String(path), 'http://localhost');
  const reset = link.searchParams.get('token') ?? link.hash.replace(/^#(token=)?/, '');
  await done('resetPassword', { body: { token: reset, new_password: newPassword } });
});

test('the calls of members about sessions, second factor and records succeed and match the document', async () => {
  const { cookie, token } = await logIn(person.email, newPassword);
  await done('refresh', { cookie });
  await done('me', { token });
  await done('reauthenticate', { token, body: { password: newPassword } });
  const other = await logIn(person.email, newPassword);
  const { items } = await done('sessions', { token });
  const ending = (items as readonly Json[]).find((session) => session['is_current'] === false); // checked
  await done('logins', { token });
  await done('seeLogins', { token });
  await done('endSession', { token, parameters: { id: String(ending?.['id']) } });
  await done('logout', { cookie: other.cookie });
  await done('changePassword', { token, body: { current_password: newPassword, new_password: person.password } });
  await done('secondFactor', { token });
  const { secret } = await done('beginSecondFactor', { token });
  const code = authenticatorCode(String(secret), world.context.clock.now());
  const withFactor = await renewed('confirmSecondFactor', { token, body: { code } });
  await done('renewRecoveryCodes', { token: withFactor });
  const last = { token: await renewed('removeSecondFactor', { token: withFactor }) };
  await done('testimonialConsent', last);
  await done('setTestimonialConsent', { ...last, body: { consents: true } });
  await done('exportMe', last);
});

test('the calls of members about passkeys succeed and match the document', async () => {
  const { token } = await logIn(person.email, person.password);
  const begun = await done('beginPasskey', { token, body: {} });
  const device = passkeyDevice(origin);
  const creation = { name: 'tour', ...device.create(String(begun['challenge'])) };
  const withFactor = await renewed('createPasskey', { token, body: creation });
  const { items } = await done('passkeys', { token: withFactor });
  const { body: asked, cookies } = await client.ask('passkeyChallenge', {});
  const passkey = device.respond(String(asked['challenge']));
  const [cookie = ''] = (cookies[0] ?? '').split(';');
  await done('passkeyLogin', { cookie, body: { passkey } });
  const [held] = items as readonly Json[]; // checked against the document
  await renewed('removePasskey', { token: withFactor, parameters: { id: String(held?.['id']) } });
});

test('the calls of members about consents, the trading key and the live connection succeed and match the document', async () => {
  const { token } = await logIn(person.email, person.password);
  const consent = async (kind: 'oauth' | 'fastApi', account: string): Promise<string> => {
    const begun = await done(`${kind}Auth`, { token });
    await done('oauthStateRegister', { token, body: { state: String(begun['state']) } });
    const back = await decide(String(begun['auth_url']), { account });
    const response = await done(`${kind}Callback`, { token, parameters: Object.fromEntries(back.searchParams) });
    return String(response['account_id']);
  };
  const viewed = await consent('oauth', 'new');
  await done('oauthStatus', { token });
  await done('oauthRefresh', { token, body: { account_id: viewed } });
  await done('oauthDisconnect', { token, parameters: { id: viewed } });
  const accountId = await consent('fastApi', 'new-hedge');
  await done('fastApiDeleteKey', { token, parameters: { account_id: accountId } });
  const key = { account_id: accountId, label: 'tour', perm: 'trade', bind_app: true, is_demo: false };
  await done('fastApiCreateKey', { token, body: key });
  await done('preflight', { token, parameters: { account_id: accountId } });
  await done('comprehensiveStatus', { token });
  await done('metrics', { token, parameters: { period: '1h' } });
  await done('socketConnect', { token, body: { account_id: accountId } });
  await until(
    async () => (await done('socketStatus', { token }))['authenticated'] === true,
    'the connection of the viewer is logged in',
  );
  await done('socketSubscribe', { token, body: { channel: 'account' } });
  await done('socketUnsubscribe', { token, body: { channel: 'account' } });
  await done('socketDisconnect', { token });
  await done('wsTicket', { token, body: { account_id: accountId } });
});

test('the calls of members about accounts with typed keys succeed and match the document', async () => {
  const { token } = await logIn(person.email, person.password);
  const { apiKey, secretKey } = world.openExchangeAccount({ label: 'tour', perm: 'read_only,trade' });
  const credentials = { api_key: apiKey, secret_key: secretKey };
  await done('exchanges', { token });
  const made = await done('createExchangeAccount', {
    token,
    body: { exchange_id: 'lbank', account_name: 'tour', credentials },
  });
  const parameters = { id: String(made['id']) };
  await done('exchangeAccounts', { token });
  await done('exchangeAccount', { token, parameters });
  await done('testExchangeAccount', { token, parameters });
  await done('updateExchangeAccount', { token, parameters, body: { account_name: 'renamed' } });
  await done('deleteExchangeAccount', { token, parameters });
});

test('the calls of members about bots and their records succeed and match the document', async () => {
  const { token } = await logIn('member@rondo.test', 'rondo-demo-member');
  await done('balance', { token });
  await done('margin', { token });
  const made = await done('createBot', { token, body: validRequest() });
  const id = String((made['bot'] as Json)['id']); // checked against the document
  await done('myBots', { token });
  await until(
    async () => (await done('bot', { token, parameters: { id } }))['position_size'] !== '0',
    'the first step has filled',
  );
  await done('releaseGuard', { token, parameters: { id } });
  await done('recoverBot', { token, parameters: { id }, body: { as: 'continue' } });
  const stop = { status: 'completed', close_position: true, is_last: true };
  await done('botStatus', { token, parameters: { id }, body: stop });
  await until(
    async () => (await done('bot', { token, parameters: { id } }))['status'] === 'completed',
    'the bot has ended',
  );
  await done('botFills', { token, parameters: { id } });
  await done('botRounds', { token, parameters: { id } });
  await done('botOrders', { token, parameters: { id } });
  await done('botLedger', { token, parameters: { id } });
  await done('botSignals', { token, parameters: { id } });
  const { entry } = validRequest();
  const waiting = await done('createBot', { token, body: { ...validRequest(), entry: { ...entry, type: 'webhook' } } });
  const waitingId = { id: String((waiting['bot'] as Json)['id']) }; // checked against the document
  const { path } = await done('renewHook', { token, parameters: waitingId });
  await done('signalHook', { parameters: { token: String(path).split('/').at(-1) ?? '' }, body: 'hold' });
  await done('releaseHold', { token, parameters: waitingId });
  await done('entryOptions', { token });
  await done('botExport', { token, parameters: { id, of: 'fills' } });
  const range = { from: '2026-01-01', to: '2026-12-31' };
  await done('history', { token, parameters: range });
  await done('historyExport', { token, parameters: range });
  await done('portfolio', { token, parameters: range });
});

test('the log-out of all sessions and the deletion of a person succeed and match the document', async () => {
  const { token } = await logIn(person.email, person.password);
  await done('logoutEverywhere', { token });
  const again = await logIn(person.email, person.password);
  await done('deleteMe', { token: again.token });
});

test('the refusals of a visitor, of a pending member, of invalid input, and during an outage of the exchange match the document', async () => {
  const member = (await logIn('member@rondo.test', 'rondo-demo-member')).token;
  const pending = (await logIn('pending@rondo.test', 'rondo-demo-pending')).token;
  const parameters = { id: 'nothing', account_id: 'nothing', of: 'nothing', from: 'x', to: 'x', code: 'x', state: 'x' };
  const harmless = client.operations.filter((name) => !['logoutEverywhere', 'deleteMe'].includes(name));
  for (const name of harmless) {
    await client.ask(name, { parameters });
    await client.ask(name, { parameters, token: pending, body: { nonsense: true } });
    await client.ask(name, { parameters, token: member, body: [] });
  }
  await world.killExchange();
  for (const name of harmless) await client.ask(name, { parameters: { id: 'BTC-USDT-SWAP' }, token: member });
});

test('every operation has succeeded at least once, and every response matched the document', () => {
  const statusesOf = (name: string) => [...(client.statuses.get(name) ?? [])];
  const never = client.operations.filter((name) => !statusesOf(name).some((status) => succeeded.includes(status)));
  expect(never).toEqual([]);
  expect(client.differences).toEqual([]);
});
