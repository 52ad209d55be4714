// Starts and controls the measured process: its address and members, and the processor time of it and its database.
import { fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Member } from './members.ts';
import type { Order, MeasuredMessage } from './server.ts';

export interface Usage {
  readonly serverMs: number;
  readonly databaseMs: number;
  readonly generatorMs: number;
  readonly residentBytes: number;
}

export interface Measured {
  readonly port: number;
  readonly members: readonly Member[];
  usage(): Promise<Usage>;
  /** Starts to change every account's balance once a second. */
  move(): void;
  stop(): Promise<void>;
}

/** Starts the process with this many members and waits until it listens. */
export async function startMeasured(members: number): Promise<Measured> {
  const child = fork(path.join(import.meta.dirname, 'server.ts'), [String(members)], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const messageOf = <Kind extends MeasuredMessage['kind']>(
    kind: Kind,
  ): Promise<Extract<MeasuredMessage, { kind: Kind }>> =>
    new Promise((resolve, reject) => {
      const gone = (): void => reject(new Error('the measured process ended'));
      child.once('exit', gone);
      const listen = (message: MeasuredMessage): void => {
        if (message.kind !== kind) return;
        child.off('message', listen);
        child.off('exit', gone);
        resolve(message as Extract<MeasuredMessage, { kind: Kind }>); // the kinds were just compared
      };
      child.on('message', listen);
    });
  const order = (what: Order): void => void child.send(what);
  const { port, members: people } = await messageOf('ready');
  return {
    port,
    members: people,
    async usage() {
      const used = messageOf('used');
      order({ kind: 'use' });
      const { cpuMs, residentBytes } = await used;
      const { user, system } = process.cpuUsage();
      const databaseMs = childrenCpuMs(child.pid ?? 0);
      return { serverMs: cpuMs, databaseMs, generatorMs: (user + system) / 1_000, residentBytes };
    },
    move: () => order({ kind: 'move' }),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        order({ kind: 'stop' });
      }),
  };
}

/** Processor time of everything below a process (Linux; elsewhere 0): its database, with the workers that ended. */
function childrenCpuMs(pid: number): number {
  const tickMs = 10; // USER_HZ is 100 on every Linux
  const stats = readdirSync('/proc', { withFileTypes: true }).flatMap(({ name }) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .map(Number);
      const [, parent = 0] = fields;
      const own = fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0);
      return [{ pid: Number(name), parent, ms: own * tickMs }];
    } catch {
      return []; // the process ended during the read
    }
  });
  const below = (parent: number): number =>
    stats.filter((each) => each.parent === parent).reduce((sum, each) => sum + each.ms + below(each.pid), 0);
  return below(pid);
}
