// Starts and stops the whole product as a child process in a separate folder, as `npm start` does.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postmasterFileOf, postmasterOf } from './database.ts';

export const root = path.resolve(import.meta.dirname, '../../..');
const READY_WITHIN_MS = 120_000;
const POLL_MS = 100;

export type Product = {
  readonly origin: string;
  readonly home: string;
  readonly child: ChildProcess;
  /** Returns the last 200,000 characters that the process has printed until now. */
  readonly output: () => string;
  /** Sends SIGTERM and resolves when the process has ended. */
  readonly stop: () => Promise<void>;
  /** Sends SIGKILL only to the server process. */
  readonly kill: () => Promise<void>;
};

export type ProductOptions = {
  readonly home?: string;
  readonly port?: number;
  readonly environment?: Readonly<Record<string, string>>;
};

/** Creates a data folder for one test. Its path must be short, because the folder contains the socket of PostgreSQL. */
export const newHome = (): string => mkdtempSync(path.join(tmpdir(), 'rondo-'));

/** Builds web app and server when they are out of date, with the script of `npm start`. */
export async function buildProduct(): Promise<void> {
  const child = spawn(process.execPath, [path.join(root, 'tools/start.mjs'), '--build-only'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await exitOf(child);
  if (code !== 0 || !existsSync(path.join(root, 'dist/server/main.js')))
    throw new Error('The product could not be built.');
}

/** Starts the server and waits until GET /api/health returns 200. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const product = await spawnProduct(options);
  await waitFor('the product to be ready', READY_WITHIN_MS, async () => {
    if (product.child.exitCode !== null) throw new Error(`The server ended before it was ready:\n${product.output()}`);
    return (await statusOf(`${product.origin}/api/health`)) === 200;
  });
  return product;
}

/** Starts the server and does not wait until it is ready. */
export async function spawnProduct(options: ProductOptions = {}): Promise<Product> {
  const home = options.home ?? newHome();
  const port = options.port ?? (await freePort());
  const child = spawn(process.execPath, [path.join(root, 'dist/server/main.js')], {
    cwd: root,
    env: { ...process.env, RONDO_HOME: home, PORT: String(port), ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const keep = (chunk: Buffer): void => {
    printed = (printed + chunk.toString('utf8')).slice(-200_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = exitOf(child);
    child.kill(signal);
    await gone;
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    home,
    child,
    output: () => printed,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** Stops the server, the database and the exchange of a home folder, and deletes the folder. */
export async function discardHome(home: string): Promise<void> {
  for (const pid of sandboxPids(home)) killQuietly(pid);
  if (existsSync(postmasterFileOf(home))) killQuietly(postmasterOf(home).pid);
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  rmSync(`${home}.secrets`, { recursive: true, force: true });
}

/** Returns the process ids of the exchange of this home folder. They are in its lock file. */
export function sandboxPids(home: string): readonly number[] {
  const lock = path.join(home, 'sandbox', 'state', 'lock');
  // The lock file of packages/store/src/process contains the id of the process that has the lock.
  return existsSync(lock) ? [(JSON.parse(readFileSync(lock, 'utf8')) as { pid: number }).pid] : [];
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

export const exitOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) =>
    child.exitCode === null && child.signalCode === null
      ? child.once('exit', (code) => resolve(code ?? -1))
      : resolve(child.exitCode ?? -1),
  );

export async function statusOf(address: string): Promise<number> {
  try {
    return (await fetch(address)).status;
  } catch {
    return 0;
  }
}

/** Polls until the condition is true. Throws when the condition is still false after the time limit. */
export async function waitFor(what: string, withinMs: number, holds: () => Promise<boolean>): Promise<void> {
  const attempts = Math.ceil(withinMs / POLL_MS);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`The test waited ${withinMs / 1_000} s for ${what}.`);
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
