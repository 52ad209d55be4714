// A server with a real signer on a sandbox whose price swings, so that the ladder of a bot fills and its exits fill all the time.
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runSandbox } from '@rondo/sandbox';
import type { BotRecord } from '@rondo/store';
import { silentLog, startTestDatabase } from '@rondo/testkit/database';
import { expect } from 'vitest';
import { createServer, type Server, type ServerOverrides } from '../../src/create-server.ts';
import type { ServerConfig } from '../../src/env.ts';
import { isSandboxReachable } from '../../src/venues/sandbox/sandbox-process.ts';
import { freshKey, testConfig, until, validRequest } from '../_world.ts';

type Row = Readonly<Record<string, string>>;

const symbol = 'ETH-USDT-SWAP';
/** The price moves by this ratio to each side. A ladder fills while the price falls, and its exits fill while the price rises. */
const amplitude = 0.01;
const pricesPerPeriod = 60;

export type Drill = Awaited<ReturnType<typeof startDrill>>;

/** Starts the sandbox, the database server and the price. */
export async function startDrill() {
  const [database, sandbox, folder] = await Promise.all([
    startTestDatabase(),
    runSandbox({ seed: 7, speed: 0, accounts: [{ label: 'member', usdt: '10000' }] }),
    mkdtemp(path.join(tmpdir(), 'rondo-drill-')),
  ]);
  let server: Server | null = null;
  const stopPrices = swingPrice(sandbox.rest);
  const rowsOf = (list: 'orders' | 'fills' | 'bills'): readonly Row[] =>
    (sandbox.core.ledger('member')?.[list] ?? []) as readonly Row[]; // The ledger has rows of OKX.
  const close = async (): Promise<void> => {
    await server?.close();
    server = null;
  };
  /** Starts a server that trades. */
  const open = async (
    databaseUrl: string,
    changes: Partial<ServerConfig> = {},
    overrides: ServerOverrides = {},
  ): Promise<Server> => {
    const status = { ...sandbox, pid: process.pid, speed: 0, replayFile: null, accounts: [...sandbox.accounts] };
    const shared = { status, isReady: () => isSandboxReachable(sandbox.rest), stop: () => Promise.resolve() };
    const fixed = { log: silentLog, sandbox: shared, demoAccounts: ['member'] as const };
    server = await createServer({ ...testConfig(databaseUrl), ...changes }, { ...fixed, ...overrides });
    await server.startTrading();
    return server;
  };
  return {
    database,
    folder,
    rowsOf,
    /** Writes the status file of the sandbox, which the command line reads, and returns its name. */
    writeStatus(file: string): string {
      writeFileSync(file, JSON.stringify({ rest: sandbox.rest, ws: sandbox.ws }));
      return file;
    },
    stopPrices,
    close,
    open,
    untilFills: (count: number) => until(async () => rowsOf('fills').length >= count, `there are ${count} fills`),
    async end(): Promise<void> {
      await stopPrices();
      await close();
      await sandbox.close();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the function that stops the price. */
function swingPrice(rest: string): () => Promise<void> {
  let isStopped = false;
  const post = (prices: readonly string[]) =>
    fetch(`${rest}/sandbox/advance`, { method: 'POST', body: JSON.stringify({ instId: symbol, prices }) });
  const move = async (): Promise<void> => {
    const response = await fetch(`${rest}/api/v5/market/ticker?instId=${symbol}`);
    const body = (await response.json()) as { readonly data: readonly { readonly last: string }[] }; // The format of OKX.
    const first = Number(body.data[0]?.last);
    for (let count = 0; !isStopped; count += 1) {
      const price = first * (1 + amplitude * Math.sin((2 * Math.PI * count) / pricesPerPeriod));
      expect((await post([price.toFixed(2)])).status).toBe(200);
      await wait(100);
    }
  };
  const moving = move();
  return () => {
    isStopped = true;
    return moving;
  };
}

/** Creates the bot of the member, when the account was read. */
export async function createBot({ api, context, demoAccounts: [account] }: Server): Promise<void> {
  const isRead = async () => (context.live.account(account?.id ?? '')?.balance ?? null) !== null;
  await until(isRead, 'the account was read');
  const created = await api.inject({
    method: 'POST',
    url: '/api/bots',
    headers: { ...(await logIn(api)), 'idempotency-key': freshKey() },
    payload: validRequest(),
  });
  expect(created.json()).toMatchObject({ success: true });
}

/**
 * Stops the bot of the member, which closes its position, and returns the bot when it has ended. A bot ends only after its orders have ended and its bills were
 * read, so no fill and no bill of the bot comes later.
 */
export async function endBot({ api, context, demoAccounts: [account] }: Server): Promise<BotRecord> {
  const { bots } = context.store;
  const [running] = await bots.listActiveOfAccount(account?.id ?? '');
  if (running === undefined) throw new Error('The account has no running bot.');
  const stopped = await api.inject({
    method: 'PATCH',
    url: `/api/bots/${running.id}/status`,
    headers: await logIn(api),
    payload: { status: 'completed', close_position: true, is_last: true },
  });
  expect(stopped.json()).toMatchObject({ success: true });
  await until(async () => (await bots.find(running.id))?.endedAt !== null, 'the bot has ended');
  return (await bots.find(running.id)) ?? running;
}

/** Logs the member in, and returns the header of the session. */
async function logIn(api: Server['api']): Promise<{ readonly authorization: string }> {
  const login = await api.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: 'member@rondo.test', password: 'rondo-demo-member' },
  });
  return { authorization: `Bearer ${login.json<{ access_token: string }>().access_token}` };
}
