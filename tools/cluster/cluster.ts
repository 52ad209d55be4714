// Starts all parts of an installation with several nodes on this machine, and stops them in the reverse order.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { databaseUser, masterKeyFrom, startEmbedded } from '@rondo/store';
import { startTestNats } from '@rondo/testkit/nats';
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
export async function startCluster(options: ClusterOptions, endings: Ending[]): Promise<Cluster> {
  const { home, engines, apis, port } = options;
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
  const sandbox = await openSandbox({ folder: sandboxFolder, seed: 1, speed: 1, replayFile: null, environment, log });
  keep('sandbox', () => sandbox.stop());
  const source = masterKeyFrom({
    value: undefined,
    command: undefined,
    file: path.join(`${home}.secrets`, 'master.key'),
    forbiddenFolders: [home],
  });
  const masterKey = (await source.read()) ?? (await source.create());
  const apiUrls: string[] = [];
  const balancer = await startBalancer({ port, nodes: apiUrls, checkMs });
  keep('balancer', () => balancer.close());
  const origin = `http://localhost:${balancer.port}`;
  const settings = {
    DATABASE_URL: databaseUrl,
    RONDO_MASTER_KEY: Buffer.from(masterKey).toString('hex'),
    RONDO_SANDBOX_STATUS: statusFileOf(sandboxFolder),
    RONDO_PUBLIC_URL: origin,
  };
  const names = [
    ...Array.from({ length: engines }, (_, index) => ({ role: 'engine', name: `engine-${index + 1}` }) as const),
    ...Array.from({ length: apis }, (_, index) => ({ role: 'api', name: `api-${index + 1}` }) as const),
  ];
  const nodes: NodeProcess[] = [];
  for (const { name, role } of names) {
    const node = await startNode({
      name,
      role,
      folder: path.join(home, name),
      environment: { ...settings, NATS_URL: natsUrlOf(role) },
    });
    keep(name, () => node.stop());
    nodes.push(node);
    if (role === 'api') apiUrls.push(node.url);
  }
  await untilReady(nodes);
  await balancer.check();
  return { balancer: origin, nodes, natsUrl: natsUrlOf('all'), databaseUrl };
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
