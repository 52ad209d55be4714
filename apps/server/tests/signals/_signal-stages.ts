// The world of `signal-kills.test.ts`: PostgreSQL, an exchange and a model that outlive the server process, and the means to hold the server at a stage and to kill it there.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { BotDetailResponse, BotSignalList, CreateBotResponse } from '@rondo/contract';
import { runSandbox } from '@rondo/sandbox';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import type { Store } from '@rondo/store';
import { demoLogins } from '../../src/demo/demo-people.ts';
import { findProjectRoot } from '../../src/project-root.ts';
import { until, validRequest } from '../_world.ts';
import type { KilledServerMessage } from './_killed-server.ts';
import { openModelGate, type ModelGate } from './_model-gate.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
/** A signal is evaluated 2 s after the close of its bar. */
const afterCloseMs = 2_500;

export interface SignalStages {
  readonly model: ModelGate;
  /** Sets what the model decides from now on. */
  setModel(kind: 'open' | 'wait'): Promise<void>;
  /** Passes `laterMs` and starts the server that was loaded in advance. Loads the next one. */
  start(laterMs?: number): Promise<void>;
  /** Ends the server process with SIGKILL. */
  kill(): Promise<void>;
  /** Passes to the next full hour, and a little further. Returns the full hour. */
  closeHour(): number;
  /** Passes this time on the clocks of the exchange and the server. */
  pass(ms: number): void;
  createBot(symbol: string, entry: object): Promise<string>;
  detail(botId: string): Promise<BotDetailResponse>;
  signalsOf(botId: string): Promise<BotSignalList>;
  stopBot(botId: string): Promise<void>;
  /** Returns the number of events with which signals are stored in the journal of the bot. */
  countSignals(botId: string): Promise<number>;
  /** Lets no process change the table. The returned function ends the statements that wait for the table, and then the lock. */
  lockTable(table: string): Promise<() => Promise<void>>;
  /** Ends the locks of a failed test. */
  unlockTables(): Promise<void>;
  /** Returns true when a process waits for the table. */
  isAwaited(table: string): Promise<boolean>;
  /** Breaks the next order without executing it. Returns the function that returns whether an order was broken. */
  breakOrder(): Promise<() => Promise<boolean>>;
  /** Returns the orders of the instrument that opened a position, as rows of OKX. */
  openingsAt(symbol: string): readonly Readonly<Record<string, string>>[];
  close(): Promise<void>;
}

