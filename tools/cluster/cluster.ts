// Starts all parts of an installation with several nodes on this machine, and stops them in the reverse order.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { databaseUser, keySourceFrom, openStore, startEmbedded, type KeySource } from '@rondo/store';
import { startTestNats, type TestNats } from '@rondo/testkit/nats';
import { openSandbox } from '../../apps/server/src/venues/sandbox/sandbox-process.ts';
import { statusFileOf } from '../../apps/server/src/venues/sandbox/sandbox-status.ts';
import { startBalancer } from './balancer.ts';
import { readState, startNode, type NodeProcess } from './node-process.ts';
import type { ClusterOptions } from './options.ts';

export interface Cluster {
  /** The origin that browsers use. */
  readonly balancer: string;
  readonly nodes: readonly NodeProcess[];
  /** The address of NATS with a user that may use the subjects of every role. */
  readonly natsUrl: string;
  readonly databaseUrl: string;
  readonly nats: TestNats;
  readonly masterKey: KeySource;
  /** The folder and the port of the socket of PostgreSQL. Both stay the same after a restart. */
  readonly database: { readonly socketFolder: string; readonly port: number };
}

/** The addresses of the parts that one node uses. `sandboxStatus` is the status file of the sandbox. */
export interface Reach {
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly sandboxStatus: string;
}

/** What a test changes in a cluster. */
export interface ClusterChanges {
  /** The factor of the market's time. With 0, only a test moves the prices. The default is 1. */
  readonly speed?: number;
  /** Returns the addresses that the node with this name uses. The default are the addresses of the parts. */
  readonly reachOf?: (name: string, parts: Reach) => Promise<Reach>;
  /** Returns the folder of the program that the node with this name runs. The default is the working folder. */
  readonly programOf?: (name: string) => string;
  /** Returns further settings of the node with this name. */
  readonly environmentOf?: (name: string) => Readonly<Record<string, string>>;
}

/** One part that was started. The newest part is stopped first. */
export interface Ending {
  readonly name: string;
  readonly stop: () => Promise<unknown>;
}

const readyWithinMs = 180_000;
const checkMs = 1_000;

const log = { write: (): void => undefined };

/** Starts all parts and waits until every node is ready. Every started part is added to `endings`, also when a later part fails. */
export async function startCluster(
  options: Omit<ClusterOptions, 'isJson'>,
  endings: Ending[],
  changes: ClusterChanges = {},
): Promise<Cluster> {
  const { home, port } = options;
  const { speed = 1 } = changes;
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const keep = (name: string, stop: () => Promise<unknown>): void => void endings.push({ name, stop });
  const database = await startEmbedded({ dataFolder: path.join(home, 'database'), log });
  keep('PostgreSQL', () => database.stop());
  const databaseUrl = `postgres:///postgres?host=${database.socketFolder}&port=${database.port}&user=${databaseUser}`;
  const users = (['api', 'engine', 'all'] as const).map((role) => ({ role, password: randomUUID() }));
  const nats = await startTestNats({
    users: users.map(({ role, password }) => ({ name: role, role, password: { text: password } })),
  });
  keep('NATS', () => nats.stop());
  const natsUrlOf = (wanted: 'api' | 'engine' | 'all'): string =>
    nats.url.replace('//', `//${wanted}:${users.find(({ role }) => role === wanted)?.password}@`);
  const sandboxFolder = path.join(home, 'sandbox');
  const environment = { PATH: process.env['PATH'] ?? '' };
  const sandbox = await openSandbox({ folder: sandboxFolder, seed: 1, speed, replayFile: null, environment, log });
  keep('sandbox', () => sandbox.stop());
  const source = keySourceFrom({
    kind: 'master',
    value: undefined,
    command: undefined,
    file: path.join(`${home}.secrets`, 'master.key'),
    forbiddenFolders: [home],
  });
  const masterKey = (await source.read()) ?? (await source.create());
  const peopleKeyFile = await makePeopleKey(home, { databaseUrl, masterKey: source, log });
  const apiUrls: string[] = [];
  const balancer = await startBalancer({ port, nodes: apiUrls, checkMs });
  keep('balancer', () => balancer.close());
  const origin = `http://localhost:${balancer.port}`;
  const master = { RONDO_MASTER_KEY: Buffer.from(masterKey).toString('hex') };
  const settingsOf = (name: string, role: 'api' | 'engine'): Readonly<Record<string, string>> => {
    // A node of an older version does not know the people key.
    const hasMasterKey = role === 'engine' || (changes.programOf?.(name) ?? '.') !== '.';
    return { ...(hasMasterKey ? master : { RONDO_PEOPLE_KEY_FILE: peopleKeyFile }), RONDO_PUBLIC_URL: origin };
  };
  const parts = { databaseUrl, sandboxStatus: statusFileOf(sandboxFolder) };
  const nodes: NodeProcess[] = [];
  for (const { name, role } of namesOf(options)) {
    const reach = { ...parts, natsUrl: natsUrlOf(role) };
    const node = await startClusterNode({ name, role, home, settings: settingsOf(name, role), reach }, changes);
    keep(name, () => node.stop());
    nodes.push(node);
    if (role === 'api') apiUrls.push(node.url);
  }
  await untilReady(nodes);
  await balancer.check();
  return { balancer: origin, nodes, natsUrl: natsUrlOf('all'), databaseUrl, nats, masterKey: source, database };
}

