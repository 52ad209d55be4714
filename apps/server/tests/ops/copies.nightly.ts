// Tests with copies of a home that run beside their original: identical ones with the real times of the proof, and one in another folder.
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { decimal, formatDecimal, sumDecimals } from '@rondo/decimal';
import { runSandbox, type RunningSandbox } from '@rondo/sandbox';
import { givenKey, openStore } from '@rondo/store';
import { silentLog, testMasterKey } from '@rondo/testkit/database';
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

/** The base order, the entries of the other steps, and the exit. The original sends nothing more after its restart, so the copy knows every order. */
const ladderOrders = 5;

/** The longest time from the first order that a copy does not know to its alarm. */
const alarmMs = 10_000;

/** Starts a server on a home. With a given place, the server on a copy believes that it is the original. */
async function startHome(home: string, place: { readonly place?: string } = { place: 'one machine' }): Promise<Server> {
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
      ...place,
      demoAccounts: ['member'],
      sandbox: { status, isReady: () => isSandboxReachable(sandbox.rest), stop: () => Promise.resolve() },
    },
  );
  running.add(server);
  await server.startTrading();
  return server;
}

/** Gives the copy a mark that is later than that of the original. Both have taken the next mark at random, and the copy with the later mark has to freeze. */
async function moveMark(home: string, mark: string): Promise<void> {
  const masterKey = givenKey(testMasterKey, 'the test key');
  const store = await openStore({ dataFolder: path.join(folder, home), masterKey, log: silentLog });
  const here = { place: 'one machine', machine: 'one machine', now: 0 };
  for (let next = ''; next === '' || !isLater(next, mark);) next = (await store.instances.confirm(here)).mark;
  await store.close();
}

/** Returns whether a mark follows another one. Marks are numbers in base 36, and the first follows the last. */
function isLater(mark: string, other: string): boolean {
  const all = 36 ** 4;
  const distance = (Number.parseInt(mark, 36) - Number.parseInt(other, 36) + all) % all;
  return distance > 0 && distance < all / 2;
}

/** Starts a server and waits for its stream of account changes. */
async function startWithStream(home: string): Promise<Server> {
  const server = await startHome(home);
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

type Row = Readonly<Record<string, string>>;

const rowsOf = (list: 'orders' | 'positions'): readonly Row[] =>
  (sandbox.core.ledger('member')?.[list] ?? []) as readonly Row[]; // The ledger has rows of OKX, whose fields are texts.
const ordersOf = () => rowsOf('orders');

/** Returns the number of orders at the exchange whose client ids have another mark than the marks of the original. */
function ordersOutside(marks: ReadonlySet<string>): number {
  return ordersOf().filter(({ clOrdId = '' }) => !marks.has(clOrdId.slice(3, 7))).length;
}

/** Returns the size of the position at the exchange in contracts. */
function held(): string {
  return formatDecimal(sumDecimals(rowsOf('positions').map(({ pos = '0' }) => decimal(pos))));
}

/** Returns the size that the bot of a server has by its own ladder, in contracts. */
async function plannedOf({ context, demoAccounts: [account] }: Server): Promise<string> {
  const bots = await context.store.bots.listActiveOfAccount(account?.id ?? '');
  return formatDecimal(sumDecimals(bots.map(({ view }) => decimal(view?.positionSize ?? '0'))));
}

/** Waits for a condition and returns how long it took. */
async function timeUntil(condition: () => Promise<boolean>, what: string): Promise<number> {
  const startedAt = performance.now();
  await until(condition, what);
  return performance.now() - startedAt;
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
    const first = await startWithStream('original');
    const marks = new Set([await markOf(first)]);
    await createBot(first);
    await until(async () => ordersOf().length === ladderOrders, 'the bot has sent its orders');
    await closeAll();
    execFileSync('cp', ['-a', path.join(folder, 'original'), path.join(folder, 'copy')]);
    const original = await startWithStream('original');
    marks.add(await markOf(original));
    await until(async () => original.trading.live.isFresh(), 'the original has read its account');
    sandbox.core.administer('faults', { kind: 'listeners', on: isCounted });
    await moveMark('copy', await markOf(original));
    const before = ordersOf().length;
    const copy = await startWithStream('copy');
    const { live } = copy.trading;
    if (isCounted) {
      // The alarm comes before the copy may send anything, and so before the 10 s in which it sends nothing.
      const counted = async () =>
        /^rondo_accounts_with_other_listeners [1-9]/m.test((await copy.api.inject('/metrics')).body);
      expect(await timeUntil(counted, 'the copy has counted the listener of the original')).toBeLessThan(alarmMs);
    }
    // The second count of the exchange follows 35 s after the first one, and the copy may send one command 10 s after its start.
    await wait(isCounted ? 36_000 : 12_000);
    if (!isCounted) {
      await advance('1980', '1960', '1940', '1920');
      const isUnknown = async () => ordersOf().length > before;
      await until(isUnknown, 'the exchange has an order that the journal of the copy may not have');
      const isFrozen = async () => copy.context.installation.frozen() !== null;
      expect(await timeUntil(isFrozen, 'the copy has raised its alarm')).toBeLessThan(alarmMs);
      await advance('1900', '1880', '1930');
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
    await until(
      async () => (await plannedOf(original)) === held(),
      'the position is the one of the ladder of the original',
    );
    expect(Number(held())).toBeGreaterThan(0);
  },
  180_000,
);

test('a copy of a home in another folder is frozen from its start, sends nothing, and the position stays the one of the original', async () => {
  const original = await startHome('original', {});
  await until(async () => original.trading.live.streams().withoutStream === 0, 'the server has its stream');
  await createBot(original);
  await until(async () => ordersOf().length === ladderOrders, 'the bot has sent its orders');
  await closeAll();
  execFileSync('cp', ['-a', path.join(folder, 'original'), path.join(folder, 'copy')]);
  const again = await startHome('original', {});
  expect(again.context.installation.frozen()).toBeNull();
  await until(async () => again.trading.live.isFresh(), 'the original has read its account');
  const marks = new Set(ordersOf().map(({ clOrdId = '' }) => clOrdId.slice(3, 7)));
  marks.add(await markOf(again));
  const copy = await startHome('copy', {});
  expect(copy.context.installation.frozen()).toBe('place');
  expect(copy.trading.live.engine.accountIds()).toEqual([]);
  await advance('1980', '1960', '1940');
  await until(async () => (await plannedOf(again)) === held() && held() !== '0', 'the original has filled its entries');
  expect(ordersOutside(marks)).toBe(0);
}, 180_000);
