// Tests the balancer with two small servers as nodes.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startBalancer, type Balancer } from './balancer.ts';

interface TestNode {
  readonly origin: string;
  readonly server: Server;
  isReady: boolean;
  /** Resolves when the next check has asked whether the node is ready. The call of the result refuses this check. */
  refuseLate(): Promise<() => void>;
}

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function startNode(name: string): Promise<TestNode> {
  const refusals: (() => Promise<void>)[] = [];
  const server = createServer((incoming, response) => {
    if (incoming.url === '/api/health/ready') {
      const refusal = refusals.shift();
      if (refusal === undefined) response.writeHead(node.isReady ? 200 : 503).end();
      else void refusal().then(() => response.writeHead(503).end());
      return;
    }
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      response.setHeader('set-cookie', 'own=1');
      response.end(
        `${name} ${incoming.method} ${Buffer.concat(chunks).toString()} ${String(incoming.headers['x-forwarded-for'])}`,
      );
    });
  });
  server.on('upgrade', (_incoming, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: test\r\nConnection: Upgrade\r\n\r\n');
    socket.end(`hello from ${name}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const node: TestNode = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    isReady: true,
    refuseLate: () =>
      new Promise((asked) => {
        refusals.push(() => new Promise((release) => asked(release)));
      }),
  };
  return node;
}

async function start(nodes: readonly TestNode[], checkMs = 60_000): Promise<Balancer> {
  const balancer = await startBalancer({ port: 0, nodes: nodes.map(({ origin }) => origin), checkMs });
  ends.push(() => balancer.close());
  await balancer.check();
  return balancer;
}

const ask = (balancer: Balancer, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${balancer.port}/some/path`, init);

test('requests without a cookie go to the nodes in turn, and a request with the cookie goes to its node', async () => {
  const balancer = await start([await startNode('a'), await startNode('b')]);
  const first = await ask(balancer, { method: 'POST', body: 'text' });
  const [own, cookie] = first.headers.getSetCookie();
  expect(own).toBe('own=1');
  const name = (await first.text()).slice(0, 1);
  expect(await (await ask(balancer)).text()).toBe(`${name === 'a' ? 'b' : 'a'} GET  127.0.0.1`);
  for (let count = 0; count < 3; count += 1) {
    const again = await ask(balancer, { method: 'POST', body: 'more', headers: { cookie: cookie ?? '' } });
    expect(await again.text()).toBe(`${name} POST more 127.0.0.1`);
  }
});

test('a node that accepts no connection is passed over, and without a ready node the answer is 503', async () => {
  const [a, b] = [await startNode('a'), await startNode('b')];
  const balancer = await start([a, b], 20);
  a.server.closeAllConnections();
  await new Promise((resolve) => a.server.close(resolve));
  for (let count = 0; count < 3; count += 1) {
    expect(await (await ask(balancer, { method: 'POST', body: 'once' })).text()).toBe('b POST once 127.0.0.1');
  }
  b.isReady = false;
  await expect.poll(async () => (await ask(balancer)).status).toBe(503);
});

test('a node without responses to its checks serves on, and after three checks only when no other node is ready', async () => {
  const [silent, other] = [await startNode('a'), await startNode('b')];
  const balancer = await start([silent, other]);
  for (let missed = 1; missed <= 3; missed += 1) {
    const names = [await (await ask(balancer)).text(), await (await ask(balancer)).text()];
    expect(names.map((text) => text.slice(0, 1)).toSorted()).toEqual(['a', 'b']);
    const asked = silent.refuseLate();
    const checked = balancer.check();
    const refuse = await asked;
    await checked;
    refuse();
  }
  for (let count = 0; count < 2; count += 1) expect(await (await ask(balancer)).text()).toMatch(/^b/);
  other.isReady = false;
  silent.isReady = false;
  const asked = silent.refuseLate();
  const checked = balancer.check();
  await asked;
  await checked;
  expect(await (await ask(balancer)).text()).toMatch(/^a/);
}, 20_000);

test('a node that accepts the connection of a check and closes it without a response serves on', async () => {
  const node = await startNode('a');
  const balancer = await start([node]);
  node.server.prependListener('request', ({ url, socket }) => {
    if (url === '/api/health/ready') socket.destroy();
  });
  await balancer.check();
  expect(await (await ask(balancer)).text()).toMatch(/^a/);
});

test('the late result of an earlier check does not replace the result of a later check', async () => {
  const node = await startNode('a');
  const balancer = await start([node]);
  const asked = node.refuseLate();
  const earlier = balancer.check();
  const refuse = await asked;
  await balancer.check();
  refuse();
  await earlier;
  expect((await ask(balancer)).status).toBe(200);
});

test('a socket is passed to a node that accepts connections', async () => {
  const [gone, node] = [await startNode('b'), await startNode('a')];
  const balancer = await start([gone, node]);
  gone.server.closeAllConnections();
  await new Promise((resolve) => gone.server.close(resolve));
  await connect(balancer);
  await connect(balancer);
});

async function connect(balancer: Balancer): Promise<void> {
  const { request } = await import('node:http');
  const text = await new Promise((resolve, reject) => {
    const upgrade = request({
      port: balancer.port,
      headers: { connection: 'Upgrade', upgrade: 'test' },
      path: '/ws',
    });
    upgrade.once('error', reject);
    upgrade.once('upgrade', (_reply, socket, head) => {
      let seen = head.toString();
      socket.on('data', (chunk: Buffer) => (seen += chunk.toString()));
      socket.on('close', () => resolve(seen));
      socket.resume();
    });
    upgrade.end();
  });
  expect(text).toBe('hello from a');
}
