// The processes of a crash trial: one server, one database and one exchange of a data folder, and the network between server and exchange.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { placeOf } from '@rondo/store';
import type { SandboxLaunch } from '../../../apps/server/src/venues/sandbox/sandbox-status.ts';
import { postmasterOf } from '../support/database.ts';
import { exchangeOf } from '../support/exchange-truth.ts';
import {
  discardHome,
  freePort,
  newHome,
  root,
  startProduct,
  statusOf,
  waitFor,
  type Product,
} from '../support/product.ts';
import { openNetwork, type CrashNetwork } from './network.ts';

const STARTED_WITHIN_MS = 60_000;
const HEALTHY_WITHIN_MS = 120_000;
const PRINTED_CHARACTERS = 6_000;

export type Victim = 'server' | 'exchange' | 'database';

export type CrashWorld = {
  readonly home: string;
  readonly origin: string;
  readonly network: CrashNetwork;
  /** Sends SIGKILL to the victims and waits until the product is healthy. The world starts the processes that the server does not restart. */
  readonly kill: (victims: readonly Victim[]) => Promise<void>;
  /** Stops the processes of a victim with SIGSTOP for this time, and then waits until the product is healthy. */
  readonly pause: (victim: Victim, ms: number) => Promise<void>;
  readonly waitUntilHealthy: () => Promise<void>;
  /** Returns the last health report and the last lines that the servers have printed. */
  readonly describe: () => Promise<string>;
  /** Ends all processes and deletes the data folder. */
  readonly close: () => Promise<void>;
};

/** Starts the exchange, the network, and the server in a new data folder. */
export async function openCrashWorld(): Promise<CrashWorld> {
  const home = newHome();
  const port = await freePort();
  const network = await openNetwork();
  const processes: { product: Product | null; printed: string } = { product: null, printed: '' };
  const begin = async (): Promise<void> => {
    processes.printed = `${processes.printed}${processes.product?.output() ?? ''}`.slice(-PRINTED_CHARACTERS);
    processes.product = await startProduct({
      home,
      port,
      environment: { RONDO_DEMO: 'none', RONDO_SANDBOX_SPEED: '0' },
    });
  };
  const close = async (): Promise<void> => {
    network.set({ kind: 'open' });
    await processes.product?.stop();
    await network.close();
    await discardHome(home);
  };
  try {
    await startExchange(home);
    routeThroughNetwork(home, network);
    await begin();
  } catch (error) {
    await close();
    throw error;
  }
  const origin = `http://127.0.0.1:${port}`;
  const waitUntilHealthy = (): Promise<void> =>
    waitFor(
      'the product to be healthy',
      HEALTHY_WITHIN_MS,
      async () => (await statusOf(`${origin}/api/health`)) === 200,
    );
  return {
    home,
    origin,
    network,
    async kill(victims) {
      const { pid } = exchangeOf(home);
      if (victims.includes('exchange')) process.kill(pid, 'SIGKILL');
      if (victims.includes('database')) process.kill(postmasterOf(home).pid, 'SIGKILL');
      if (victims.includes('server')) {
        await processes.product?.kill();
        // The server that restarted the exchange has ended. This exchange must have the address of the network before the next server reads the address.
        if (victims.includes('exchange')) await startExchange(home);
        routeThroughNetwork(home, network);
        await begin();
      } else if (victims.includes('exchange')) {
        await waitFor('the server to start the exchange', STARTED_WITHIN_MS, async () => exchangeOf(home).pid !== pid);
        routeThroughNetwork(home, network);
      }
      await waitUntilHealthy();
    },
    async pause(victim, ms) {
      const pids = pidsOf(victim, { home, product: processes.product });
      for (const pid of pids) signal(pid, 'SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, ms));
      for (const pid of pids) signal(pid, 'SIGCONT');
      await waitUntilHealthy();
    },
    waitUntilHealthy,
    async describe() {
      const health = await fetch(`${origin}/api/health`).then(
        (response) => response.text(),
        (error: unknown) => String(error),
      );
      return `${processes.printed}${processes.product?.output() ?? ''}`.slice(-PRINTED_CHARACTERS) + `\n${health}`;
    },
    close,
  };
}

/** Starts the exchange as the server starts it, on its previous port when the data folder has one. */
async function startExchange(home: string): Promise<void> {
  const folder = path.join(home, 'sandbox');
  mkdirSync(folder, { recursive: true });
  const previous = statusFileOf(home);
  const port = Number(previous?.['port'] ?? 0);
  const launch: SandboxLaunch = { folder, place: await placeOf(folder), port, seed: 1, speed: 0, replayFile: null };
  const child = spawn(process.execPath, [path.join(root, 'dist/server/sandbox.js'), JSON.stringify(launch)], {
    cwd: root,
    detached: true,
    stdio: 'ignore',
  });
  child.unref();
  await waitFor('the exchange to start', STARTED_WITHIN_MS, async () => statusFileOf(home)?.['pid'] === child.pid);
}

/** Writes the address of the network into the status file of the exchange. A new server connects to this address. */
function routeThroughNetwork(home: string, network: CrashNetwork): void {
  const status = statusFileOf(home);
  if (status === null) throw new Error('The exchange has no status file.');
  network.routeTo(Number(status['port']));
  const authority = `127.0.0.1:${network.port}`;
  const draft = `${statusPathOf(home)}.crash`;
  writeFileSync(draft, JSON.stringify({ ...status, rest: `http://${authority}`, ws: `ws://${authority}/ws/v5` }), {
    mode: 0o600,
  });
  renameSync(draft, statusPathOf(home));
}

const statusPathOf = (home: string): string => path.join(home, 'sandbox', 'server.json');

function statusFileOf(home: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(readFileSync(statusPathOf(home), 'utf8')) as Readonly<Record<string, unknown>>; // The sandbox writes an object.
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

function pidsOf(victim: Victim, { home, product }: { home: string; product: Product | null }): readonly number[] {
  if (victim === 'exchange') return [exchangeOf(home).pid];
  if (victim === 'server') return product?.child.pid === undefined ? [] : [product.child.pid];
  const { pid } = postmasterOf(home);
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const children = rows.map((row) => row.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === pid);
  return [pid, ...children.flatMap(([child]) => child ?? [])];
}

/** Sends a signal. A child process of the database can have ended after the list was read. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
