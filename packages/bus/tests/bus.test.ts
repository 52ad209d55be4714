// Tests of the bus with a real `nats-server`: hints arrive, a node works while NATS is away, and the bus connects again.
import { createConnection } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, nkeys } from '@nats-io/transport-node';
import { openBus, type Bus, type BusSettings, type NatsUser } from '@rondo/bus';
import type { Clock } from '@rondo/engine/ports';
import { createTestLog } from '@rondo/testkit';
import { startTestNats, type TestNats } from '@rondo/testkit/nats';
import { afterEach, expect, test, vi } from 'vitest';
import { localhostCertificate, localhostKey } from '@rondo/testkit/certificate';

const clock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};

/** The time for which a NATS server without our configuration waits for a subscriber that does not read. Source: NATS documentation, `write_deadline`. */
const natsWriteDeadlineMs = 10_000;

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function nats(lines: readonly string[] = [], users: readonly NatsUser[] = []): Promise<TestNats> {
  const server = await startTestNats({ users, lines });
  ends.push(() => server.stop());
  return server;
}

async function node(
  url: string,
  settings: Partial<BusSettings> & { readonly name?: string; readonly installation?: string } = {},
) {
  const { log, events } = createTestLog();
  const { name = 'b', installation = 'one', ...files } = settings;
  const bus = await openBus({
    clock,
    log,
    installation,
    node: name,
    settings: { url, credentialsFile: null, caFile: null, ...files },
  });
  ends.push(() => bus.close());
  return { bus, events };
}

/** The longest wait for a condition. An idle machine needs about two seconds, because the client pauses at most 1 s between two attempts. */
const wait = { timeout: 20_000, interval: 5 };

const connected = (bus: Bus): Promise<void> => vi.waitFor(() => expect(bus.figures().isConnected).toBe(true), wait);

async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rondo-bus-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'file');
  await writeFile(file, text);
  return file;
}

test('a hint reaches the other nodes with its sender, and not the node that published it', async () => {
  const server = await nats();
  const { bus: sender } = await node(server.url, { name: 'a' });
  const { bus: receiver } = await node(server.url);
  const [own, others] = [vi.fn(), vi.fn()];
  sender.subscribe('forget', own);
  const subscription = receiver.subscribe('forget', others);
  await Promise.all([connected(sender), connected(receiver)]);
  await vi.waitFor(() => {
    sender.publish('forget', {});
    expect(others).toHaveBeenCalled();
  }, wait);
  expect(others.mock.lastCall?.[0].origin.from).toBe('a');
  expect(own).not.toHaveBeenCalled();
  subscription.close();
  const before = receiver.figures().received;
  sender.publish('forget', {});
  receiver.publish('forget', {});
  await vi.waitFor(() => expect(own).toHaveBeenCalled(), wait);
  expect(receiver.figures()).toMatchObject({ received: before, invalid: 0, violations: 0 });
});

test('of two installations on one NATS, each ignores and counts the hints of the other one', async () => {
  const server = await nats();
  const { bus: own } = await node(server.url, { name: 'a' });
  const { bus: foreign } = await node(server.url, { name: 'c', installation: 'two' });
  const { bus: receiver } = await node(server.url);
  const heard = vi.fn();
  receiver.subscribe('wake', heard);
  await Promise.all([own, foreign, receiver].map(connected));
  await vi.waitFor(() => {
    foreign.publish('wake', { accountId: 'foreign' });
    expect(receiver.figures().foreign).toBeGreaterThan(0);
    own.publish('wake', { accountId: 'own' });
    expect(heard).toHaveBeenCalled();
  }, wait);
  const accountIds = heard.mock.calls.map(([{ fields }]) => fields.accountId);
  expect(new Set(accountIds)).toEqual(new Set(['own']));
  expect(receiver.figures()).toMatchObject({ received: heard.mock.calls.length, invalid: 0 });
});

