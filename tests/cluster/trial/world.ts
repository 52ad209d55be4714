// The processes of a trial: the cluster, one link between each node and each part, and a connection to the database without a link.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { databaseUser, openStore, type Store } from '@rondo/store';
import { connectRaw, silentLog } from '@rondo/testkit/database';
import { startCluster, type Cluster, type Ending, type Reach } from '../../../tools/cluster/cluster.ts';
import type { NodeProcess } from '../../../tools/cluster/node-process.ts';
import { openLink, type Link } from './link.ts';
import type { TrialOptions } from './options.ts';

/** The parts to which each node has a link. */
export const parts = ['database', 'nats', 'exchange'] as const;
export type Part = (typeof parts)[number];

export interface TrialWorld {
  readonly home: string;
  readonly cluster: Cluster;
  readonly engines: readonly [NodeProcess, ...NodeProcess[]];
  readonly store: Store;
  readonly sql: ReturnType<typeof connectRaw>;
  linkOf(node: NodeProcess, part: Part): Link;
  /** Sets the difference between the clock of an engine and the clock of the machine. */
  stepClock(node: NodeProcess, offsetMs: number): void;
  /** The next process of this node runs the other of the two versions. Returns which. */
  changeVersion(node: NodeProcess): 'older' | 'present';
  /** Returns the process id of PostgreSQL. */
  databasePid(): Promise<number>;
  /** Returns how often the logs of all nodes contain each warning and error. */
  loggedEvents(): ReadonlyMap<string, number>;
}

/** Starts the cluster in a new folder. Every started part is added to `endings`, also when a later part fails. */
export async function openTrialWorld(
  { engines, apis, home: chosen, older }: Pick<TrialOptions, 'engines' | 'apis' | 'home' | 'older'>,
  endings: Ending[],
): Promise<TrialWorld> {
  let home = chosen;
  if (home === null) {
    const folder = await mkdtemp(path.join(tmpdir(), 'rondo-trial-'));
    endings.push({ name: 'folder', stop: async () => rmSync(folder, { recursive: true, force: true }) });
    home = path.join(folder, 'home');
  }
  const links = new Map<string, Link>();
  const reachOf = async (name: string, direct: Reach): Promise<Reach> => {
    const ports = { database: 0, nats: 0, exchange: 0 };
    for (const part of parts) {
      const link = await openLink(targetOf(part, { direct, sourceAddress: sourceAddressOf(name) }));
      endings.push({ name: `link ${name} ${part}`, stop: () => link.close() });
      links.set(`${name} ${part}`, link);
      ports[part] = link.port;
    }
    return linkedReach(direct, ports, path.join(home, `${name}-reach`));
  };
  const environmentOf = (name: string) => ({
    RONDO_DEMO: 'none',
    RONDO_EGRESS: sourceAddressOf(name),
    ...steppedClock(home, name),
  });
  const isOlder = new Set(older === null ? [] : ['engine-1', 'api-1']);
  const programOf = (name: string): string => (isOlder.has(name) ? (older ?? '.') : '.');
  const changes = { speed: 0, reachOf, programOf, environmentOf };
  const cluster = await startCluster({ home, engines, apis, port: 0 }, endings, changes);
  // A node ends faster when it reaches the database.
  const openLinks = async (): Promise<void> => links.forEach((link) => link.set('open'));
  endings.push({ name: 'links', stop: openLinks });
  const store = await openStore({ databaseUrl: cluster.databaseUrl, masterKey: cluster.masterKey, log: silentLog });
  endings.push({ name: 'store', stop: () => store.close() });
  const sql = connectRaw(cluster.database, 'postgres');
  endings.push({ name: 'connection', stop: () => sql.end({ timeout: 1 }) });
  const [first, ...others] = cluster.nodes.filter(({ role }) => role === 'engine');
  if (first === undefined) throw new Error('The cluster has no engine.');
  const [folderRow] = await sql`select current_setting('data_directory') as folder`;
  const postmasterFile = path.join(String(folderRow?.['folder']), 'postmaster.pid');
  return {
    home,
    cluster,
    engines: [first, ...others],
    store,
    sql,
    stepClock(node, offsetMs) {
      writeFileSync(clockFileOf(home, node.name), String(offsetMs));
      process.kill(node.pid, 'SIGUSR2');
    },
    changeVersion(node) {
      if (!isOlder.delete(node.name)) isOlder.add(node.name);
      node.setProgram(programOf(node.name));
      return isOlder.has(node.name) ? 'older' : 'present';
    },
    linkOf(node, part) {
      const link = links.get(`${node.name} ${part}`);
      if (link === undefined) throw new Error(`The node ${node.name} has no link to the ${part}.`);
      return link;
    },
    databasePid: async () => Number(readFileSync(postmasterFile, 'utf8').split('\n')[0]),
    loggedEvents: () => countEvents(cluster.nodes),
  };
}

