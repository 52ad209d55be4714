// Tests that a database belongs to one venue and one place: a live venue refuses a database of the sandbox, and a copy of a database is frozen.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runSandbox, type RunningSandbox } from '@rondo/sandbox';
import { silentLog, startTestDatabase, type TestDatabase, openStoredKey } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Log } from '@rondo/engine/ports';
import { createServer, type Server, type ServerOverrides } from '../../src/create-server.ts';
import type { ServerConfig } from '../../src/env.ts';
import { isSandboxReachable } from '../../src/venues/sandbox/sandbox-process.ts';
import { freshKey, testConfig, until, validRequest } from '../_world.ts';

let database: TestDatabase;
let sandbox: RunningSandbox;
let url: string;
let original: Server;
const running = new Set<Server>();
const accounts = ['member', 'operator'].map((label) => ({ label, usdt: '10000' }));

beforeAll(async () => {
  [database, sandbox] = await Promise.all([startTestDatabase(), runSandbox({ seed: 7, speed: 0, accounts })]);
  url = await database.createUrl();
  original = await open(url, { place: 'the first machine' });
}, 60_000);
afterAll(async () => {
  for (const server of running) await server.close();
  await sandbox.close();
  await database.stop();
});

/** Creates a server whose exchange is the sandbox of this file, which no server stops. */
async function open(
  databaseUrl: string,
  overrides: ServerOverrides = {},
  changes: Partial<ServerConfig> = {},
): Promise<Server> {
  const server = await createServer(
    { ...testConfig(databaseUrl), ...changes },
    { log: silentLog, sandbox: sharedOf(sandbox), ...overrides },
  );
  running.add(server);
  return server;
}

function sharedOf(market: RunningSandbox) {
  const status = { ...market, pid: process.pid, speed: 0, replayFile: null, accounts: [...market.accounts] };
  return { status, isReady: () => isSandboxReachable(market.rest), stop: () => Promise.resolve() };
}

test('the venue okx refuses a database that was made for the sandbox, and the error names the settings', async () => {
  const refusal = open(url, { place: 'the first machine' }, { venue: 'okx' });
  await expect(refusal).rejects.toThrow(/made for another venue than okx.*another DATABASE_URL for RONDO_VENUE=okx/);
});

test('the venue okx refuses a data folder that the sandbox has used, and the error names the folder and its setting', async () => {
  const homeFolder = await mkdtemp(path.join(tmpdir(), 'rondo-used-'));
  try {
    const used = await open(url, {}, { databaseUrl: null, homeFolder });
    expect(used.demoAccounts.length).toBe(2);
    running.delete(used);
    await used.close();
    const refusal = open(url, {}, { databaseUrl: null, homeFolder, venue: 'okx' });
    await expect(refusal).rejects.toThrow(
      `The data folder ${homeFolder} was made for another venue than okx. Choose another RONDO_HOME for RONDO_VENUE=okx`,
    );
  } finally {
    await rm(homeFolder, { recursive: true, force: true });
    await rm(`${homeFolder}.secrets`, { recursive: true, force: true });
  }
}, 60_000);

test('the venue okx refuses a database of the sandbox that an older version without a stored venue has made', async () => {
  await database.sql(url)`update settings set value = value - 'venue' where key = 'instance'`;
  await expect(open(url, {}, { venue: 'okx' })).rejects.toThrow('made for another venue');
});

test.each([
  ['the address of all networks', { host: '0.0.0.0', isInsecureHttp: true }],
  ['a public address', { publicUrl: 'https://bots.example' }],
  ['a further name of a proxy on this machine', { hosts: ['localhost', 'bots.example'] }],
])('the sandbox refuses %s while a published password works', async (_case, changes) => {
  await expect(open(url, { place: 'the first machine' }, changes)).rejects.toThrow('could log in as member@rondo.test');
});

