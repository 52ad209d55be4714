// Tests incoming signals from the secret address of a bot to its round, with a real database, the sandbox and real engines.
import type { BotDetailResponse, BotSignalList, CreateBotResponse, ErrorBody } from '@rondo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '../../src/api/api.ts';
import { createApp } from '../../src/app.ts';
import { serverLimits } from '../../src/limits.ts';
import { startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;
let headers: { readonly authorization: string };
beforeAll(async () => {
  world = await startWorld();
  world.startJobs();
  headers = { authorization: `Bearer ${await world.token('member')}` };
});
afterAll(() => world.close());

async function call<Body>(method: 'GET' | 'POST', url: string, payload?: object): Promise<Body> {
  const response = await world.api.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  expect([response.statusCode, response.body]).toEqual([
    expect.toSatisfy((status) => status === 200 || status === 202),
    expect.any(String),
  ]);
  return response.json<Body>();
}

/** Creates a bot that waits for messages. Returns its id and the path of its secret address. */
async function createWaiting(symbol: string): Promise<{ readonly id: string; readonly path: string }> {
  const { basic, entry, ...rest } = validRequest();
  const payload = {
    ...rest,
    basic: { ...basic, symbol, max_total_size: '5000' },
    entry: { ...entry, type: 'webhook' },
  };
  const { id } = (await call<CreateBotResponse>('POST', '/api/bots', payload)).bot;
  await until(async () => (await detail(id)).phase === 'waiting_for_signal', 'the bot waits for a signal');
  return { id, path: await newPath(id) };
}

const detail = (id: string) => call<BotDetailResponse>('GET', `/api/bots/${id}`);
const signalsOf = (id: string) => call<BotSignalList>('GET', `/api/bots/${id}/signals`);
const newPath = async (id: string) => (await call<{ path: string }>('POST', `/api/bots/${id}/signal-hook`)).path;

async function send(path: string, payload: string, of: { readonly type?: string; readonly api?: Api } = {}) {
  const { type = 'text/plain; charset=utf-8', api = world.api } = of;
  const response = await api.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload });
  return [response.statusCode, response.json()];
}

const accepted = [202, { success: true, is_late: false }];

test('with RONDO_HOOKS_FROM a message of another sender gets the response of an unknown address', async () => {
  const { id, path } = await createWaiting('BCH-USDT-SWAP');
  const of = async (hooksFrom: readonly string[]) => {
    const api = await createApp({ ...world.context, hooksFrom });
    const result = await send(path, 'open', { api });
    await api.close();
    return result;
  };
  expect(await of(['52.89.214.238'])).toMatchObject([404, { error_code: 'NOT_FOUND' }]);
  expect((await signalsOf(id)).items).toEqual([]);
  expect(await of(['52.89.214.238', 'loopback'])).toEqual(accepted);
});

test('a message opens one round, also when it arrives again, and its evidence is in the journal', async () => {
  const { id, path } = await createWaiting('ETH-USDT-SWAP');
  const message = JSON.stringify({ action: 'open', id: 'alert-1', ticker: 'ETHUSDT.P' });
  expect(await send(path, message, { type: 'application/json' })).toEqual(accepted);
  await until(async () => (await detail(id)).phase === 'running', 'the bot has opened its round');
  expect(await send(path, message)).toEqual(accepted);
  const { items, hook, opened_by: openedBy } = await signalsOf(id);
  expect(openedBy).toEqual(items[0]);
  expect(items).toMatchObject([{ outcome: 'open', bar: null, values: { action: 'open' } }]);
  expect(hook?.created_at).toMatch(/^20/);
  expect((await detail(id)).round).toBe(1);
  const file = await world.api.inject({
    url: `/api/bots/${id}/export?of=signals`,
    headers,
  });
  expect(file.body).toMatch(/^ts_ms,defense\r\n\d+,\r\n$/);
  const texts = await world.dump();
  expect(texts).toContain('id open alert-1');
  expect(texts).toContain('webhook');
  expect(texts).not.toContain(path.split('/').at(-1));
});

test('a message that is too old opens nothing, and the bot shows it', async () => {
  const { id, path } = await createWaiting('SOL-USDT-SWAP');
  const time = new Date(Date.now() - 61_000).toISOString();
  expect(await send(path, JSON.stringify({ action: 'open', time }))).toEqual([202, { success: true, is_late: true }]);
  expect((await signalsOf(id)).items).toMatchObject([{ outcome: 'none', reason: 'late' }]);
  expect(await detail(id)).toMatchObject({ phase: 'waiting_for_signal', round: 0 });
});

test('hold and last change the bot also when their id was used, the owner releases the hold, and a repeated word is one message', async () => {
  const { id, path } = await createWaiting('BTC-USDT-SWAP');
  expect(await send(path, 'hold')).toEqual(accepted);
  expect(await send(path, 'hold')).toEqual(accepted);
  await until(async () => (await detail(id)).holds.length === 1, 'the bot is held');
  expect((await detail(id)).holds).toMatchObject([{ by: 'user', level: 'rounds', reason: 'webhook', until: null }]);
  expect((await signalsOf(id)).items).toHaveLength(1);
  await call('POST', `/api/bots/${id}/hold/release`);
  await until(async () => (await detail(id)).holds.length === 0, 'the hold is released');
  // The id of a message belongs to its action.
  for (const action of ['open', 'last'])
    expect(await send(path, JSON.stringify({ action, id: 'alert-2' }))).toEqual(accepted);
  await until(async () => (await detail(id)).is_last, 'the next round is the last');
});

