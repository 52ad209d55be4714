// Tests two servers on one database that are connected by a real `nats-server`.
import { startTestNats, type TestNats } from '@rondo/testkit/nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { Server } from '../../src/create-server.ts';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let nats: TestNats;
let world: TestWorld;
let other: Server;

beforeAll(async () => {
  nats = await startTestNats();
  const bus = { url: nats.url, credentialsFile: null, caFile: null };
  world = await startWorld({ changes: { bus } });
  other = await world.addNode({ bus, role: 'api' });
  await until(async () => (await metric(other, 'rondo_nats_connected')) === 1, 'the second node is connected');
  await until(async () => (await metric(world, 'rondo_nats_connected')) === 1, 'the first node is connected');
}, 60_000);

afterAll(async () => {
  await world.close();
  await nats.stop();
});

async function metric({ api }: Pick<Server, 'api'>, name: string): Promise<number> {
  const { body } = await api.inject('/metrics');
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1]);
}

const statusAt = async ({ api }: Pick<Server, 'api'>, token: string): Promise<number> =>
  (await api.inject({ url: '/api/bots/my-bots', headers: { authorization: `Bearer ${token}` } })).statusCode;

test('a log-out on one node ends the session on the other node at once', async () => {
  const { store } = world.context;
  const { accessToken, sessionId } = await store.sessions.create({
    userId: world.people.member.id,
    remember: false,
    now: Date.now(),
  });
  expect(await statusAt(other, accessToken)).toBe(200);
  const endedAt = performance.now();
  await store.sessions.revoke(sessionId, Date.now());
  await until(async () => (await statusAt(other, accessToken)) === 401, 'the other node refuses the token');
  // Without the hint, the other node would accept the token for the five seconds of its cache.
  expect(performance.now() - endedAt).toBeLessThan(4_000);
});

test('six commands through a node that does not trade the account are done before the poll would have done them', async () => {
  const headers = { authorization: `Bearer ${await world.token('member')}` };
  const creation = await other.api.inject({
    method: 'POST',
    url: '/api/bots',
    headers: { ...headers, 'idempotency-key': freshKey() },
    payload: validRequest(),
  });
  expect(creation.json()).toMatchObject({ success: true });
  const { id } = creation.json<{ bot: { id: string } }>().bot;
  const change = async (isLast: boolean): Promise<void> => {
    const call = { method: 'PATCH', url: `/api/bots/${id}/status`, headers, payload: { is_last: isLast } } as const;
    expect((await other.api.inject(call)).json()).toMatchObject({ success: true });
  };
  await change(true);
  const startedAt = performance.now();
  for (const isLast of [false, true, false, true, false, true]) await change(isLast);
  // Each command is sent directly after the one before it, so the poll of one second would need six seconds.
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test('a changed bot reaches a socket of another node before the poll of one second', async () => {
  const address = await other.listen();
  const headers = { authorization: `Bearer ${await world.token('member')}` };
  const payload = { account_id: world.accountId };
  const ticket = await other.api.inject({ method: 'POST', url: '/api/ws-ticket', headers, payload });
  const { token } = ticket.json<{ token: string }>();
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/okx?account_id=${world.accountId}&token=${token}`);
  const heard: string[] = [];
  socket.on('message', (data: Buffer) => heard.push(data.toString('utf8')));
  await until(async () => heard.some((text) => text.includes('"type":"balance"')), 'the socket shows the balance');
  const bots = await world.api.inject({ url: '/api/bots/my-bots', headers });
  const id = bots.json<{ id: string }[]>()[0]?.id ?? '';
  const waits: number[] = [];
  for (const isLast of [true, false, true, false, true]) {
    heard.length = 0;
    const call = { method: 'PATCH', url: `/api/bots/${id}/status`, headers, payload: { is_last: isLast } } as const;
    expect((await world.api.inject(call)).statusCode).toBe(200);
    const changedAt = performance.now();
    await until(async () => heard.some((text) => text.includes('"type":"bot"')), 'the socket shows the bot');
    waits.push(performance.now() - changedAt);
  }
  socket.terminate();
  // With the poll alone, the median is half a second.
  expect(waits.toSorted((a, b) => a - b)[2]).toBeLessThan(250);
});

test('while NATS responds to nothing, a log-out does not wait, and the other node refuses the token after the lifetime of its cache', async () => {
  const { store } = world.context;
  const created = { userId: world.people.member.id, remember: false, now: Date.now() };
  const { accessToken, sessionId } = await store.sessions.create(created);
  expect(await statusAt(other, accessToken)).toBe(200);
  nats.signal('SIGSTOP');
  const startedAt = performance.now();
  await store.sessions.revoke(sessionId, Date.now());
  // NATS responds to nothing until the end of the test, so a log-out that waits for NATS would not end.
  expect(performance.now() - startedAt).toBeLessThan(4_000);
  world.passTime(5_000);
  expect(await statusAt(other, accessToken)).toBe(401);
  nats.signal('SIGCONT');
});

test('a node that loses NATS stays ready, and its health report names the reason', async () => {
  await nats.kill();
  await until(async () => (await metric(other, 'rondo_nats_connected')) === 0, 'the connection is lost');
  const health = await other.api.inject('/api/health');
  expect(health.json()).toMatchObject({
    parts: {
      NATS: { ready: true, degraded: ['this node has no connection to NATS'], reasons: [{ code: 'bus', values: {} }] },
    },
  });
  expect((await other.api.inject('/api/health/ready')).statusCode).toBe(200);
  await nats.restart();
  await until(async () => (await metric(other, 'rondo_nats_connected')) === 1, 'the node is connected again');
});