test('a copy of a database on another machine is frozen: it sends no order, it opens no key, and health and bots show the freeze', async () => {
  await original.startTrading();
  const [account] = original.demoAccounts;
  const { people } = original;
  if (account === undefined || people === null) throw new Error('The server has no demo account.');
  await until(async () => original.context.live.account(account.id)?.balance !== null, 'the account was read');
  const { headers, create } = await logIn(original, 'member');
  expect((await create(original, 'ETH-USDT-SWAP')).json()).toMatchObject({ success: true });
  await until(
    async () => ordersOf('member').length === 5,
    'the bot has sent the entries of its four steps and its base exit',
  );
  running.delete(original);
  await original.close();
  const sent = ordersOf('member').length;
  const copy = await open(url, { place: 'another machine' });
  await copy.startTrading();
  copy.startJobs();
  expect((await copy.api.inject('/api/health')).json()).toMatchObject({
    ready: false,
    parts: { engine: { ready: false } },
  });
  expect((await copy.api.inject('/metrics')).body).toContain('\nrondo_installation_frozen 1\n');
  const shown = await copy.api.inject({ url: '/api/bots/my-bots', headers });
  const [bot] = shown.json<readonly { readonly holds: readonly object[] }[]>();
  expect(bot?.holds).toEqual([{ by: 'restore', level: 'entries', reason: 'unconfirmed', until: null }]);
  expect((await create(copy, 'BTC-USDT-SWAP')).json()).toMatchObject({ error_code: 'EXCHANGE_UNAVAILABLE' });
  await expect(openStoredKey(copy.context.store, account.id)).rejects.toThrow();
  const typed = await copy.api.inject({
    method: 'POST',
    url: '/api/exchange-accounts/',
    headers,
    payload: { exchange_id: 'lbank', account_name: 'typed', credentials: { api_key: 'unknown', secret_key: 'x' } },
  });
  expect(typed.json()).toMatchObject({ error_code: 'EXCHANGE_UNAVAILABLE' });
  expect(ordersOf('member').length).toBe(sent);
});

/** Logs in as a demo person. `create` creates a bot of the person. */
async function logIn(where: Server, name: 'member' | 'operator') {
  const login = await where.api.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: `${name}@rondo.test`, password: `rondo-demo-${name}` },
  });
  const headers = { authorization: `Bearer ${login.json<{ access_token: string }>().access_token}` };
  const create = (server: Server, symbol: string) =>
    server.api.inject({
      method: 'POST',
      url: '/api/bots',
      headers: { ...headers, 'idempotency-key': freshKey() },
      payload: { ...validRequest(), basic: { ...validRequest().basic, symbol } },
    });
  return { headers, create };
}

/**
 * Copies the database of the original. The copy gets the identity of its own database, as if it were a copy of the whole machine. The original gets a mark that is
 * later than each next mark of the copy, so the marks do not tell the copy to freeze.
 */
async function copyIdentically(): Promise<string> {
  for (const server of running) await server.close();
  running.clear();
  const copyUrl = await database.copyUrl(url);
  await database.sql(copyUrl)`
    update settings set value = jsonb_set(value, '{home}', to_jsonb((select system_identifier::text from pg_control_system()) || '/' ||
      (select oid::text from pg_database where datname = current_database()))) where key = 'instance'`;
  const [stored] = await database.sql(url)`select value->>'mark' as mark from settings where key = 'instance'`;
  const later = (Number.parseInt(String(stored?.['mark']), 36) + 5000) % 36 ** 4;
  await database.sql(url)`
    update settings set value = jsonb_set(value, '{mark}', to_jsonb(${later.toString(36).padStart(4, '0')}::text)) where key = 'instance'`;
  return copyUrl;
}

/** Starts a server at the place of the original. */
async function trade(databaseUrl: string): Promise<Server> {
  const server = await open(databaseUrl, { place: 'the first machine' });
  await server.startTrading();
  return server;
}

async function engineOf(server: Server): Promise<unknown> {
  return (await server.api.inject('/api/health')).json<{ parts: { engine: unknown } }>().parts.engine;
}

async function gaugeOf(server: Server, name: string): Promise<number> {
  const { body } = await server.api.inject('/metrics');
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1]);
}

