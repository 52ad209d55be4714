// Tests `npm run cluster`: it prints its addresses, a person can log in through the balancer after a node was killed, and a signal ends all processes.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';
import { decide } from '../../apps/server/tests/_link.ts';
import { demoLogins } from '../../apps/server/src/demo/demo-people.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface Addresses {
  readonly balancer: string;
  readonly apis: readonly { readonly url: string; readonly pid: number }[];
  readonly engines: readonly { readonly url: string; readonly pid: number }[];
  readonly natsUrl: string;
  readonly databaseUrl: string;
}

let home: string;
let child: ChildProcess;
let addresses: Addresses;
const lines: string[] = [];

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'rondo-cluster-'));
  const args = ['--engines', '2', '--apis', '2', '--json', '--port', '0', '--home', path.join(home, 'home')];
  child = spawn(process.execPath, [path.join('tools', 'cluster.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { stdout } = child;
  if (stdout === null) throw new Error('The cluster has no standard output.');
  const ended = new Promise<never>((_resolve, reject) =>
    child.once('exit', () => reject(new Error('The cluster has ended.'))),
  );
  ended.catch(() => undefined);
  const first = new Promise<string>((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      lines.push(line);
      resolve(line);
    });
  });
  // The program prints this record.
  addresses = JSON.parse(await Promise.race([first, ended])) as Addresses;
});

afterAll(async () => {
  if (child.exitCode === null) child.kill('SIGKILL');
  await rm(home, { recursive: true, force: true });
});

type Json = Readonly<Record<string, unknown>>;

const member = demoLogins.find(({ role }) => role === 'member');

/** Calls the first node for people, and throws when the status is not 200. */
async function get(place: string, headers: Readonly<Record<string, string>>): Promise<Json> {
  return bodyOf(await fetch(`${addresses.apis[0]?.url}${place}`, { headers }));
}

async function post(place: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Json> {
  const given = { 'content-type': 'application/json', ...headers };
  const url = `${addresses.apis[0]?.url}${place}`;
  return bodyOf(await fetch(url, { method: 'POST', headers: given, body: JSON.stringify(body) }));
}

async function bodyOf(response: Response): Promise<Json> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text}`);
  return JSON.parse(text) as Json; // Every call of the test returns an object.
}

async function logIn(): Promise<number> {
  const [login] = demoLogins;
  const response = await fetch(`${addresses.balancer}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: addresses.balancer },
    body: JSON.stringify({ email: login?.email, password: login?.password }),
  });
  await response.arrayBuffer();
  return response.status;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('the cluster prints one line with its addresses, and all its nodes are connected to NATS', async () => {
  expect(lines).toHaveLength(1);
  expect([addresses.engines.length, addresses.apis.length]).toEqual([2, 2]);
  for (const { url, pid } of [...addresses.engines, ...addresses.apis]) {
    expect(isRunning(pid)).toBe(true);
    expect((await fetch(`${url}/api/health/ready`)).status).toBe(200);
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('\nrondo_nats_connected 1\n');
  }
  expect(addresses.natsUrl).toMatch(/^nats:/);
  expect(addresses.databaseUrl).toMatch(/^postgres:/);
});

test('a person links an account through a node for people that has no master key', async () => {
  const [api] = addresses.apis;
  const environment = readFileSync(`/proc/${api?.pid ?? 0}/environ`, 'utf8').split('\0');
  const names = environment.map((line) => line.split('=')[0] ?? '').filter((name) => name.startsWith('RONDO_'));
  expect([names.includes('RONDO_PEOPLE_KEY_FILE'), names.includes('RONDO_MASTER_KEY')]).toEqual([true, false]);
  const token = String(
    (await post('/api/auth/login', { email: member?.email, password: member?.password }))['access_token'],
  );
  const headers = { authorization: `Bearer ${token}` };
  const begun = await get('/api/okx/oauth/fast-api/auth', headers);
  await post('/api/okx/oauth/state/register', { state: begun['state'] }, headers);
  const back = await decide(String(begun['auth_url']), { account: 'new' });
  const consent = await get(`/api/okx/oauth/fast-api/callback?${back.searchParams}`, headers);
  const key = { account_id: consent['account_id'], label: 'Rondo', perm: 'trade', bind_app: true, is_demo: false };
  const made = await post('/api/okx/oauth/fast-api/create-key', key, headers);
  expect(made).toMatchObject({ success: true, is_replacement: false, findings: [] });
  const checked = await get(`/api/okx/preflight?account_id=${String(consent['account_id'])}`, headers);
  expect(checked).toMatchObject({ may_trade: true });
});

test('a person can log in through the balancer after one of two nodes was killed', async () => {
  expect(await logIn()).toBe(200);
  const killed = addresses.apis[0]?.pid ?? 0;
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => isRunning(killed)).toBe(false);
  for (let count = 0; count < 4; count += 1) expect(await logIn()).toBe(200);
});

test('a signal ends all processes of the cluster', async () => {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect([...addresses.engines, ...addresses.apis].filter(({ pid }) => isRunning(pid))).toEqual([]);
});