const clockFileOf = (home: string, name: string): string => path.join(home, `${name}-clock`);

/** Returns the settings with which the clock of a node can be stepped. */
function steppedClock(home: string, name: string): Readonly<Record<string, string>> {
  const file = clockFileOf(home, name);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  writeFileSync(file, '0');
  const program = pathToFileURL(path.join(import.meta.dirname, 'stepped-clock.mjs')).href;
  return { TRIAL_CLOCK_FILE: file, NODE_OPTIONS: `--import ${program}` };
}

/**
 * Returns the loopback address from which a node reaches the exchange. Up to three engines have addresses of their own, as on several machines, because the exchange
 * counts by address. The keys of the sandbox are bound to the addresses 127.0.0.1 to 127.0.0.4, and the api nodes share the last one.
 */
function sourceAddressOf(name: string): string {
  const [role, number] = name.split('-');
  return `127.0.0.${role === 'engine' ? ((Number(number) - 1) % 3) + 1 : 4}`;
}

function targetOf(part: Part, { direct, sourceAddress }: { readonly direct: Reach; readonly sourceAddress: string }) {
  const { databaseUrl, natsUrl, sandboxStatus } = direct;
  if (part === 'nats') return { host: '127.0.0.1', port: Number(new URL(natsUrl).port) };
  if (part === 'exchange')
    return { host: '127.0.0.1', port: statusOf(sandboxStatus).port, localAddress: sourceAddress };
  const { searchParams } = new URL(databaseUrl);
  return { path: `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}` };
}

/** Returns the addresses of the links, and writes a status file of the sandbox with the address of its link. */
function linkedReach({ natsUrl, sandboxStatus }: Reach, ports: Readonly<Record<Part, number>>, folder: string): Reach {
  const nats = new URL(natsUrl);
  nats.port = String(ports.nats);
  const authority = `127.0.0.1:${ports.exchange}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const status = { ...statusOf(sandboxStatus), rest: `http://${authority}`, ws: `ws://${authority}/ws/v5` };
  const linkedStatus = path.join(folder, 'server.json');
  writeFileSync(linkedStatus, JSON.stringify(status), { mode: 0o600 });
  return {
    databaseUrl: `postgres://${databaseUser}@127.0.0.1:${ports.database}/postgres`,
    natsUrl: nats.href,
    sandboxStatus: linkedStatus,
  };
}

function statusOf(file: string): { readonly port: number } {
  return JSON.parse(readFileSync(file, 'utf8')) as { port: number }; // The sandbox writes this record.
}

function countEvents(nodes: readonly NodeProcess[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { logFile } of nodes) {
    for (const [, level = '', event = ''] of readFileSync(logFile, 'utf8').matchAll(eventPattern)) {
      const name = `${level === '50' ? 'error' : 'warn'} ${event}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}

// The log writes the levels of pino: 40 is a warning and 50 is an error.
const eventPattern = /"level":(40|50),.*?"event":"([^"]+)"/g;