test('an identical copy sends no order while the exchange counts the listener of its original, and freezes at the first order that its journal does not know', async () => {
  const copyUrl = await copyIdentically();
  original = await trade(url);
  const { instances } = original.context.store;
  await until(async () => (await instances.find())?.isProven === true, 'the original has found no other copy');
  const copy = await trade(copyUrl);
  await until(
    async () => (await gaugeOf(copy, 'rondo_accounts_with_other_listeners')) === 2,
    'the copy has seen both listeners',
  );
  expect(await engineOf(copy)).toMatchObject({ ready: false });
  const sent = ordersOf('member').length;
  await fetch(`${sandbox.rest}/sandbox/advance`, {
    method: 'POST',
    body: JSON.stringify({ instId: 'ETH-USDT-SWAP', prices: ['1960', '1920'] }),
  });
  await until(async () => ordersOf('member').length > sent, 'the original has sent an order');
  await until(async () => (await gaugeOf(copy, 'rondo_installation_frozen')) === 1, 'the copy is frozen');
  await until(async () => (await copy.context.store.instances.find())?.frozen === 'orders', 'the freeze is stored');
  expect(await engineOf(copy)).toMatchObject({
    ready: false,
    detail: expect.stringContaining('rondo restore confirm'),
    reasons: [{ code: 'frozen', values: {} }],
  });
  const ids = ordersOf('member').map((order) => order['clOrdId'] ?? '');
  const [known] = await database.sql(
    url,
  )`select count(distinct client_id)::int as intents from intents where client_id = any(${ids})`;
  expect(known?.['intents']).toBe(ids.length);
  await until(async () => original.trading.live.isFresh(), 'the original has read its accounts');
  expect(await engineOf(original)).toEqual({ ready: true, detail: 'ready', degraded: [], reasons: [] });
});

test('a server with an external database is known by its data folder too: with another folder on the same machine it is frozen', async () => {
  for (const server of running) await server.close();
  running.clear();
  const own = await database.createUrl();
  const folder = await mkdtemp(path.join(tmpdir(), 'rondo-places-'));
  const reasonIn = async (home: string): Promise<string | null> => {
    const server = await open(own, {}, { homeFolder: path.join(folder, home) });
    running.delete(server);
    await server.close();
    return server.context.installation.frozen();
  };
  try {
    expect([await reasonIn('home'), await reasonIn('other'), await reasonIn('home')]).toEqual([null, 'place', null]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('an order that a person has placed by hand with the client id of an order of another account freezes nothing and is logged', async () => {
  const market = await runSandbox({ seed: 7, speed: 0, accounts });
  const events: string[] = [];
  const log: Log = { write: (_level, event) => void events.push(event) };
  const server = await open(await database.createUrl(), { place: 'its machine', log, sandbox: sharedOf(market) });
  try {
    await server.startTrading();
    await until(async () => server.trading.live.isFresh(), 'the accounts were read');
    const entryOf = (name: string) =>
      ordersOf(name, market).find((row) => row['state'] === 'live' && row['side'] === 'buy');
    for (const name of ['member', 'operator'] as const) {
      const { create } = await logIn(server, name);
      expect((await create(server, 'ETH-USDT-SWAP')).json()).toMatchObject({ success: true });
      await until(async () => entryOf(name) !== undefined, `an entry of the bot of the ${name} rests`);
    }
    const { instId, side, posSide, sz, px, clOrdId } = entryOf('member') ?? {};
    const wanted = { act: 'order', label: 'operator', ordType: 'limit', instId, side, posSide, sz, px, clOrdId };
    const placed = await fetch(`${market.rest}/sandbox/acts`, { method: 'POST', body: JSON.stringify(wanted) });
    expect(placed.status).toBe(200);
    const noted = ['order.ofAnotherAccount', 'instance.copyOrder'];
    await until(async () => events.some((event) => noted.includes(event)), 'the order was noted');
    expect(new Set(events.filter((event) => noted.includes(event)))).toEqual(new Set(['order.ofAnotherAccount']));
    expect(await gaugeOf(server, 'rondo_copy_orders')).toBe(0);
    const stored = await server.context.store.instances.find();
    expect([server.context.installation.frozen(), stored?.frozen]).toEqual([null, null]);
    await until(async () => server.trading.live.isFresh(), 'the server has read its accounts');
    expect(await engineOf(server)).toMatchObject({ ready: true });
  } finally {
    running.delete(server);
    await server.close();
    await market.close();
  }
});

/** Returns all orders of an account at the exchange, as rows of OKX. */
function ordersOf(label: string, market = sandbox): readonly Readonly<Record<string, string>>[] {
  // The sandbox writes the rows of OKX, whose fields are texts.
  return (market.core.ledger(label)?.['orders'] ?? []) as readonly Readonly<Record<string, string>>[];
}