test('a new address replaces the old one, and a wrong address, message or size is refused', async () => {
  const { id, path } = await createWaiting('DOGE-USDT-SWAP');
  const next = await newPath(id);
  expect((await send(path, 'open'))[0]).toBe(404);
  expect((await send(`${next}x`, 'open'))[0]).toBe(404);
  expect(await send(next, 'close')).toMatchObject([400, { error_code: 'VALIDATION', field: 'action' }]);
  expect((await send(next, `open${' '.repeat(4_096)}`))[0]).toBe(413);
  expect(await detail(id)).toMatchObject({ phase: 'waiting_for_signal', round: 0 });
});

test('a new address needs a recent check of the password, and the audit has a line of it', async () => {
  const { id } = await createWaiting('ADA-USDT-SWAP');
  const { store, clock } = world.context;
  const [line] = await store.audit.list({ limit: 1 });
  expect(line).toMatchObject({ action: 'bot.hook', actorId: world.people.member.id, detail: `bot ${id}` });
  const session = { userId: world.people.member.id, remember: false, now: clock.now() - serverLimits.proofMs - 1 };
  const { accessToken } = await store.sessions.create(session);
  const old = { authorization: `Bearer ${accessToken}` };
  const refused = await world.api.inject({ method: 'POST', url: `/api/bots/${id}/signal-hook`, headers: old });
  expect([refused.statusCode, refused.json<ErrorBody>().error_code]).toEqual([403, 'REAUTH_REQUIRED']);
  expect((await store.audit.list({ limit: 1 }))[0]?.id).toBe(line?.id);
});

test('a flood of messages from one address does not refuse the calls of the app from this address, and the reverse', async () => {
  const sendFrom = (remoteAddress: string) =>
    world.api.inject({ method: 'POST', url: '/hooks/signal/unknown', payload: 'open', remoteAddress });
  const readFrom = (remoteAddress: string) => world.api.inject({ url: '/api/registration', remoteAddress });
  const { callsPerMinute, hookCallsPerMinute } = serverLimits;
  const floodStatuses = async (calls: number, call: () => Promise<{ readonly statusCode: number }>) => {
    const statuses = new Set<number>();
    for (let sent = 0; sent < calls; sent += 500)
      for (const { statusCode } of await Promise.all(Array.from({ length: 500 }, call))) statuses.add(statusCode);
    return statuses;
  };
  expect(await floodStatuses(hookCallsPerMinute + 500, () => sendFrom('10.31.0.1'))).toContain(429);
  expect((await readFrom('10.31.0.1')).statusCode).toBe(200);
  expect(await floodStatuses(callsPerMinute + 500, () => readFrom('10.31.0.2'))).toContain(429);
  expect((await sendFrom('10.31.0.2')).statusCode).toBe(404);
});

test('a node that does not trade accepts a message, and the node that trades opens the round', async () => {
  const node = await world.addNode({ role: 'api' });
  const { id, path } = await createWaiting('XRP-USDT-SWAP');
  expect(await send(path, 'open', { api: node.api })).toEqual(accepted);
  await until(async () => (await detail(id)).phase === 'running', 'the bot has opened its round');
});

test('an address takes at most ten messages in a minute', async () => {
  const { path } = await createWaiting('LTC-USDT-SWAP');
  const responses = [];
  for (let sent = 0; sent < 11; sent += 1)
    responses.push((await send(path, `{"action":"open","id":${sent},"time":1}`))[0]);
  expect(responses).toEqual([...Array.from({ length: 10 }, () => 202), 429]);
});

test('a reset of the password and a withdrawn approval remove the addresses of the person, and the messages stay', async () => {
  const { store, clock } = world.context;
  const userId = world.people.member.id;
  const { id, path } = await createWaiting('AVAX-USDT-SWAP');
  expect(await send(path, '{"action":"open","time":1}')).toEqual([202, { success: true, is_late: true }]);
  const { token } = await store.logins.createResetLink({ userId, actorId: null, now: clock.now() });
  const passwordHash = world.people.member.passwordHash;
  expect(await store.logins.useResetLink({ token, passwordHash, now: clock.now() })).toBe(userId);
  expect((await send(path, 'open'))[0]).toBe(404);
  const again = await store.signalHooks.renew({ botId: id, userId, now: clock.now() });
  expect((await send(`/hooks/signal/${again}`, '{"action":"open","time":2}'))[0]).toBe(202);
  const decision = { userId, actorId: null, reason: 'test', now: clock.now() } as const;
  expect((await store.people.decide({ ...decision, verdict: 'revoke' })).ok).toBe(true);
  expect((await send(`/hooks/signal/${again}`, 'open'))[0]).toBe(404);
  expect(await store.signalHooks.list(id, 10)).toHaveLength(2);
});