export async function openSignalStages(): Promise<SignalStages> {
  let aheadMs = 0;
  const now = (): number => Date.now() + aheadMs;
  const nextHour = (): number => (Math.floor(now() / hourMs) + 1) * hourMs;
  aheadMs = nextHour() + 50 * minuteMs - now();
  const database = await startTestDatabase();
  const databaseUrl = await database.createUrl();
  const [sql, store] = [database.sql(databaseUrl), await database.openStore({ url: databaseUrl })];
  const sandbox = await runSandbox({
    seed: 7,
    hold: true,
    accounts: [{ label: 'member', usdt: '100000' }],
    clock: { now },
  });
  const model = await openModelGate(sandbox.rest);
  const { rest, ws, wsAll, port, accounts } = sandbox;
  const status = { rest, ws, wsAll, port, pid: process.pid, speed: 0, replayFile: null, accounts: [...accounts] };
  const locks = new Set<() => Promise<void>>();
  const unlockTables = async (): Promise<void> => {
    for (const unlock of locks) await unlock();
  };
  let spare = loadServer();
  let running: ChildProcess | null = null;
  let client: Client | null = null;
  const pass = (ms: number): void => {
    aheadMs += ms;
    running?.send({ kind: 'pass', aheadMs } satisfies KilledServerMessage);
  };
  const call = <Body>(...of: Parameters<Client>): Promise<Body> => {
    if (client === null) throw new Error('No server runs.');
    return client(...of) as Promise<Body>; // The contract defines the responses.
  };
  const detail = (botId: string) => call<BotDetailResponse>('GET', `/api/bots/${botId}`);
  return {
    model,
    setModel: (kind) => administer(rest, 'model', { kind, count: '100000' }),
    async start(laterMs = 0) {
      aheadMs += laterMs;
      running = await spare;
      spare = loadServer();
      const message: KilledServerMessage = { kind: 'start', aheadMs, databaseUrl, sandbox: status, ai: model.settings };
      running.send(message);
      const [origin] = (await once(running, 'message')) as [string]; // The program sends its address.
      client = await createClient(store, { origin, now });
      await until(async () => (await fetch(`${origin}/api/health`)).ok, 'the server is ready');
    },
    async kill() {
      const child = running;
      if (child === null) throw new Error('No server runs.');
      [running, client] = [null, null];
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    closeHour() {
      const closedAt = nextHour();
      pass(closedAt + afterCloseMs - now());
      return closedAt;
    },
    pass,
    async createBot(symbol, entry) {
      const { basic, entry: plain, ...rest } = validRequest();
      const payload = { ...rest, basic: { ...basic, symbol, max_total_size: '5000' }, entry: { ...plain, ...entry } };
      let id = '';
      const isCreated = async (): Promise<boolean> => {
        try {
          ({ id } = (await call<CreateBotResponse>('POST', '/api/bots', payload)).bot);
          return true;
        } catch (error) {
          if (error instanceof Error && error.message.includes(' 503: ')) return false;
          throw error;
        }
      };
      await until(isCreated, 'the engine has read the account');
      await until(async () => (await detail(id)).phase === 'waiting_for_signal', 'the bot waits for a signal');
      return id;
    },
    detail,
    signalsOf: (botId) => call<BotSignalList>('GET', `/api/bots/${botId}/signals`),
    async stopBot(botId) {
      const payload = { status: 'completed', close_position: true, is_last: true };
      await call('PATCH', `/api/bots/${botId}/status`, payload);
      await until(async () => (await detail(botId)).phase === 'completed', 'the bot has ended');
    },
    async countSignals(botId) {
      const rows = await sql`select 1 from bot_events where bot_id = ${botId} and body::jsonb ->> 'kind' = 'signal'`;
      return rows.length;
    },
    async lockTable(table) {
      const end = await lockTable(sql, table);
      const unlock = async (): Promise<void> => {
        // The database does not notice the end of a process whose statement waits for a lock, and would still execute the statement.
        await sql`select pg_terminate_backend(l.pid) from pg_locks l join pg_class c on c.oid = l.relation where ${awaited(sql, table)}`;
        await end();
      };
      locks.add(unlock);
      return unlock;
    },
    unlockTables,
    async isAwaited(table) {
      return (
        (await sql`select 1 from pg_locks l join pg_class c on c.oid = l.relation where ${awaited(sql, table)}`)
          .length > 0
      );
    },
    async breakOrder() {
      await administer(rest, 'faults', { kind: 'drop', path: '/api/v5/trade/order', count: '1' });
      return async () => {
        const state = (await (await fetch(`${rest}/sandbox/state`)).json()) as { readonly faults: number }; // The sandbox returns this shape.
        return state.faults === 0;
      };
    },
    openingsAt: (symbol) => openingsOf(sandbox.core.ledger('member') ?? {}, symbol),
    async close() {
      await unlockTables();
      running?.kill('SIGKILL');
      (await spare).kill('SIGKILL');
      await model.close();
      await sandbox.close();
      await database.stop();
    },
  };
}

/** Loads the program of the server, which takes some seconds. A server that is started afterwards is ready within the time of a signal. */
async function loadServer(): Promise<ChildProcess> {
  const file = path.join(import.meta.dirname, '_killed-server.ts');
  const child = spawn(process.execPath, ['--import', './tools/typescript-loader.mjs', file], {
    cwd: findProjectRoot(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}

type Sql = ReturnType<TestDatabase['sql']>;
type Client = (method: string, place: string, payload?: object) => Promise<unknown>;

/** Returns the function that calls the server in a new session, because the session of an earlier call may have ended on the clock of the test. */
async function createClient(
  store: Store,
  of: { readonly origin: string; readonly now: () => number },
): Promise<Client> {
  const email = demoLogins.find(({ role }) => role === 'member')?.email ?? '';
  const user = await store.users.findByEmail(email);
  if (user === null) throw new Error('The server created no demo users.');
  return async (method, place, payload) => {
    const session = { userId: user.id, remember: false, now: of.now(), withSecondFactor: false };
    const { accessToken } = await store.sessions.create(session);
    const response = await fetch(of.origin + place, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    });
    const body = await response.text();
    if (!response.ok) throw new Error(`${method} ${place} returned ${response.status}: ${body}.`);
    return JSON.parse(body) as unknown;
  };
}

/** The condition of the locks of this table for which a process waits. */
const awaited = (sql: Sql, table: string) =>
  sql`c.relname = ${table} and not l.granted and l.database = (select oid from pg_database where datname = current_database())`;

async function lockTable(sql: Sql, table: string): Promise<() => Promise<void>> {
  let unlock = (): void => undefined;
  const unlocked = new Promise<void>((resolve) => void (unlock = resolve));
  let ended: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    ended = sql
      .begin(async (transaction) => {
        await transaction`lock table ${transaction(table)} in exclusive mode`;
        resolve();
        await unlocked;
      })
      .catch(reject);
  });
  return async () => {
    unlock();
    await ended;
  };
}

async function administer(rest: string, place: string, body: object): Promise<void> {
  const response = await fetch(`${rest}/sandbox/${place}`, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`/sandbox/${place} returned ${response.status}: ${await response.text()}.`);
}

function openingsOf(ledger: Readonly<Record<string, unknown>>, symbol: string) {
  const orders = ledger['orders'] as readonly Readonly<Record<string, string>>[]; // The sandbox sends rows of texts.
  return orders.filter(
    (order) => order['instId'] === symbol && order['side'] === 'buy' && order['ordType'] !== 'limit',
  );
}
