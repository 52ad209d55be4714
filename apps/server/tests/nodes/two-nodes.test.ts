// Tests the server of people (`api`) on the database of a server that trades: every answer of the api node equals the answer of the owning node, and its commands reach
// the owning node. A third server (`engine`) serves no people.
import { isDeepStrictEqual } from 'node:util';
import { contractLimits, feedCloseCodes } from '@rondo/contract';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { drainCommand, nodesCommand } from '../../../cli/src/commands/nodes.ts';
import { runCommand } from '../../../cli/src/run-command.ts';
import { buildIdOf } from '../../src/program-version.ts';
import type { Server } from '../../src/create-server.ts';
import { serverLimits } from '../../src/limits.ts';
import { findProjectRoot } from '../../src/project-root.ts';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;
let apiNode: Server;
let standby: Server;
let addresses: Readonly<Record<'world' | 'apiNode', string>>;
let headers: { readonly authorization: string };

beforeAll(async () => {
  world = await startWorld({ hold: true });
  apiNode = await world.addNode({ role: 'api' });
  const listening = { port: 0, host: '127.0.0.1' };
  addresses = { world: await world.api.listen(listening), apiNode: await apiNode.api.listen(listening) };
  headers = { authorization: `Bearer ${await world.token('member')}` };
}, 60_000);

afterAll(() => world.close());

const get = (node: Pick<Server, 'api'>, url: string): Promise<LightMyRequestResponse> =>
  node.api.inject({ url, headers });

/** Fields that count the time or the calls, and therefore differ between two calls to one node. */
const moving = new Set([
  'at',
  'lastUpdate',
  'uptimeSeconds',
  'since',
  'metrics',
  'percent',
  'message',
  'healthScore',
  'points',
]);

// The share of the time with a connection is moving, so the alert about this share can be in one response only.
const isMovingAlert = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'message_key' in value && value.message_key === 'alerts.uptime';

function steady(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => !isMovingAlert(each)).map(steady);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, moving.has(key) ? null : steady(each)]));
}

/** Compares the responses of both nodes. A change through another node arrives within two seconds, so different responses are compared again for that time. */
async function expectEqualResponses(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const compared = async () => {
      const [own, other] = [await get(world, url), await get(apiNode, url)];
      return [own, other].map((response) => [url, response.statusCode, steady(response.json())]);
    };
    let [own, other] = await compared();
    for (const until = Date.now() + 2_000; Date.now() < until && !isDeepStrictEqual(own, other);)
      [own, other] = await compared();
    expect(own?.slice(0, 2)).toEqual([url, 200]);
    expect(other).toEqual(own);
  }
}

const readUrls = [
  '/api/okx/account/balance',
  '/api/margin',
  '/api/exchange-accounts',
  '/api/okx/oauth/status/comprehensive',
  '/api/okx/oauth/metrics?period=1h',
  '/api/okx/preflight',
  '/api/instruments',
];

/** The feed of the account through a node: its messages, and its close code when it ends before its first message. */
interface Feed {
  readonly messages: { type: string; data?: unknown }[];
  readonly refused: Promise<number | null>;
  close(): void;
}

/** Opens the feed of the account at this address of a node. */
async function openFeed(node: Pick<Server, 'api'>, address: string): Promise<Feed> {
  const payload = { account_id: world.accountId };
  const ticket = await node.api.inject({ method: 'POST', url: '/api/ws-ticket', headers, payload });
  const { token } = ticket.json<{ token: string }>();
  const url = `${address.replace('http', 'ws')}/ws/okx?account_id=${world.accountId}&token=${token}`;
  const socket = new WebSocket(url);
  const messages: { type: string; data?: unknown }[] = [];
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString('utf8'))));
  const refused = new Promise<number | null>((resolve) => {
    socket.once('message', () => resolve(null)).once('close', resolve);
  });
  return { messages, refused, close: () => socket.terminate() };
}

test('an api node is healthy and trades no account, and its answers about an account equal the answers of the owning node', async () => {
  expect((await get(apiNode, '/api/health/ready')).statusCode).toBe(200);
  expect((await get(apiNode, '/api/health')).json()).toMatchObject({ parts: { engine: { ready: true } } });
  await expectEqualResponses(readUrls);
  expect((await get(apiNode, '/metrics')).body).toContain('\nrondo_accounts 0\n');
});

test('an api node and a node that trades divide the handshakes of their source address', async () => {
  const perSecond = async (node: Pick<Server, 'api'>): Promise<number> =>
    Number(/^rondo_handshakes_per_second (.+)$/m.exec((await get(node, '/metrics')).body)?.[1]);
  await until(
    async () => (await perSecond(world)) <= 4 / 3 && (await perSecond(apiNode)) <= 2 / 3,
    'both nodes use only their shares',
  );
});

