// Test of kill -9 during placements: after each kill the acknowledged orders exist, and bills, fills and balance agree.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { AccountKeys } from '../src/accounts/open-account.ts';
import { createNamedPrng } from '../src/prng.ts';
import { parseBaseUnits } from '../src/base-units.ts';
import { signedHeaders } from './_harness.ts';

interface Running {
  readonly child: ChildProcess;
  readonly rest: string;
  readonly accounts: readonly AccountKeys[];
}

type Rows = readonly Record<string, string>[];

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

const script = `
import { runSandbox } from ${JSON.stringify(join(import.meta.dirname, '../src/process/run-sandbox.ts'))};
import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, '../../store/src/process/index.ts'))};
const storage = { folder: process.argv[1], reserve: (folder) => lockFolder(folder, 'lock') };
const { rest, accounts } = await runSandbox({ storage, seed: 3, speed: 100 });
console.log(JSON.stringify({ rest, accounts }));
`;

async function start(folder: string): Promise<Running> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanups.push(() => child.kill('SIGKILL'));
  const line = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) resolve(text);
    });
    child.once('exit', () => reject(new Error('the sandbox ended before it was ready')));
  });
  // The script above prints exactly this record.
  return { child, ...(JSON.parse(line) as Omit<Running, 'child'>) };
}

async function call(running: Running, request: { method: string; path: string; body: string }): Promise<Rows> {
  const [keys] = running.accounts;
  if (!keys) throw new Error('the sandbox has no account');
  const { method, path, body } = request;
  const signed = signedHeaders(keys, { method, path, body, at: Date.now() });
  const headers = { ...signed, 'content-type': 'application/json' };
  const response = await fetch(running.rest + path, { method, headers, ...(body === '' ? {} : { body }) });
  // Every path returns the envelope.
  return ((await response.json()) as { data: Rows }).data;
}

const get = (running: Running, path: string): Promise<Rows> => call(running, { method: 'GET', path, body: '' });

// Places one order after the other until the process ends. Returns the ids of the acknowledged orders.
async function placeUntilKilled(running: Running, prefix: string, afterFirst: () => void): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let count = 0; ; count += 1) {
    const clOrdId = `${prefix}${count}`;
    const side = count % 2 === 0 ? 'buy' : 'sell';
    const body = JSON.stringify({
      instId: 'ETH-USDT-SWAP',
      tdMode: 'cross',
      side,
      ordType: 'market',
      sz: '0.05',
      clOrdId,
    });
    try {
      const [row] = await call(running, { method: 'POST', path: '/api/v5/trade/order', body });
      if (row?.['sCode'] === '0') acknowledged.push(clOrdId);
      if (acknowledged.length === 1) afterFirst();
    } catch {
      // The kill broke the connection, so the outcome of this order is unknown and the test does not count the order.
      return acknowledged;
    }
  }
}

const sum = (rows: Rows, name: string): bigint =>
  rows.reduce((total, row) => total + (parseBaseUnits(row[name] ?? '') ?? 0n), 0n);

test('no acknowledged order is lost after three kills, and bills, fills and balance agree after each kill', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-kill-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const random = createNamedPrng('kill');
  let running = await start(folder);
  for (let round = 0; round < 3; round += 1) {
    const { child } = running;
    // The kill happens at a random time after the first acknowledged order, also on a slow machine.
    const acknowledged = await placeUntilKilled(running, `r${round}n`, () => {
      setTimeout(() => child.kill('SIGKILL'), random() * 200);
    });
    expect(acknowledged.length).toBeGreaterThan(0);
    running = await start(folder);
    const restarted = running;
    for (const clOrdId of acknowledged.slice(-5)) {
      const [order] = await get(restarted, `/api/v5/trade/order?instId=ETH-USDT-SWAP&clOrdId=${clOrdId}`);
      expect(order).toMatchObject({ clOrdId, state: 'filled', accFillSz: '0.05' });
    }
    const account: Record<string, unknown> = (await get(restarted, '/api/v5/account/balance'))[0] ?? {};
    const details = Array.isArray(account['details']) ? account['details'] : [];
    const [newest] = await get(restarted, '/api/v5/account/bills?limit=1');
    expect(newest?.['bal']).toBe(String(details[0]?.cashBal));
    const fills = await get(restarted, '/api/v5/trade/fills?limit=20');
    const bills = await get(restarted, '/api/v5/account/bills?type=2&limit=20');
    expect(sum(bills, 'balChg')).toBe(sum(fills, 'fee') + sum(fills, 'fillPnl'));
  }
}, 120_000);