/** Makes the people key in a file beside the data folder, so that the nodes for people need no master key. Returns the file. */
async function makePeopleKey(
  home: string,
  place: { readonly databaseUrl: string; readonly masterKey: KeySource; readonly log: typeof log },
): Promise<string> {
  const file = path.join(`${home}.secrets`, 'people.key');
  const options = { kind: 'people' as const, value: undefined, command: undefined, file, forbiddenFolders: [home] };
  const source = keySourceFrom(options);
  const store = await openStore(place);
  try {
    const key = (await source.read()) ?? (await source.create());
    await store.keyRotation.rotatePeople(key, { now: Date.now(), report: () => undefined });
  } finally {
    await store.close();
  }
  return file;
}

function namesOf({ engines, apis }: Pick<ClusterOptions, 'engines' | 'apis'>) {
  return [
    ...Array.from({ length: engines }, (_, index) => ({ role: 'engine', name: `engine-${index + 1}` }) as const),
    ...Array.from({ length: apis }, (_, index) => ({ role: 'api', name: `api-${index + 1}` }) as const),
  ];
}

interface ClusterNode {
  readonly name: string;
  readonly role: 'api' | 'engine';
  readonly home: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly reach: Reach;
}

async function startClusterNode(
  { name, role, home, settings, reach }: ClusterNode,
  { reachOf = async (_name, parts) => parts, programOf = () => '.', environmentOf = () => ({}) }: ClusterChanges,
): Promise<NodeProcess> {
  const { databaseUrl, natsUrl, sandboxStatus } = await reachOf(name, reach);
  return startNode({
    name,
    role,
    programFolder: programOf(name),
    folder: path.join(home, name),
    environment: {
      ...settings,
      ...environmentOf(name),
      DATABASE_URL: databaseUrl,
      NATS_URL: natsUrl,
      RONDO_SANDBOX_STATUS: sandboxStatus,
    },
  });
}

/** Stops all parts, the newest first. Writes a line to standard error when a part does not stop. */
export async function stopAll(endings: readonly Ending[]): Promise<void> {
  for (const { name, stop } of endings.toReversed()) {
    try {
      await stop();
    } catch (error) {
      process.stderr.write(`${name} did not stop: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
}

async function untilReady(nodes: readonly NodeProcess[]): Promise<void> {
  const until = Date.now() + readyWithinMs;
  for (;;) {
    const ended = nodes.find((node) => node.hasEnded());
    if (ended !== undefined) throw new Error(`${ended.name} has ended. Its log is ${ended.logFile}.`);
    const states = await Promise.all(nodes.map(readState));
    const waiting = states.filter((state) => !state.isReady);
    if (waiting.length === 0) return;
    if (Date.now() > until) throw new Error(`${waiting.map(({ name }) => name).join(', ')}: not ready in time.`);
    await wait(100);
  }
}