test('a bot that is created, changed and stopped through an api node runs at the owning node, and both nodes show it equally', async () => {
  const feed = await openFeed(apiNode, addresses.apiNode);
  const creation = await apiNode.api.inject({
    method: 'POST',
    url: '/api/bots',
    headers: { ...headers, 'idempotency-key': freshKey() },
    payload: validRequest(),
  });
  expect(creation.json()).toMatchObject({ success: true });
  const { id } = creation.json<{ bot: { id: string } }>().bot;
  const isShown = (type: string, matches: (data: unknown) => boolean = () => true) =>
    until(
      async () => feed.messages.some((message) => message.type === type && matches(message.data)),
      `the feed of the api node has the message ${type}`,
    );
  await isShown('balance');
  await isShown('positions', (data) => Array.isArray(data) && data.length === 1);
  await isShown('bot', (data) => (data as { id: string; position_size: string }).position_size !== '0');
  await expectEqualResponses(['/api/bots/my-bots', `/api/bots/${id}`, '/api/margin']);
  const change = async (payload: object): Promise<number> => {
    const startedAt = Date.now();
    const url = `/api/bots/${id}/status`;
    const response = await apiNode.api.inject({ method: 'PATCH', url, headers, payload });
    expect(response.json()).toMatchObject({ success: true });
    return Date.now() - startedAt;
  };
  // A response that waits for the next picture of the account in vain takes 2.5 s. The shortest of three is measured, because the machine may be busy.
  const durations = [];
  for (const isLast of [true, false, true]) durations.push(await change({ is_last: isLast }));
  expect(Math.min(...durations)).toBeLessThan(2_500);
  expect((await get(world, `/api/bots/${id}`)).json()).toMatchObject({ is_last: true });
  await change({ status: 'completed', close_position: true, is_last: true });
  await isShown('bot', (data) => (data as { status: string }).status === 'completed');
  await expectEqualResponses(['/api/bots/my-bots', '/api/margin']);
  feed.close();
});

test('a person has at most five open sockets at all nodes together, and a closed socket makes room for another one', async () => {
  const open = (name: 'world' | 'apiNode') => openFeed(name === 'world' ? world : apiNode, addresses[name]);
  const refusalOf = async (name: 'world' | 'apiNode') => (await open(name)).refused;
  const feeds = await Promise.all((['world', 'apiNode', 'world', 'apiNode', 'world'] as const).map(open));
  const refusals = await Promise.all(feeds.map(({ refused }) => refused));
  expect(refusals).toEqual(Array.from({ length: contractLimits.socketsPerUser }, () => null));
  for (const name of ['world', 'apiNode'] as const) expect(await refusalOf(name)).toBe(feedCloseCodes.tooMany);
  feeds[0]?.close();
  const next = await open('apiNode');
  expect(await next.refused).toBeNull();
  for (const feed of [...feeds, next]) feed.close();
});

test('a server whose accounts another server trades is healthy, ready and live, and counts no account', async () => {
  standby = await world.addNode();
  await until(async () => (await standby.api.inject('/api/health')).statusCode === 200, 'the standby is healthy');
  const health = await standby.api.inject('/api/health');
  expect(health.json()).toMatchObject({ parts: { engine: { ready: true, degraded: [] } } });
  expect((await standby.api.inject('/api/health/ready')).statusCode).toBe(200);
  expect((await standby.api.inject('/api/health/live')).json()).toMatchObject({ live: true });
  const metrics = (await standby.api.inject('/metrics')).body;
  expect(metrics).toContain('\nrondo_accounts 0\n');
  expect(metrics).toContain('\nrondo_oldest_reading_seconds 0\n');
  expect((await world.api.inject('/metrics')).body).toContain('\nrondo_accounts 1\n');
});

test('failed log-ins through two nodes have one budget', async () => {
  const payload = { email: 'operator@rondo.test', password: 'a wrong password' };
  const statuses: number[] = [];
  const { free } = serverLimits.unknownDeviceAttempts;
  // The first pause is one second. Several attempts follow, because one attempt can take longer than a second on a busy machine.
  for (let place = 0; place < free + 5; place += 1) {
    const { api } = place % 2 === 0 ? world : apiNode;
    const request = { method: 'POST', url: '/api/auth/login', payload, remoteAddress: '10.9.0.1' } as const;
    statuses.push((await api.inject(request)).statusCode);
  }
  expect(statuses.slice(0, free)).not.toContain(429);
  expect(statuses).toContain(429);
});

