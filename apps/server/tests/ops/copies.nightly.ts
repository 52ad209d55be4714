// Tests with identical copies of a home that run beside their original, with the real times of the proof.
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runSandbox, type RunningSandbox } from '@rondo/sandbox';
import { silentLog } from '@rondo/testkit/database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createServer, type Server } from '../../src/create-server.ts';
import { isSandboxReachable } from '../../src/venues/sandbox/sandbox-process.ts';
import { freshKey, testConfig, until, validRequest } from '../_world.ts';

let folder: string;
let sandbox: RunningSandbox;
const running = new Set<Server>();

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rondo-copies-'));
  // When root runs the test, another account of the machine runs the database inside the homes.
  await chmod(folder, 0o755);
  sandbox = await runSandbox({ seed: 7, speed: 0, accounts: [{ label: 'member', usdt: '10000' }] });
});
afterEach(async () => {
  await closeAll();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

async function closeAll(): Promise<void> {
  for (const server of running) await server.close();
  running.clear();
}

/** Starts a server on a home. The place is given, so the server on a copy believes that it is the original. */
async function startHome(home: string): Promise<Server> {
  const status = { ...sandbox, pid: process.pid, speed: 0, replayFile: null, accounts: [...sandbox.accounts] };
  const config = testConfig('');
  const server = await createServer(
    {
      ...config,
      databaseUrl: null,
      homeFolder: path.join(folder, home),
      sandbox: { ...config.sandbox, statusFile: 'the sandbox of this test' },
    },
    {
      log: silentLog,
      place: 'one machine',
      demoAccounts: ['member'],
      sandbox: { status, isReady: () => isSandboxReachable(sandbox.rest), stop: () => Promise.resolve() },
    },
  );
  running.add(server);
  await server.startTrading();
  await until(async () => server.trading.live.streams().withoutStream === 0, 'the server has its stream');
  return server;
}

async function createBot({ api }: Server): Promise<void> {
  const login = await api.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: 'member@rondo.test', password: 'rondo-demo-member' },
  });
  const authorization = `Bearer ${login.json<{ access_token: string }>().access_token}`;
  const headers = { authorization, 'idempotency-key': freshKey() };
  const created = await api.inject({ method: 'POST', url: '/api/bots', headers, payload: validRequest() });
  expect(created.json()).toMatchObject({ success: true });
}

async function advance(...prices: readonly string[]): Promise<void> {
  const body = JSON.stringify({ instId: 'ETH-USDT-SWAP', prices });
  expect((await fetch(`${sandbox.rest}/sandbox/advance`, { method: 'POST', body })).status).toBe(200);
}

/** Returns the orders at the exchange whose client ids have another mark than the marks of the original. */
function ordersOutside(marks: ReadonlySet<string>): number {
  // The sandbox writes the rows of OKX, whose fields are texts.
  const orders = (sandbox.core.ledger('member')?.['orders'] ?? []) as readonly Readonly<Record<string, string>>[];
  return orders.filter(({ clOrdId = '' }) => !marks.has(clOrdId.slice(3, 7))).length;
}

async function markOf({ context }: Server): Promise<string> {
  return (await context.store.instances.find())?.mark ?? '';
}

test.each([
  ['counts the listeners', true],
  ['does not count the listeners', false],
])(
  'an identical copy of a home freezes beside its original when the exchange %s, and the original continues',
  async (_case, isCounted) => {
    const [reason, most] = isCounted ? ['listeners', 0] : ['orders', 1];
    const first = await startHome('original');
    const marks = new Set([await markOf(first)]);
    await createBot(first);
    await until(async () => ordersOutside(new Set()) > 1, 'the bot has sent its orders');
    await closeAll();
    execFileSync('cp', ['-a', path.join(folder, 'original'), path.join(folder, 'copy')]);
    const original = await startHome('original');
    marks.add(await markOf(original));
    await until(async () => original.trading.live.isFresh(), 'the original has read its account');
    sandbox.core.administer('faults', { kind: 'listeners', on: isCounted });
    const copy = await startHome('copy');
    const { live } = copy.trading;
    // The second count of the exchange follows 35 s after the first one, and the copy may send one command 10 s after its start.
    await wait(isCounted ? 36_000 : 12_000);
    if (!isCounted) {
      for (const price of ['1980', '1960', '1940', '1920', '1900', '1880', '1930']) {
        await advance(price);
        await wait(500);
      }
    }
    await until(async () => live.engine.accountIds().length === 0, 'the copy is frozen');
    await until(async () => (await copy.context.store.instances.find())?.frozen === reason, 'the freeze is stored');
    const outside = ordersOutside(marks);
    expect(outside).toBeLessThanOrEqual(most);
    await advance('1925', '1935');
    await wait(3_000);
    expect([ordersOutside(marks), (await copy.api.inject('/api/health')).statusCode]).toEqual([outside, 503]);
    expect((await original.api.inject('/api/health')).json()).toMatchObject({ parts: { engine: { ready: true } } });
    expect(original.trading.live.streams().orphanOrders).toBe(0);
  },
  180_000,
);
