// Tests of the sockets: login, subscriptions, refusals, and the close of an idle socket.
import { signOkxLogin } from '@rondo/protocol';
import { expect, test } from 'vitest';
import { openHarness, type Harness } from '../../tests/_harness.ts';

interface Client {
  readonly messages: readonly string[];
  readonly closedWith: () => number | undefined;
  last(): unknown;
  send(message: unknown): void;
}

function connect({ core }: Harness, path: string): Client {
  const socket = core.connect(path);
  if (socket === undefined) throw new Error(`the socket path ${path} does not exist`);
  const messages: string[] = [];
  let closedWith: number | undefined;
  socket.onMessage((message) => messages.push(message));
  socket.onClose((code) => {
    closedWith = code;
  });
  return {
    messages,
    closedWith: () => closedWith,
    last: () => JSON.parse(messages.at(-1) ?? 'null'),
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
  };
}

function login(harness: Harness, client: Client, change: Readonly<Record<string, string>> = {}): void {
  const [keys] = harness.core.accounts;
  if (keys === undefined) throw new Error('the harness has no account');
  const timestamp = String(Math.floor(harness.clock.now() / 1_000));
  const sign = signOkxLogin(keys.secretKey, timestamp);
  const { apiKey, passphrase } = keys;
  client.send({ op: 'login', args: [{ apiKey, passphrase, timestamp, sign, ...change }] });
}

const account = { op: 'subscribe', args: [{ channel: 'account' }] };
const tickers = { channel: 'tickers', instId: 'ETH-USDT-SWAP' };

test('a socket cannot be opened on an unknown path', () => {
  expect(openHarness().core.connect('/ws/v5/unknown')).toBeUndefined();
});

test('the socket returns the message pong when a client sends ping', () => {
  const client = connect(openHarness(), '/ws/v5/public');
  client.send('ping');
  expect(client.messages).toEqual(['pong']);
});

test('a subscription is acknowledged, the first row follows, and a new row is pushed when the price changes', () => {
  const harness = openHarness();
  const client = connect(harness, '/ws/v5/public');
  client.send({ op: 'subscribe', args: [tickers] });
  expect(client.messages.map((message) => JSON.parse(message))).toMatchObject([
    { event: 'subscribe', arg: tickers },
    { arg: tickers, data: [{ last: '2000' }] },
  ]);
  harness.clock.pass(1_000);
  harness.walk('2010');
  expect(client.last()).toMatchObject({ arg: tickers, data: [{ last: '2010' }] });
});

test('the snapshots of an account keep their period of 5 s when steps come late', () => {
  const harness = openHarness();
  const client = connect(harness, '/ws/v5/private');
  login(harness, client);
  client.send(account);
  const count = client.messages.length;
  for (let step = 0; step < 385; step += 1) {
    harness.clock.pass(260);
    harness.core.step();
  }
  expect(client.messages.slice(count)).toHaveLength(20);
});

test('the snapshots of an account are not repeated after a pause of the sandbox', () => {
  const harness = openHarness();
  const client = connect(harness, '/ws/v5/private');
  login(harness, client);
  client.send(account);
  const count = client.messages.length;
  for (const pause of [17_000, 250, 250]) {
    harness.clock.pass(pause);
    harness.core.step();
  }
  expect(client.messages.slice(count)).toHaveLength(1);
});

test('a socket receives no pushes after it unsubscribes', () => {
  const harness = openHarness();
  const client = connect(harness, '/ws/v5/public');
  client.send({ op: 'subscribe', args: [tickers] });
  client.send({ op: 'unsubscribe', args: [tickers] });
  const count = client.messages.length;
  harness.clock.pass(1_000);
  harness.walk('2010');
  expect(client.messages).toHaveLength(count);
});

test.each([
  { name: 'a subscription to a private channel on the public path', path: 'public', message: account, code: '60018' },
  { name: 'a subscription to a private channel without login', path: 'private', message: account, code: '60011' },
  { name: 'a message that is not JSON', path: 'public', message: 'nonsense', code: '60012' },
  { name: 'a subscription without a channel', path: 'public', message: { op: 'subscribe', args: [] }, code: '60027' },
])('$name is refused with $code', ({ path, message, code }) => {
  const client = connect(openHarness(), `/ws/v5/${path}`);
  client.send(message);
  expect(client.last()).toMatchObject({ event: 'error', code });
});

test('a login with a wrong signature closes the socket with 4001', () => {
  const harness = openHarness();
  const client = connect(harness, '/ws/v5/private');
  login(harness, client, { sign: 'wrong' });
  expect(client.last()).toMatchObject({ event: 'error', code: '60007' });
  expect(client.closedWith()).toBe(4001);
});

test('a logged-in socket receives the account when it subscribes and after an order', () => {
  const harness = openHarness();
  const client = connect(harness, '/ws/v5/private');
  login(harness, client);
  client.send({ op: 'subscribe', args: [{ channel: 'account' }] });
  expect(client.last()).toMatchObject({ arg: { channel: 'account' }, data: [{ totalEq: '10000' }] });
  const count = client.messages.length;
  harness.order({ side: 'buy', ordType: 'market', sz: '1' });
  harness.core.flush();
  expect(client.messages.length).toBeGreaterThan(count);
});

test('a socket without messages for 30 seconds is closed with 4004', () => {
  const harness = openHarness();
  const client = connect(harness, '/ws/v5/public');
  harness.clock.pass(29_000);
  harness.core.step();
  expect(client.closedWith()).toBeUndefined();
  harness.clock.pass(1_001);
  harness.core.step();
  expect(client.closedWith()).toBe(4004);
});
