// Tests the connection of the viewer, the health, the metrics and the preflight of a linked account. Each test produces the real cause of a response or an error.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretOf } from '@rondo/store';
import { Caller } from '../_link.ts';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';
import { linkAccount } from '@rondo/testkit/database';

let world: TestWorld;
let caller: Caller;
beforeAll(async () => {
  world = await startWorld();
  caller = new Caller(world);
}, 60_000);
afterAll(() => world.close());

const socket = '/api/okx/oauth/websocket';
const code = (response: { body: Record<string, unknown> }): unknown => response.body['error_code'];

async function codesOf(accountId: string): Promise<readonly unknown[]> {
  const { body } = await caller.call('GET', `/api/okx/preflight?account_id=${accountId}`);
  return (body['findings'] as { code: string }[]).map((finding) => finding.code);
}

test('the viewer connects once, subscribes, receives messages, unsubscribes and disconnects', async () => {
  expect(code(await caller.call('POST', `${socket}/subscribe`, { channel: 'account' }))).toBe('WS_NOT_CONNECTED');
  const connect = () => caller.call('POST', `${socket}/connect`, { account_id: world.accountId, term_id: 'desk' });
  const before = world.context.clock.now();
  expect((await connect()).body).toMatchObject({ success: true, connected: true });
  expect(code(await connect())).toBe('WS_ALREADY_CONNECTED');
  const subscribe = (body: unknown) => caller.call('POST', `${socket}/subscribe`, body);
  expect((await subscribe({})).body).toMatchObject({ success: true, subscription_id: 'account' });
  expect((await subscribe({ channel: 'orders' })).body['subscription_id']).toBe('orders:SPOT');
  expect((await subscribe({ channel: 'positions' })).body['subscription_id']).toBe('positions:SWAP');
  // A repeated subscription succeeds and ends no subscription. The account channel sends the balance.
  expect((await subscribe({ channel: 'account', inst_type: 'SPOT' })).body['subscription_id']).toBe('account');
  expect((await subscribe({ channel: 'balance' })).body['subscription_id']).toBe('balance');
  expect((await caller.call('POST', `${socket}/unsubscribe`, { channel: 'balance' })).status).toBe(200);
  const refused = await subscribe({ channel: 'positions', inst_type: 'SPOT' });
  expect([refused.status, code(refused), refused.body['scope']]).toEqual([502, 'WS_SUBSCRIPTION_FAILED', 'exchange']);
  const status = async () => (await caller.call('GET', `${socket}/status`)).body;
  expect(await status()).toMatchObject({
    connected: true,
    authenticated: true,
    accountId: world.accountId,
    termId: 'desk',
    domain: 'global',
    reconnectAttempts: 0,
    subscriptions: ['account', 'orders:SPOT', 'positions:SWAP'],
  });
  await until(
    async () => ((await status())['messages'] as { event: string }[]).some(({ event }) => event === 'update'),
    'the viewer has received an update',
  );
  const { lastConnectedAt } = await status();
  expect(lastConnectedAt).toBeGreaterThanOrEqual(before);
  await until(async () => Number((await status())['uptimeSeconds']) >= 1, 'the uptime is at least one second');
  const lasts = (world.context.clock.now() - Number(lastConnectedAt)) / 1_000;
  expect((await status())['uptimeSeconds']).toBeLessThan(lasts + 1);
  await caller.call('POST', `${socket}/unsubscribe`, { channel: 'positions' });
  expect((await status())['subscriptions']).toEqual(['account', 'orders:SPOT']);
  await caller.call('POST', `${socket}/disconnect`);
  expect(await status()).toMatchObject({ connected: false, subscriptions: [] });
  expect(code(await caller.call('POST', `${socket}/connect`, { account_id: 'nobody' }))).toBe('NOT_FOUND');
});

test('when the key was deleted at the exchange, the viewer is refused', async () => {
  const { accountId, uid } = await caller.linkAccount('new');
  await until(
    async () => world.context.link.meters.now(accountId)?.isReady === true,
    'the streams of the account are ready',
  );
  await caller.order('oauth/end-keys', { account: uid });
  const refused = await caller.call('POST', `${socket}/connect`, { account_id: accountId });
  expect([refused.status, code(refused)]).toEqual([409, 'WS_AUTH_FAILED']);
  expect(await codesOf(accountId)).toEqual(['KEY_REFUSED']);
  await until(
    async () => world.context.link.meters.now(accountId)?.isKeyAccepted === false,
    'the exchange has refused a call of the engine',
  );
  const health = await caller.call('GET', `/api/okx/oauth/status/comprehensive?account_id=${accountId}`);
  expect(health.body).toMatchObject({ fastApi: { connected: false, state: 'refused' } });
  expect(Number(health.body['healthScore'])).toBeLessThan(70);
  const metrics = await caller.call('GET', `/api/okx/oauth/metrics?account_id=${accountId}`);
  const alerts = (metrics.body['alerts'] as { message_key: string }[]).map((alert) => alert.message_key);
  expect(alerts).toContain('alerts.keyRefused');
  const { body } = await caller.call('GET', '/api/okx/oauth/status');
  const listed = (body['accounts'] as Record<string, unknown>[]).find((account) => account['id'] === accountId);
  expect(listed?.['key_state']).toBe('refused');
});

