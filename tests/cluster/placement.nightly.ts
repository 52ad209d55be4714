// Tests the placement of accounts on three real engine processes: the shares, a drain, the death of a process, and a paused process.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { keySourceFrom, openStore, secretOf, type Store } from '@rondo/store';
import { silentLog, linkAccount } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoLogins } from '../../apps/server/src/demo/demo-people.ts';
import { statusFileOf } from '../../apps/server/src/venues/sandbox/sandbox-status.ts';

const accountCount = 60;

let home: string;
let child: ChildProcess;
let store: Store;
let sealingKey: Uint8Array;
let engines: readonly { readonly pid: number }[];

beforeAll(async () => {
  home = path.join(await mkdtemp(path.join(tmpdir(), 'rondo-placement-')), 'home');
  const args = ['--engines', '3', '--apis', '1', '--json', '--port', '0', '--home', home];
  child = spawn(process.execPath, [path.join('tools', 'cluster.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { stdout } = child;
  if (stdout === null) throw new Error('The cluster has no standard output.');
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: stdout }).once('line', resolve);
    child.once('exit', () => reject(new Error('The cluster has ended.')));
  });
  // The program prints this record.
  const cluster = JSON.parse(line) as { databaseUrl: string; engines: readonly { pid: number }[] };
  engines = cluster.engines;
  const keyFile = path.join(`${home}.secrets`, 'master.key');
  const masterKey = keySourceFrom({
    kind: 'master',
    value: undefined,
    command: undefined,
    file: keyFile,
    forbiddenFolders: [home],
  });
  store = await openStore({ databaseUrl: cluster.databaseUrl, masterKey, log: silentLog });
  sealingKey = (await masterKey.read()) ?? new Uint8Array();
  await linkAccounts();
});

afterAll(async () => {
  await store.close();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await ended;
  await rm(path.dirname(home), { recursive: true, force: true });
});

/** Opens accounts at the sandbox and links them to the demo member. */
async function linkAccounts(): Promise<void> {
  // The server writes this file.
  const { rest } = JSON.parse(await readFile(statusFileOf(path.join(home, 'sandbox')), 'utf8')) as { rest: string };
  const user = await store.users.findByEmail(demoLogins[0]?.email ?? '');
  for (let index = 0; index < accountCount; index += 1) {
    const body = JSON.stringify({ label: `placement-${index}`, usdt: '1000' });
    const response = await fetch(`${rest}/sandbox/accounts`, { method: 'POST', body });
    // The sandbox returns the keys of the account.
    const keys = (await response.json()) as Record<'accountId' | 'apiKey' | 'secretKey' | 'passphrase', string>;
    const linked = {
      userId: user?.id ?? '',
      exchange: 'okx',
      label: 'Placement',
      uid: keys.accountId,
      environment: 'sandbox',
      domain: 'global',
      credentials: {
        apiKey: secretOf(keys.apiKey),
        secretKey: secretOf(keys.secretKey),
        passphrase: secretOf(keys.passphrase),
      },
      now: Date.now(),
    } as const;
    const made = await linkAccount(store, linked, sealingKey);
    expect(made).toMatchObject({ ok: true });
  }
}

/** Returns the number of accounts of each engine that has not ended. */
async function shares(): Promise<Readonly<Record<string, number>>> {
  const nodes = await store.nodes.list();
  return Object.fromEntries(
    nodes.filter(({ role }) => role === 'engine').map(({ name, accounts }) => [name, accounts]),
  );
}

const linkedCount = async (): Promise<number> => (await store.accounts.listAll()).length;

/** Waits until these engines own all accounts. Returns how long it took in ms. */
async function untilOwnedBy(names: readonly string[], withinMs: number): Promise<number> {
  const beganAt = Date.now();
  const all = await linkedCount();
  for (;;) {
    const found = await shares();
    if (names.reduce((sum, name) => sum + (found[name] ?? 0), 0) === all) return Date.now() - beganAt;
    if (Date.now() - beganAt > withinMs)
      throw new Error(`After ${withinMs} ms the shares are ${JSON.stringify(found)}.`);
    await wait(100);
  }
}

test('three engines take shares of new accounts, and each engine owns at least a sixth of them', async () => {
  await untilOwnedBy(['engine-1', 'engine-2', 'engine-3'], 60_000);
  for (const count of Object.values(await shares())) expect(count).toBeGreaterThanOrEqual(accountCount / 6);
});

test('a paused engine loses its accounts within 35 s, takes a part of them again after it has continued, and owns none twice', async () => {
  const pid = engines[0]?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  const coveredMs = await untilOwnedBy(['engine-2', 'engine-3'], 35_000);
  process.kill(pid, 'SIGCONT');
  expect(coveredMs).toBeLessThan(35_000);
  await expect.poll(async () => (await shares())['engine-1'] ?? 0, { timeout: 150_000 }).toBeGreaterThan(0);
  await untilOwnedBy(['engine-1', 'engine-2', 'engine-3'], 10_000);
});

test('a drained engine hands all its accounts over', async () => {
  expect(await store.nodes.drain('engine-3')).toBe(1);
  const drainedMs = await untilOwnedBy(['engine-1', 'engine-2'], 60_000);
  expect((await shares())['engine-3']).toBe(0);
  process.stdout.write(`drained after ${drainedMs} ms\n`);
});

test('the accounts of a killed engine are covered within 5 s', async () => {
  process.kill(engines[1]?.pid ?? 0, 'SIGKILL');
  const coveredMs = await untilOwnedBy(['engine-1'], 35_000);
  process.stdout.write(`covered after ${coveredMs} ms\n`);
  expect(coveredMs).toBeLessThan(5_000);
});
