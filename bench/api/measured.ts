// Starts and controls the measured process, and measures the processor time of the process and of its database.
import { fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Member } from './members.ts';
import type { Order, MeasuredMessage } from './server.ts';
import type { SigningCounts } from './signing.ts';

export interface Usage extends SigningCounts {
  readonly serverMs: number;
  /** The processor time of the child processes: the database and the signer. */
  readonly childrenMs: number;
  readonly generatorMs: number;
  readonly residentBytes: number;
}

export interface Measured {
  readonly port: number;
  readonly members: readonly Member[];
  usage(): Promise<Usage>;
  /** Sends the process a message, after which the process changes the balance of every account once a second. */
  move(): void;
  stop(): Promise<void>;
}

/** Starts the process with this number of members and waits until the process listens. */
export async function startMeasured(members: number): Promise<Measured> {
  const child = fork(path.join(import.meta.dirname, 'server.ts'), [String(members)], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const messageOf = <Kind extends MeasuredMessage['kind']>(
    kind: Kind,
  ): Promise<Extract<MeasuredMessage, { kind: Kind }>> =>
    new Promise((resolve, reject) => {
      const gone = (): void => reject(new Error('The measured process ended before it sent the expected message.'));
      child.once('exit', gone);
      const listen = (message: MeasuredMessage): void => {
        if (message.kind !== kind) return;
        child.off('message', listen);
        child.off('exit', gone);
        resolve(message as Extract<MeasuredMessage, { kind: Kind }>); // The condition has compared the kinds.
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
      const { cpuMs, residentBytes, signed, refused } = await used;
      const { user, system } = process.cpuUsage();
      const childrenMs = childrenCpuMs(child.pid ?? 0);
      return { serverMs: cpuMs, childrenMs, generatorMs: (user + system) / 1_000, residentBytes, signed, refused };
    },
    move: () => order({ kind: 'move' }),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        order({ kind: 'stop' });
      }),
  };
}

/**
 * Returns the processor time of all child processes of a process in milliseconds, including ended child processes. The child processes are
 * the processes of the database and of the signer. On systems other than Linux the result is 0.
 */
export function childrenCpuMs(pid: number): number {
  const tickMs = 10; // One clock tick of /proc is 10 ms, because USER_HZ is 100 on Linux.
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
      return []; // The process ended before its file was read.
    }
  });
  const below = (parent: number): number =>
    stats.filter((each) => each.parent === parent).reduce((sum, each) => sum + each.ms + below(each.pid), 0);
  return below(pid);
}