test('when the key of one person was deleted, the health report of the server stays healthy', async () => {
  const [unknown, nothing] = [secretOf('unknown-at-the-exchange'), secretOf('x')];
  const made = await linkAccount(world.context.store, {
    userId: world.people.member.id,
    exchange: 'okx',
    label: 'dead',
    uid: 'dead',
    environment: 'sandbox',
    domain: 'global',
    credentials: { apiKey: unknown, secretKey: nothing, passphrase: nothing },
    now: Date.now(),
  });
  if (!made.ok) throw new Error(`The store refused the row: ${made.refusal}`);
  const { id } = made.account;
  await until(
    async () => world.context.link.meters.now(id)?.isKeyAccepted === false,
    'the exchange has refused the key',
  );
  expect(world.context.live.account(id)?.balance).toBeNull();
  await until(async () => world.isFresh(), 'the engine is healthy');
  await world.context.store.accounts.unlink(id, { isKeyDeleted: true, now: Date.now() });
  await world.context.link.forget(id);
});

test('preflight warns about a key without a bound address before the exchange deletes the key', async () => {
  const { account_id: accountId } = await caller.consent('fast_api', 'new');
  const made = await caller.createKey(accountId, { bind_app: false });
  expect(made.body['findings']).toMatchObject([{ code: 'KEY_NOT_BOUND', parameters: { days: '14' } }]);
  await until(
    async () => (world.context.live.account(accountId)?.permissions ?? null) !== null,
    'the engine has read the account',
  );
  const { body } = await caller.call('GET', `/api/okx/oauth/metrics?account_id=${accountId}`);
  const alerts = body['alerts'] as { message_key: string; message: string }[];
  expect(alerts.find((alert) => alert.message_key === 'alerts.keyNotBound')?.message).toContain('14 days');
});

test('with real money no bot starts and no key is made without a bound address, until the operator has written an exception for the account', async () => {
  const { accountId, uid } = await caller.linkAccount('new');
  const { accounts } = world.context.store;
  await until(
    async () => (world.context.live.account(accountId)?.balance ?? null) !== null,
    'the engine has read the account',
  );
  await world.makeLive(accountId);
  expect(await codesOf(accountId)).toEqual([]);
  await caller.consent('fast_api', uid, accountId);
  const unbound = await caller.createKey(accountId, { bind_app: false });
  expect([unbound.status, code(unbound)]).toEqual([409, 'PREFLIGHT_FAILED']);
  expect(unbound.body['findings']).toMatchObject([{ code: 'KEY_UNBOUND', severity: 'refuse' }]);
  // The refusal came before any change, so the former key still works.
  expect(await codesOf(accountId)).toEqual([]);
  await caller.order('oauth/change-keys', { account: uid, perm: 'read_only,trade', ip: '' });
  const start = () => caller.start({ ...validRequest(), exchange_account_id: accountId }, freshKey());
  const refused = await start();
  expect([refused.status, code(refused)]).toEqual([409, 'PREFLIGHT_FAILED']);
  expect(refused.body['findings']).toMatchObject([{ code: 'KEY_UNBOUND', severity: 'refuse' }]);
  await accounts.storeUnboundReason(accountId, 'the provider changes its addresses');
  expect(await codesOf(accountId)).toEqual(['KEY_NOT_BOUND']);
  expect((await start()).body).toMatchObject({ bot: {} });
  await accounts.storeUnboundReason(accountId, null);
  expect(await codesOf(accountId)).toEqual(['KEY_UNBOUND']);
});

test('health and metrics of a working account have the measured figures', async () => {
  await until(
    async () => world.context.link.meters.now(world.accountId)?.isReady === true,
    'the streams of the account are ready',
  );
  const health = await caller.call('GET', `/api/okx/oauth/status/comprehensive?account_id=${world.accountId}`);
  expect(health.body).toMatchObject({
    fastApi: { connected: true, state: 'active', apiKeyInfo: { perm: 'read_only,trade' } },
    websocket: { connected: true, domain: 'global' },
    oauthToken: { state: 'none', expiresInMinutes: null, autoRefreshEnabled: false },
    scoreParts: { key: { points: 35, of: 35 } },
  });
  expect(Number(health.body['healthScore'])).toBeGreaterThanOrEqual(80);
  for (const period of ['15m', '1h', '6h', '24h']) {
    const { body } = await caller.call('GET', `/api/okx/oauth/metrics?account_id=${world.accountId}&period=${period}`);
    const metrics = body['metrics'] as Record<string, number>;
    expect(metrics['period']).toBe(period);
    expect(metrics['apiCallCount']).toBeGreaterThan(3);
    expect(metrics['apiErrorCount']).toBe(0);
    expect(metrics['messageReceived']).toBeGreaterThan(0);
    expect(metrics['reconnectCount']).toBe(0);
  }
  const wrong = await caller.call('GET', '/api/okx/oauth/metrics?period=1y');
  expect(wrong.status).toBe(400);
});

