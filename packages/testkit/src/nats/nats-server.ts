// A real `nats-server` for one test file, with the configuration of the product, on a free port of this machine.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { natsServerConfig, type NatsUser } from '@rondo/bus';

/** A running `nats-server`. Its port stays the same after a restart. */
export interface TestNats {
  /** The value for the setting NATS_URL, without a user. */
  readonly url: string;
  /** Stops the process without its end (SIGSTOP), or lets it continue (SIGCONT). */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Kills the process (SIGKILL). Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Starts the process again after `kill`. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The places of the program: the path of the shell, the folder of Debian's package, and the folder into which `npm test` unpacks this package. */
const programs = [
  'nats-server',
  '/usr/sbin/nats-server',
  fileURLToPath(new URL('../../../../.cache/nats-server/usr/sbin/nats-server', import.meta.url)),
];

/** What a test changes in the configuration: the users, and lines that are added. */
export interface TestNatsOptions {
  readonly users?: readonly NatsUser[];
  readonly lines?: readonly string[];
}

/** Starts the server in about 20 ms. Without users, the server accepts every client. */
export async function startTestNats({ users = [], lines = [] }: TestNatsOptions = {}): Promise<TestNats> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rondo-nats-'));
  const file = path.join(folder, 'nats.conf');
  let port = -1;
  const start = async (): Promise<ChildProcess> => {
    await writeFile(file, [natsServerConfig({ listen: `127.0.0.1:${port}`, users }), ...lines, ''].join('\n'));
    const started = await firstThatStarts(file);
    port = started.port;
    return started.child;
  };
  let child = await start();
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url: `nats://127.0.0.1:${port}`,
    signal: (name) => void child.kill(name),
    kill,
    async restart() {
      child = await start();
    },
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Started {
  readonly child: ChildProcess;
  readonly port: number;
}

async function firstThatStarts(configFile: string): Promise<Started> {
  for (const program of programs) {
    const started = await tryStart(program, configFile);
    if (started !== null) return started;
  }
  throw new Error('The program nats-server is missing. Install the package "nats-server" and run the test again.');
}

/** Returns null when the program does not exist. Throws when the program ends before it is ready. */
function tryStart(program: string, configFile: string): Promise<Started | null> {
  const child = spawn(program, ['--config', configFile], { stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((resolve, reject) => {
    let port = 0;
    const seen: string[] = [];
    child.once('error', (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? resolve(null) : reject(error)));
    child.once('exit', () => reject(new Error(`nats-server has ended:\n${seen.join('\n')}`)));
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (seen.length < 50) seen.push(line);
      port = Number(/Listening for client connections on [\d.]+:(\d+)/.exec(line)?.[1] ?? port);
      if (line.includes('Server is ready')) resolve({ child, port });
    });
  });
}
