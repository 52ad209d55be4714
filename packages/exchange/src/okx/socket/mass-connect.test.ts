// Tests of many accounts that connect from one IP address at the same time, with and without failed handshakes.
import { createTestLog, createVirtualClock, seededChance, type VirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { createEgress, type Network } from '../../transport/egress.ts';
import type { TextSocket, Transport } from '../../transport/transport.ts';
import { createServerClock } from '../rest/server-clock.ts';
import { createOkxSocket } from './socket.ts';
import { localSigner } from '../rest/signer.ts';

const handshakeMs = 200;
const responseMs = 50;
const args = [{ channel: 'orders', instType: 'SWAP' }];

/** Builds an exchange that opens each socket after `handshakeMs`. When `fails` returns true, the handshake fails. */
function exchangeOf(clock: VirtualClock, fails: () => boolean) {
  const open = new Set<() => void>();
  const dialledAt: number[] = [];
  const openSocket = (): TextSocket => {
    dialledAt.push(clock.now());
    let [onOpen, onMessage, onClose] = [() => undefined, (_text: string) => undefined, () => undefined] as [
      () => void,
      (text: string) => void,
      () => void,
    ];
    let isClosed = false;
    const drop = (): void => {
      if (isClosed) return;
      isClosed = true;
      open.delete(drop);
      onClose();
    };
    clock.after(handshakeMs, () => {
      if (isClosed) return;
      if (fails()) return drop();
      open.add(drop);
      onOpen();
    });
    return {
      send(text) {
        if (text === 'ping') return void clock.after(responseMs, () => !isClosed && onMessage('pong'));
        const { op } = JSON.parse(text) as { op: string };
        const body = op === 'login' ? { event: 'login', code: '0', msg: '' } : { event: 'subscribe', arg: args[0] };
        clock.after(responseMs, () => !isClosed && onMessage(JSON.stringify(body)));
      },
      close: () => {
        isClosed = true;
        open.delete(drop);
      },
      onDial: (listener) => listener(),
      onOpen: (listener) => void (onOpen = listener),
      onMessage: (listener) => void (onMessage = listener),
      onClose: (listener) => void (onClose = () => listener(1006, '')),
    };
  };
  const transport: Transport = { request: () => Promise.reject(new Error('no network')), openSocket };
  return { transport, dialledAt, dropAll: () => [...open].forEach((drop) => drop()) };
}

interface FleetOptions {
  readonly fails?: () => boolean;
  /** True for an account with a position or an order. */
  readonly isManaged?: (account: number) => boolean;
  readonly addresses?: number;
}

function fleet(accounts: number, { fails = () => false, isManaged = () => false, addresses = 1 }: FleetOptions = {}) {
  const clock = createVirtualClock();
  const { log } = createTestLog();
  const exchange = exchangeOf(clock, fails);
  const egress = createEgress(networksOf(exchange.transport, addresses), clock);
  const serverClock = createServerClock({
    clock,
    log,
    ask: async () => ({ venueAt: clock.now(), sentAt: clock.now() }),
  });
  const chance = seededChance('mass connect');
  const ready = new Set<number>();
  for (let account = 0; account < accounts; account += 1) {
    createOkxSocket({
      url: 'ws://venue/private',
      urgency: () => (isManaged(account) ? 'managed' : 'private'),
      transport: egress.linesFor(`account ${account}`, null)[0].transport,
      clock,
      chance,
      log,
      login: { signer: localSigner({ apiKey: 'k', secretKey: 's', passphrase: 'p' }), serverClock },
      args,
      onPush: () => undefined,
      onReady: () => void ready.add(account),
      onDown: () => void ready.delete(account),
    });
  }
  return { clock, ready, exchange };
}

function networksOf(transport: Transport, count: number): readonly [Network, ...Network[]] {
  const others = Array.from({ length: count - 1 }, (_, index) => ({ address: `10.0.0.${index + 2}`, transport }));
  return [{ address: '10.0.0.1', transport }, ...others];
}

/** Returns the largest number of handshakes within one second. */
function mostInOneSecond(instants: readonly number[]): number {
  return Math.max(...instants.map((at) => instants.filter((other) => other >= at && other < at + 1_000).length));
}

test.each([
  [50, 30_000],
  [500, 260_000],
])('%i accounts that connect at the same time are all connected within %i ms', async (accounts, withinMs) => {
  const { clock, ready, exchange } = fleet(accounts);
  await clock.pass(withinMs);
  expect(ready.size).toBe(accounts);
  expect(mostInOneSecond(exchange.dialledAt)).toBeLessThanOrEqual(3);
});

test('500 accounts with four source addresses are connected within 75 s', async () => {
  const { clock, ready } = fleet(500, { addresses: 4 });
  await clock.pass(75_000);
  expect(ready.size).toBe(500);
});

test('500 accounts are connected within 320 s when one handshake in ten fails', async () => {
  const chance = seededChance('failing handshakes');
  const { clock, ready } = fleet(500, { fails: () => chance.next() < 0.1 });
  await clock.pass(320_000);
  expect(ready.size).toBe(500);
});

test('500 accounts are connected again within 290 s after the exchange closed every socket', async () => {
  const { clock, ready, exchange } = fleet(500);
  await clock.pass(260_000);
  exchange.dropAll();
  expect(ready.size).toBe(0);
  await clock.pass(290_000);
  expect(ready.size).toBe(500);
});

test('125 accounts with a position are connected within 75 s, although 375 other accounts requested their handshakes earlier', async () => {
  const { clock, ready } = fleet(500, { isManaged: (account) => account >= 375 });
  await clock.pass(75_000);
  expect([...ready].filter((account) => account >= 375)).toHaveLength(125);
  await clock.pass(185_000);
  expect(ready.size).toBe(500);
});

test('an account that gets a position while its handshake waits is connected before accounts whose handshakes wait longer', async () => {
  const managed = new Set<number>();
  const { clock, ready } = fleet(500, { isManaged: (account) => managed.has(account) });
  await clock.pass(5_000);
  managed.add(499);
  await clock.pass(2_000);
  expect(ready.has(499)).toBe(true);
});
