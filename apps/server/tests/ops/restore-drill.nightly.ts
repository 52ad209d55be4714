// The drill of backup and restore: a backup while bots trade, the loss of the database, the restore in another database, and the confirmation. The bots then continue.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { add, decimal, formatDecimal, sumDecimals } from '@rondo/decimal';
import { runSandbox, type RunningSandbox } from '@rondo/sandbox';
import { makeBackup, newBackupKeys, restoreBackup } from '@rondo/store';
import { silentLog, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type Server } from '../../src/create-server.ts';
import { isSandboxReachable } from '../../src/venues/sandbox/sandbox-process.ts';
import { freshKey, testConfig, until, validRequest } from '../_world.ts';

type Row = Readonly<Record<string, string>>;

const symbol = 'ETH-USDT-SWAP';
/** The price moves by this ratio to each side. A ladder fills while the price falls, and its exits fill while the price rises. */
const amplitude = 0.01;
const pricesPerPeriod = 60;
/** Longer than the interval at which a server that trades reads its accounts, so a server that is not frozen would send its orders in this time. */
const frozenMs = 8_000;

let database: TestDatabase;
let sandbox: RunningSandbox;
let folder: string;
let server: Server | null = null;
let isStopped = false;
let swing: Promise<void>;

beforeAll(async () => {
  [database, sandbox, folder] = await Promise.all([
    startTestDatabase(),
    runSandbox({ seed: 7, speed: 0, accounts: [{ label: 'member', usdt: '10000' }] }),
    mkdtemp(path.join(tmpdir(), 'rondo-drill-')),
  ]);
  swing = movePrices();
});
afterAll(async () => {
  isStopped = true;
  await swing;
  await server?.close();
  await sandbox.close();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

async function movePrices(): Promise<void> {
  const post = (prices: readonly string[]) =>
    fetch(`${sandbox.rest}/sandbox/advance`, { method: 'POST', body: JSON.stringify({ instId: symbol, prices }) });
  const response = await fetch(`${sandbox.rest}/api/v5/market/ticker?instId=${symbol}`);
  const body = (await response.json()) as { readonly data: readonly { readonly last: string }[] }; // The format of OKX.
  const first = Number(body.data[0]?.last);
  for (let count = 0; !isStopped; count += 1) {
    const price = first * (1 + amplitude * Math.sin((2 * Math.PI * count) / pricesPerPeriod));
    expect((await post([price.toFixed(2)])).status).toBe(200);
    await wait(100);
  }
}

async function open(databaseUrl: string, place: string): Promise<Server> {
  const status = { ...sandbox, pid: process.pid, speed: 0, replayFile: null, accounts: [...sandbox.accounts] };
  const shared = { status, isReady: () => isSandboxReachable(sandbox.rest), stop: () => Promise.resolve() };
  server = await createServer(testConfig(databaseUrl), {
    log: silentLog,
    sandbox: shared,
    demoAccounts: ['member'],
    place,
  });
  await server.startTrading();
  return server;
}

async function close(): Promise<void> {
  await server?.close();
  server = null;
}

function rowsOf(list: 'orders' | 'fills' | 'bills'): readonly Row[] {
  return (sandbox.core.ledger('member')?.[list] ?? []) as readonly Row[]; // The ledger has rows of OKX.
}

const untilFills = (count: number) => until(async () => rowsOf('fills').length >= count, `there are ${count} fills`);

async function createBot({ api }: Server): Promise<void> {
  const login = await api.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: 'member@rondo.test', password: 'rondo-demo-member' },
  });
  const authorization = `Bearer ${login.json<{ access_token: string }>().access_token}`;
  const created = await api.inject({
    method: 'POST',
    url: '/api/bots',
    headers: { authorization, 'idempotency-key': freshKey() },
    payload: validRequest(),
  });
  expect(created.json()).toMatchObject({ success: true });
}

/** Returns the ids of all fills and the ids of the bills of fills in the database, and the sum of these bills. */
async function ledgerOf(sql: ReturnType<TestDatabase['sql']>) {
  const fills = await sql<{ id: string }[]>`select fill_id as id from fills order by fill_id`;
  const bills = await sql<{ id: string; change: string }[]>`
    select bill_id as id, balance_change::text as change from bills where kind = 'trade' order by bill_id`;
  return {
    fills: fills.map(({ id }) => id),
    bills: bills.map(({ id }) => id),
    sum: formatDecimal(sumDecimals(bills.map(({ change }) => decimal(change)))),
  };
}

function ledgerOfExchange(): Awaited<ReturnType<typeof ledgerOf>> {
  const bills = rowsOf('bills').filter((bill) => (bill['ordId'] ?? '') !== '');
  return {
    fills: rowsOf('fills')
      .map((fill) => fill['tradeId'] ?? '')
      .toSorted(),
    bills: bills.map((bill) => bill['billId'] ?? '').toSorted(),
    sum: formatDecimal(bills.reduce((sum, bill) => add(sum, decimal(bill['balChg'] ?? '')), decimal('0'))),
  };
}

test(
  'after a backup under load, a lost database and a restore, no order is sent before the confirmation, and then the bots continue and the ledger equals the bills',
  { timeout: 180_000 },
  async () => {
    const url = await database.createUrl();
    const original = await open(url, 'the first machine');
    const [account] = original.demoAccounts;
    await until(
      async () => (original.context.live.account(account?.id ?? '')?.balance ?? null) !== null,
      'the account was read',
    );
    await createBot(original);
    await untilFills(6);
    const keys = await newBackupKeys();
    const file = path.join(folder, 'drill.age');
    await makeBackup({ databaseUrl: url, log: silentLog }, { file, recipients: [keys.recipient], now: Date.now() });
    const inBackup = rowsOf('fills').length;
    await untilFills(inBackup + 6);
    await close();
    await database.sql(url).unsafe('drop schema public cascade');

    const target = await database.createBareUrl();
    await restoreBackup(
      { file, identities: keys.identity },
      { databaseUrl: target, log: silentLog },
      { now: Date.now() },
    );
    const sent = rowsOf('orders').length;
    const frozen = await open(target, 'the second machine');
    await wait(frozenMs);
    expect((await frozen.api.inject('/metrics')).body).toContain('\nrondo_installation_frozen 1\n');
    expect(rowsOf('orders').length).toBe(sent);
    await frozen.context.store.instances.confirm({ place: 'the second machine', now: Date.now() });
    await close();

    await open(target, 'the second machine');
    await until(async () => rowsOf('orders').length > sent, 'the restored bot has sent an order');
    await untilFills(rowsOf('fills').length + 6);
    isStopped = true;
    await swing;
    const sql = database.sql(target);
    await expect.poll(() => ledgerOf(sql), { timeout: 60_000, interval: 500 }).toEqual(ledgerOfExchange());
    expect(ledgerOfExchange().fills.length).toBeGreaterThan(inBackup + 12);
  },
);
