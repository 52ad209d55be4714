// Tests that the secrets of the settings and of people are in no environment of a child process, in no browser storage, in no printed line and in no file that a crash leaves (I30). The secrets are
// recognisable texts, and server, signer, sandbox and database are processes.
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInThroughCard, openBrowser, openPage } from './support/browser.ts';
import { logIn, send, signUpFields } from './support/client.ts';
import { postmasterFileOf } from './support/database.ts';
import { discardHome, newHome, root, startProduct, waitFor, type Product } from './support/product.ts';

const masterKey = randomBytes(32).toString('hex');
const clientSecret = `canary-client-${randomBytes(8).toString('hex')}`;
const person = { email: 'canary@example.org', password: `Canary-${randomBytes(8).toString('hex')}` };
/** Runs in the page. */
const readStorages = `(async () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie,
  await indexedDB.databases(), await caches.keys()]))()`;
const home = newHome();
const environmentFile = path.join(home, 'audit-environment');
let product: Product;
let token: string;
let keys: readonly string[] = [];

beforeAll(async () => {
  product = await startProduct({
    home,
    environment: {
      RONDO_MASTER_KEY: masterKey,
      RONDO_OKX_CLIENT_ID: 'canary',
      RONDO_OKX_CLIENT_SECRET: clientSecret,
      RONDO_LOG: 'debug',
      RONDO_AUDIT_COMMAND: JSON.stringify(['/bin/sh', '-c', `env > ${environmentFile}; cat`]),
    },
  });
  const body = { ...person, name: 'canary', ...signUpFields };
  expect((await send(product.origin, { method: 'POST', path: '/api/auth/register', body })).status).toBe(200);
  ({ token } = await logIn(product, person));
  keys = tradingKeys();
  expect(keys.filter((key) => key.length >= 8).length).toBeGreaterThan(5);
}, 180_000);
afterAll(async () => {
  await product.stop();
  await discardHome(home);
});

/** The keys of the accounts that the sandbox has issued. The server has linked them, so it keeps them sealed. */
function tradingKeys(): readonly string[] {
  const file = path.join(home, 'sandbox', 'server.json');
  // The status file of the sandbox, whose schema is in apps/server/src/venues/sandbox/sandbox-status.ts.
  const { accounts } = JSON.parse(readFileSync(file, 'utf8')) as {
    accounts: readonly Readonly<Record<string, string>>[];
  };
  return accounts.flatMap(({ apiKey = '', secretKey = '', passphrase = '' }) => [apiKey, secretKey, passphrase]);
}

const secrets = (): readonly string[] => [
  ...keys,
  masterKey,
  Buffer.from(masterKey, 'hex').toString('base64'),
  clientSecret,
  person.password,
  token,
];

const foundIn = (text: Buffer | string): readonly string[] => secrets().filter((secret) => text.includes(secret));

/** Returns the ids of all processes that this process and its children have started. */
function descendantsOf(pid: number): readonly number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => new RegExp(`^PPid:\\t${pid}$`, 'm').test(readProcess(each, 'status')));
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function readProcess(pid: number, name: 'status' | 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return ''; // The process has ended.
  }
}

test.skipIf(platform() !== 'linux')(
  'no child process has a secret in its environment or in its arguments',
  async () => {
    const children = descendantsOf(product.child.pid ?? 0);
    const lines = children.map((pid) => readProcess(pid, 'cmdline'));
    for (const part of ['signer.js', 'sandbox.js', 'postgres'])
      expect(lines.some((line) => line.includes(part))).toBe(true);
    for (const [place, pid] of children.entries()) {
      const found = foundIn(readProcess(pid, 'environ') + (lines[place] ?? ''));
      expect({ line: lines[place], found }).toEqual({ line: lines[place], found: [] });
      expect(readProcess(pid, 'environ')).not.toMatch(/RONDO_(MASTER_KEY|OKX_CLIENT_SECRET)=/);
    }
  },
);

test('a program that the server runs for the operator does not inherit the master key', async () => {
  await waitFor('the program of the audit', 60_000, async () => existsSync(environmentFile));
  const environment = readFileSync(environmentFile, 'utf8');
  expect(environment).toContain('PATH=');
  expect({ found: foundIn(environment) }).toEqual({ found: [] });
});

test('the storage of the browser has no password, no refresh token and no key of the server', async () => {
  const browser = await openBrowser();
  try {
    const { page } = await openPage(browser, { width: 1280, theme: 'dark' });
    await logInThroughCard(page, product.origin, person);
    const stored = await page.evaluate<string>(readStorages);
    const refresh = (await page.context().cookies()).filter(({ httpOnly }) => httpOnly).map(({ value }) => value);
    expect(refresh.length).toBeGreaterThan(0);
    expect(stored).toContain(person.email);
    expect({ found: [...foundIn(stored), ...refresh.filter((value) => stored.includes(value))] }).toEqual({
      found: [],
    });
  } finally {
    await browser.close();
  }
});

test('a crash of signer and server leaves no file with a secret, and no line that was printed has one', async () => {
  const before = new Set(readdirSync(root));
  const signer = descendantsOf(product.child.pid ?? 0).find((pid) => readProcess(pid, 'cmdline').includes('signer.js'));
  process.kill(signer ?? 0, 'SIGSEGV');
  await waitFor('another signer', 30_000, async () => product.output().includes('signer.restarted'));
  const ended = new Promise((resolve) => product.child.once('exit', resolve));
  product.child.kill('SIGABRT');
  await ended;
  // The sandbox is the exchange, so its own folder has the keys that it has issued.
  const folders = [home, path.dirname(postmasterFileOf(home))];
  const files = folders.flatMap(filesIn).filter((file) => !file.startsWith(path.join(home, 'sandbox')));
  const left = readdirSync(root).filter((name) => !before.has(name) && /^(core|report)/.test(name));
  expect(files.length).toBeGreaterThan(100);
  for (const file of [...files, ...left.map((name) => path.join(root, name))])
    expect({ file, found: foundInFile(file) }).toEqual({ file, found: [] });
  expect(product.output().length).toBeGreaterThan(500);
  expect({ found: foundIn(product.output()) }).toEqual({ found: [] });
});

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** Searches a file in overlapping parts. */
function foundInFile(file: string): readonly string[] {
  const partBytes = 4 * 1_024 * 1_024;
  const buffer = Buffer.alloc(partBytes + 256);
  const handle = openSync(file, 'r');
  try {
    for (let at = 0; at < statSync(file).size; at += partBytes) {
      const found = foundIn(buffer.subarray(0, readSync(handle, buffer, 0, buffer.length, at)));
      if (found.length > 0) return found;
    }
    return [];
  } finally {
    closeSync(handle);
  }
}