test.each([
  {
    calls: 'linking calls',
    path: 'state/register',
    payload: { state: 'oauth.a.b.c' },
    limit: serverLimits.linksPerMinute,
  },
  {
    calls: 'viewer calls',
    path: 'websocket/connect',
    payload: { account_id: 'no account' },
    limit: serverLimits.viewerCallsPerMinute,
  },
])('the $calls of a person through two nodes have one budget', async ({ path, payload, limit }) => {
  const call = async ({ api }: Pick<Server, 'api'>) =>
    (await api.inject({ method: 'POST', url: `/api/okx/oauth/${path}`, headers, payload })).statusCode;
  const statuses = await Promise.all(Array.from({ length: limit }, (_, place) => call(place % 2 ? world : apiNode)));
  expect(statuses).not.toContain(429);
  expect([await call(world), await call(apiNode)]).toEqual([429, 429]);
});

test('an engine node serves health and metrics, and no address for people', async () => {
  const engineNode = await world.addNode({ role: 'engine' });
  const statuses = await Promise.all(
    ['/api/health/ready', '/metrics', '/api/margin', '/api/openapi.json', '/'].map(
      async (url) => (await get(engineNode, url)).statusCode,
    ),
  );
  expect(statuses).toEqual([200, 200, 404, 404, 404]);
});

test('the list of the nodes shows the build of each node, and no public address does', async () => {
  const build = buildIdOf(findProjectRoot());
  const { out } = await type('nodes');
  const pattern = new RegExp(`^\\S+ +(?:all|api|engine) +0\\.1\\.0${build === null ? '' : `\\+${build}`} `, 'gm');
  expect(out.match(pattern)?.length).toBeGreaterThanOrEqual(3);
  if (build === null) return;
  const addresses = ['/api/health', '/api/health/live', '/api/health/ready', '/api/openapi.json', '/metrics', '/'];
  const texts = await Promise.all(addresses.map(async (url) => (await world.api.inject(url)).body));
  expect(texts.filter((text) => text.includes(build))).toEqual([]);
});

/** Runs a command of `rondo` on the database of the servers. */
async function type(...args: readonly string[]) {
  const seen = { out: '', err: '' };
  const terminal = { out: (text: string) => void (seen.out += text), err: (text: string) => void (seen.err += text) };
  const { nodes, audit } = world.context.store;
  const open = async () => ({ nodes, audit, close: async (): Promise<void> => undefined });
  const context = { terminal, folder: '.', stopped: new Promise<void>(() => undefined) };
  return { code: await runCommand([nodesCommand(open), drainCommand(open, 'nobody')], args, context), ...seen };
}

test('a node that is asked to drain is not ready and hands its account to another node within 2 s, and people still get answers', async () => {
  const { nodes } = world.context.store;
  const ownerOf = async (): Promise<string | null> =>
    (await nodes.list()).find(({ accounts }) => accounts > 0)?.name ?? null;
  const owner = (await ownerOf()) ?? '';
  const isMoved = async (): Promise<boolean> => ![owner, null].includes(await ownerOf());
  // The other nodes take accounts after `joinWaitMs`.
  const canTake = async (): Promise<boolean> =>
    (await nodes.list()).some(({ name, role, ageMs }) => name !== owner && role === 'all' && ageMs > 5_500);
  await until(canTake, 'another node can take the account');
  expect(await type('drain')).toMatchObject({ code: 1, err: expect.stringContaining('no node has the name nobody') });
  const drained = type('drain', '--node', owner);
  await until(async () => (await ownerOf()) !== owner, 'the lease was released');
  const releasedAt = Date.now();
  await until(isMoved, 'another node has taken the account');
  expect(Date.now() - releasedAt).toBeLessThan(2_000);
  const ready = await world.api.inject('/api/health/ready');
  const detail = 'this node is draining';
  expect([ready.statusCode, ready.json()]).toMatchObject([503, { parts: { node: { detail } } }]);
  const end = `${owner} can be stopped now. After its next start it takes accounts and serves people again.`;
  const out = `${owner}: 1 account left\n${owner}: 0 accounts left\n${end}\n`;
  expect(await drained).toEqual({ code: 0, out, err: '' });
  expect((await type('nodes')).out).toMatch(new RegExp(`^${owner} +all +\\S+ +0 +\\d+ min +draining$`, 'm'));
  await until(async () => standby.trading.live.isFresh(), 'the new owner has read the account');
  await expectEqualResponses(['/api/bots/my-bots']);
});