test('a key that may withdraw is accepted by the exchange and gets no points in the score', async () => {
  const { accounts } = world.context.store;
  const { apiKey, secretKey, passphrase } = world.openExchangeAccount({
    label: 'withdrawing',
    perm: 'read_only,trade,withdraw',
  });
  const made = await linkAccount(world.context.store, {
    userId: world.people.member.id,
    exchange: 'okx',
    label: 'withdrawing',
    uid: 'withdrawing',
    environment: 'sandbox',
    domain: 'global',
    credentials: { apiKey: secretOf(apiKey), secretKey: secretOf(secretKey), passphrase: secretOf(passphrase) },
    now: Date.now(),
  });
  if (!made.ok) throw new Error(`The store refused the row: ${made.refusal}`);
  const { id } = made.account;
  await until(
    async () => world.context.live.account(id)?.permissions?.includes('withdraw') === true,
    'the engine has read the rights of the key',
  );
  const { body } = await caller.call('GET', `/api/okx/oauth/status/comprehensive?account_id=${id}`);
  expect(body).toMatchObject({ fastApi: { state: 'active' }, scoreParts: { key: { points: 0, of: 35 } } });
  expect(body['healthScore']).toBeLessThanOrEqual(65);
  await accounts.unlink(id, { isKeyDeleted: true, now: Date.now() });
  await world.context.link.forget(id);
});

test.each([
  ['new-portfolio', ['ACCOUNT_LEVEL']],
  ['new-hedge', []],
])('the preflight of an account of the kind %s returns the findings %j', async (choice, expected) => {
  const { accountId } = await caller.linkAccount(choice);
  expect(await codesOf(accountId)).toEqual(expected);
});

test('when a key gains the withdrawal permission, loses the trading permission or loses its bound addresses, preflight reports the change and a bot cannot start', async () => {
  const { accountId, uid } = await caller.linkAccount('new');
  await until(
    async () => (world.context.live.account(accountId)?.balance ?? null) !== null,
    'the engine has read the account',
  );
  const change = (perm: string, ip: string) => caller.order('oauth/change-keys', { account: uid, perm, ip });
  await change('read_only,trade,withdraw', '127.0.0.1');
  expect(await codesOf(accountId)).toEqual(['KEY_MAY_WITHDRAW']);
  const start = await caller.start({ ...validRequest(), exchange_account_id: accountId }, freshKey());
  expect([start.status, code(start)]).toEqual([409, 'PREFLIGHT_FAILED']);
  expect(start.body['findings']).toMatchObject([{ code: 'KEY_MAY_WITHDRAW', severity: 'refuse' }]);
  await change('read_only', '127.0.0.1');
  expect(await codesOf(accountId)).toEqual(['KEY_CANNOT_TRADE']);
  await change('read_only,trade', '');
  expect(await codesOf(accountId)).toEqual(['KEY_NOT_BOUND']);
  await change('read_only,trade', '192.0.2.1');
  expect(await codesOf(accountId)).toEqual(['KEY_ADDRESS']);
});

test('the orders of two running bots stay at the exchange while the key is replaced, and a stop command ends both bots', async () => {
  const { accountId, uid } = await caller.linkAccount('new');
  await until(
    async () => (world.context.live.account(accountId)?.balance ?? null) !== null,
    'the engine has read the account',
  );
  const ids: string[] = [];
  for (const symbol of ['ETH-USDT-SWAP', 'BTC-USDT-SWAP']) {
    const base = validRequest();
    const request = { ...base, exchange_account_id: accountId, basic: { ...base.basic, symbol } };
    const made = await caller.start(request, freshKey());
    if (made.status !== 200) throw new Error(JSON.stringify(made.body));
    ids.push(String((made.body['bot'] as { id: string }).id));
  }
  const live = () =>
    world.ledger(uid).orders.filter((order) => ['live', 'partially_filled'].includes(order['state'] ?? ''));
  await until(async () => live().length >= 8, 'both ladders rest at the exchange');
  const before = live().map((order) => order['clOrdId']);

  const gone = await caller.call('DELETE', `/api/okx/oauth/disconnect/${accountId}`);
  expect([gone.status, code(gone)]).toEqual([409, 'BOTS_RUNNING']);
  await caller.consent('fast_api', uid, accountId);
  const replaced = await caller.createKey(accountId);
  expect(replaced.body).toMatchObject({ success: true, is_replacement: true });
  await until(
    async () => world.context.link.meters.now(accountId)?.isReady === true,
    'the streams are ready with the new key',
  );
  expect(live().map((order) => order['clOrdId'])).toEqual(expect.arrayContaining(before.slice(0, 4)));
  for (const id of ids)
    await caller.call('PATCH', `/api/bots/${id}/status`, { status: 'completed', close_position: true, is_last: true });
  await until(async () => live().length === 0, 'both bots have cancelled their orders with the new key');
  const ended = async () => (await world.context.store.bots.listActiveOfAccount(accountId)).length === 0;
  await until(ended, 'both bots have ended');
  const clientIds = world.ledger(uid).orders.map((order) => order['clOrdId']);
  expect(new Set(clientIds).size).toBe(clientIds.length);
}, 60_000);