test('a node drops its hints while the server of NATS is down, and connects again after a restart of the server', async () => {
  const server = await nats();
  const { bus: sender, events } = await node(server.url, { name: 'a' });
  const { bus: receiver } = await node(server.url);
  const heard = vi.fn();
  const reconnected = vi.fn();
  receiver.subscribe('forget', heard);
  await Promise.all([connected(sender), connected(receiver)]);
  receiver.onConnected(reconnected);
  await server.kill();
  await vi.waitFor(() => expect(sender.figures().isConnected || receiver.figures().isConnected).toBe(false), wait);
  sender.publish('forget', {});
  expect(sender.figures()).toMatchObject({ published: 0, dropped: 1 });
  await server.restart();
  await Promise.all([connected(sender), connected(receiver)]);
  expect(reconnected).toHaveBeenCalledTimes(1);
  // The server of NATS can receive a hint before the subscription of the other connection, so the hint is repeated.
  await vi.waitFor(() => {
    sender.publish('forget', {});
    expect(heard).toHaveBeenCalled();
  }, wait);
  expect(events).toEqual(['bus.connected', 'bus.disconnected', 'bus.connected']);
});

test('a node that starts before the server of NATS connects when the server runs', async () => {
  const server = await nats();
  await server.kill();
  const { bus, events } = await node(server.url);
  await vi.waitFor(() => expect(events).toEqual(['bus.disconnected']), wait);
  await server.restart();
  await connected(bus);
});

