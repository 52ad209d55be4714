// Starts one node of the cluster as a process, and reads its state from its health and metrics.
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { isReady } from './balancer.ts';
import { serverOptions } from '../deploy/server-options.mjs';

export interface NodeProcess {
  readonly name: string;
  readonly role: 'api' | 'engine';
  readonly url: string;
  /** The id of the present process. */
  readonly pid: number;
  readonly logFile: string;
  hasEnded(): boolean;
  /** Sends SIGKILL. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Starts a new process on the same port after `kill` or `stop`. */
  restart(): Promise<void>;
  /** Sets the folder of the program that the next process runs. */
  setProgram(folder: string): void;
  /** Sends SIGTERM. When the process has not ended after 40 s, sends SIGKILL. Resolves when the process has ended. */
  stop(): Promise<void>;
}

/** One line of the status screen. A figure is null when the node does not respond. */
export interface NodeState {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly isReady: boolean;
  readonly accounts: number | null;
  readonly isNatsConnected: boolean | null;
}

export interface NodeOptions {
  readonly name: string;
  readonly role: 'api' | 'engine';
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The folder of the program. */
  readonly programFolder: string;
}

// A node hands its accounts over for at most 30 s before it ends.
const killAfterMs = 40_000;

/** Starts the built server. The process is in a group of its own, so that Ctrl-C reaches only the cluster, which stops its parts in order. */
export async function startNode(options: NodeOptions): Promise<NodeProcess> {
  const { name, role, folder } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const port = await freePort();
  const logFile = path.join(folder, 'server.log');
  let { programFolder } = options;
  let child = await startProcess(options, { port, logFile });
  return {
    name,
    role,
    url: `http://127.0.0.1:${port}`,
    get pid() {
      return child.pid ?? 0;
    },
    logFile,
    hasEnded: () => hasEnded(child),
    kill: () => kill(child),
    async restart() {
      child = await startProcess({ ...options, programFolder }, { port, logFile });
    },
    setProgram: (folder) => void (programFolder = folder),
    stop: () => stop(child),
  };
}

async function startProcess(
  { name, role, folder, environment, programFolder }: NodeOptions,
  { port, logFile }: { readonly port: number; readonly logFile: string },
): Promise<ChildProcess> {
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(process.execPath, [...serverOptions, path.join(programFolder, 'dist', 'server', 'main.js')], {
    detached: true,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      ...environment,
      RONDO_ROLE: role,
      RONDO_NODE: name,
      RONDO_HOME: path.join(folder, 'home'),
      RONDO_HOST: '127.0.0.1',
      PORT: String(port),
    },
  });
  closeSync(log);
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  return child;
}

/** Reads the state of a node over its health and its metrics. */
export async function readState({ name, url, pid }: NodeProcess): Promise<NodeState> {
  const [ready, metrics] = await Promise.all([isReady(url), readMetrics(url)]);
  const figure = (metric: string): number | null => {
    const text = new RegExp(`^${metric} (\\d+)$`, 'm').exec(metrics ?? '')?.[1];
    return text === undefined ? null : Number(text);
  };
  const connected = figure('rondo_nats_connected');
  return {
    name,
    url,
    pid,
    isReady: ready,
    accounts: figure('rondo_accounts'),
    isNatsConnected: connected === null ? null : connected === 1,
  };
}

async function readMetrics(url: string): Promise<string | null> {
  try {
    return await (await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(2_000) })).text();
  } catch {
    return null;
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function kill(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  // A paused process handles no signal before it continues.
  child.kill('SIGCONT');
  const limit = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  await ended;
  clearTimeout(limit);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo; // A server that listens on TCP has an address with a port.
      probe.close(() => resolve(port));
    });
  });
}