test('publishing and closing do not wait for a server of NATS that is stopped', async () => {
  const server = await nats();
  const { bus } = await node(server.url);
  await connected(bus);
  server.signal('SIGSTOP');
  const startedAt = performance.now();
  for (let count = 0; count < 1_000; count += 1) bus.publish('forget', {});
  await bus.close();
  // The server responds to nothing until the end of the test, so a call that waits for the server would not end.
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test('a refused publication and a refused subscription are counted', async () => {
  const permissions = 'permissions: { publish: ["_INBOX.>"], subscribe: ["_INBOX.>"] }';
  const server = await nats([`authorization { users: [ { user: api, password: "p@ss", ${permissions} } ] }`]);
  const { bus, events } = await node(server.url.replace('nats://', 'nats://api:p%40ss@'));
  await connected(bus);
  bus.subscribe('forget', () => undefined);
  bus.publish('forget', {});
  await vi.waitFor(() => expect(bus.figures().violations).toBeGreaterThanOrEqual(2), wait);
  expect(events).toContain('bus.refused');
  expect(bus.figures().isConnected).toBe(true);
});

test('the server permits the users of the roles api and engine only the subjects of their roles', async () => {
  const users = (['api', 'engine'] as const).map((role) => ({ name: role, role, password: { text: `p"${role}` } }));
  const server = await nats([], users);
  const urlOf = (role: string): string => server.url.replace('nats://', `nats://${role}:p%22${role}@`);
  const { bus: api } = await node(urlOf('api'), { name: 'a' });
  const { bus: engine } = await node(urlOf('engine'), { name: 'e' });
  await Promise.all([connected(api), connected(engine)]);
  const [forgotten, woken] = [vi.fn(), vi.fn()];
  api.subscribe('forget', forgotten);
  engine.subscribe('wake', woken);
  await vi.waitFor(() => {
    engine.publish('forget', {});
    api.publish('wake', { accountId: 'account' });
    expect(forgotten).toHaveBeenCalled();
    expect(woken).toHaveBeenCalled();
  }, wait);
  expect([api.figures().violations, engine.figures().violations]).toEqual([0, 0]);
  api.subscribe('wake', () => undefined);
  engine.subscribe('forget', () => undefined);
  await vi.waitFor(
    () => expect(Math.min(api.figures().violations, engine.figures().violations)).toBeGreaterThanOrEqual(1),
    wait,
  );
});

test('a node with a wrong password keeps trying', async () => {
  const server = await nats(['authorization { users: [ { user: api, password: right } ] }']);
  const { bus, events } = await node(server.url.replace('nats://', 'nats://api:wrong@'));
  await vi.waitFor(() => expect(events).toEqual(['bus.disconnected']), wait);
  expect(bus.figures().isConnected).toBe(false);
});

test('a node logs in with the seed of an nkey', async () => {
  const user = nkeys.createUser();
  const seed = new TextDecoder().decode(user.getSeed());
  const server = await nats([`authorization { users: [ { nkey: ${user.getPublicKey()} } ] }`]);
  const { bus } = await node(server.url, { credentialsFile: await fileWith(`${seed}\n`) });
  await connected(bus);
});

test('with tls:// a node accepts a server with a certificate of its authority, and refuses a server without TLS', async () => {
  const [cert, key] = [await fileWith(localhostCertificate), await fileWith(localhostKey)];
  const server = await nats([`tls { cert_file: "${cert}", key_file: "${key}" }`]);
  const url = server.url.replace('nats://127.0.0.1', 'tls://localhost');
  const { bus } = await node(url, { caFile: cert });
  await connected(bus);
  const { bus: untrusting, events } = await node(url);
  await vi.waitFor(() => expect(events).toEqual(['bus.disconnected']), wait);
  expect(untrusting.figures().isConnected).toBe(false);
  const plain = await nats();
  const { bus: refusing, events: refusals } = await node(plain.url.replace('nats://127.0.0.1', 'tls://localhost'), {
    caFile: cert,
  });
  await vi.waitFor(() => expect(refusals).toEqual(['bus.disconnected']), wait);
  expect(refusing.figures().isConnected).toBe(false);
});

test('a message that is not a hint is counted and ignored, and a failed listener does not end the connection', async () => {
  const server = await nats();
  const { bus, events } = await node(server.url);
  await connected(bus);
  const calls = vi.fn(() => {
    throw new Error('the listener fails');
  });
  bus.subscribe('forget', calls);
  const outsider = await connect({ servers: server.url.replace('nats://', '') });
  ends.push(() => outsider.close());
  await vi.waitFor(() => {
    outsider.publish('rondo.v1.forget', '{"from":1}');
    expect(bus.figures().invalid).toBeGreaterThan(0);
  }, wait);
  outsider.publish('rondo.v1.forget', 'no JSON');
  outsider.publish('rondo.v1.forget', '{"installation":"one","from":"c","n":1,"added":true}');
  outsider.publish('rondo.v1.forget', '{"installation":"one","from":"c","n":2}');
  await vi.waitFor(() => expect(calls).toHaveBeenCalledTimes(2), wait);
  expect(events).toContain('bus.listenerFailed');
});

test('a subscriber that does not read delays 90 MB and a hint of the other nodes by less than the default write deadline of NATS', async () => {
  const server = await nats();
  const { port } = new URL(server.url);
  const stopped = createConnection({ port: Number(port), host: '127.0.0.1' });
  ends.push(async () => void stopped.destroy());
  stopped.on('error', () => undefined);
  stopped.write('CONNECT {"verbose":false}\r\nSUB > 1\r\n');
  stopped.pause();
  const [{ bus: sender }, { bus: receiver }] = [await node(server.url, { name: 'a' }), await node(server.url)];
  await Promise.all([connected(sender), connected(receiver)]);
  const arrivals: number[] = [];
  receiver.subscribe('forget', () => void arrivals.push(performance.now()));
  const flood = await connect({ servers: server.url.replace('nats://', '') });
  ends.push(() => flood.close());
  const block = 'x'.repeat(60_000);
  const startedAt = performance.now();
  for (let count = 0; count < 1_500; count += 1) flood.publish('other', block);
  await flood.flush();
  sender.publish('forget', {});
  await vi.waitFor(() => expect(arrivals.length).toBe(1), wait);
  expect((arrivals[0] ?? Infinity) - startedAt).toBeLessThan(natsWriteDeadlineMs);
});
