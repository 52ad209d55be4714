// Runs the sandbox as a separate process: uses a running sandbox or starts a new sandbox, and restarts the sandbox when its process ends.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@rondo/engine/ports';
import { placeOf } from '@rondo/store';
import { isAlive } from '@rondo/store/process';
import { serverLimits } from '../../limits.ts';
import { causeOf } from '../../ops/log.ts';
import { findProjectRoot } from '../../project-root.ts';
import {
  isStatusOf,
  readSandboxStatus,
  readStatusFile,
  type SandboxLaunch,
  type SandboxStatus,
} from './sandbox-status.ts';

export interface SandboxProcess {
  readonly status: SandboxStatus;
  isReady(): Promise<boolean>;
  /** Ends the process and waits until it has exited. */
  stop(): Promise<void>;
}

export interface SandboxProcessOptions {
  readonly folder: string;
  readonly seed: number;
  readonly speed: number;
  readonly replayFile: string | null;
  /** The environment of the process. It contains no setting of Rondo. */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: Log;
}

/** Returns a reachable sandbox. Throws an error with a sentence for the user when no sandbox can be started. */
export async function openSandbox(options: SandboxProcessOptions): Promise<SandboxProcess> {
  mkdirSync(options.folder, { recursive: true });
  const first = (await adopt(options)) ?? (await startFresh(options));
  const watcher = watch(options, first);
  return {
    status: first,
    isReady: () => isSandboxReachable(first.rest),
    async stop() {
      await watcher.stop();
      const last = readSandboxStatus(options.folder) ?? first;
      await end(last.pid);
    },
  };
}

/** Returns the running sandbox of a status file, which another program starts, watches and stops. Throws when the sandbox does not respond. */
export async function useSandbox(statusFile: string): Promise<SandboxProcess> {
  const status = readStatusFile(statusFile);
  if (status === null || !(await isSandboxReachable(status.rest)))
    throw new Error(`The sandbox of RONDO_SANDBOX_STATUS does not respond: ${statusFile}`);
  return { status, isReady: () => isSandboxReachable(status.rest), stop: () => Promise.resolve() };
}

/** Returns the sandbox that an earlier server of this folder left running, when it has the requested options. */
async function adopt(options: SandboxProcessOptions): Promise<SandboxStatus | null> {
  const status = readSandboxStatus(options.folder);
  if (status !== null && !isStatusOf(options.folder, status)) return null;
  // A running sandbox can respond slowly, because the machine is busy or the journal is long. It holds the lock of the folder, so a second sandbox could not
  // start. Therefore this call waits longer than usual for the response.
  if (status === null || !isAlive(status.pid) || !(await isSandboxReachable(status.rest, serverLimits.sandboxAdoptMs)))
    return null;
  if (status.speed === options.speed && status.replayFile === options.replayFile) {
    options.log.write('info', 'sandbox.adopted', { pid: status.pid });
    return status;
  }
  options.log.write('info', 'sandbox.replaced', { pid: status.pid });
  await end(status.pid);
  return null;
}

/** Starts a sandbox. It uses the previous port when this port is free, so that waiting clients can connect again. */
async function startFresh(options: SandboxProcessOptions): Promise<SandboxStatus> {
  const port = readSandboxStatus(options.folder)?.port ?? 0;
  if (port === 0) return start(options, 0);
  return start(options, port).catch(() => start(options, 0));
}

async function start(options: SandboxProcessOptions, port: number): Promise<SandboxStatus> {
  const { folder, seed, speed, replayFile } = options;
  const order: SandboxLaunch = { folder, place: await placeOf(folder), port, seed, speed, replayFile };
  const logFile = path.join(folder, 'sandbox.log');
  const output = openSync(logFile, 'w', 0o600);
  const child = spawn(process.execPath, [...programOf(), JSON.stringify(order)], {
    detached: true,
    stdio: ['ignore', output, output],
    cwd: findProjectRoot(),
    // The environment of the server contains the master key and the client secret.
    env: options.environment,
  });
  closeSync(output);
  child.unref();
  let ended: string | null = null;
  child.once('error', (error) => (ended = error.message));
  child.once('exit', (code) => (ended = `it ended with code ${code}`));
  for (let waitedMs = 0; waitedMs < serverLimits.sandboxStartMs; waitedMs += 100) {
    const status = readSandboxStatus(folder);
    if (status !== null && status.pid === child.pid && (await isSandboxReachable(status.rest))) return status;
    if (ended !== null) break;
    await wait(100);
  }
  const words = readFileSync(logFile, 'utf8').trim().split('\n').at(-1) ?? '';
  const cause = words === '' ? (ended ?? 'no response in time') : words;
  throw new Error(
    `The sandbox did not start: ${cause}. Its state is in ${folder}; another RONDO_HOME begins with a new one.`,
  );
}

/** Returns the arguments that start the sandbox. They name the built program when it is next to the built server, and the sources otherwise. */
function programOf(): readonly string[] {
  const built = path.join(path.dirname(process.argv[1] ?? ''), 'sandbox.js');
  if (existsSync(built)) return ['--enable-source-maps', built];
  return ['--import', 'tsx', path.join(findProjectRoot(), 'apps', 'server', 'src', 'sandbox-main.ts')];
}

/**
 * Checks every second whether the process runs, and starts a new process on the same port when it has ended. After each failed attempt the pause is twice as
 * long.
 */
function watch(options: SandboxProcessOptions, first: SandboxStatus): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    let pid = first.pid;
    let pauseMs: number = serverLimits.sandboxBackoffMs;
    while (!stopping.signal.aborted) {
      await wait(serverLimits.sandboxWatchMs, undefined, { signal: stopping.signal, ref: false });
      if (isAlive(pid)) continue;
      options.log.write('warn', 'sandbox.died', { pid });
      try {
        pid = (await start(options, first.port)).pid;
        pauseMs = serverLimits.sandboxBackoffMs;
        options.log.write('warn', 'sandbox.restarted', { pid });
      } catch (error) {
        options.log.write('error', 'sandbox.restart.failed', { cause: causeOf(error) });
        await wait(pauseMs, undefined, { signal: stopping.signal, ref: false });
        pauseMs = Math.min(pauseMs * 2, serverLimits.sandboxBackoffMaxMs);
      }
    }
  };
  const running = run().catch((error: unknown) => {
    if (!stopping.signal.aborted) options.log.write('error', 'sandbox.unwatched', { cause: causeOf(error) });
  });
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Returns whether the sandbox responds within the time. It also responds when it refuses the call because this machine has sent too many. */
export async function isSandboxReachable(
  rest: string,
  withinMs: number = serverLimits.sandboxCallMs,
): Promise<boolean> {
  try {
    const response = await fetch(`${rest}/api/v5/public/time`, {
      signal: AbortSignal.timeout(withinMs),
    });
    await response.arrayBuffer();
    return response.ok || response.status === 429;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

async function end(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGTERM');
  for (let waitedMs = 0; waitedMs < serverLimits.stopMs && isAlive(pid); waitedMs += 50) await wait(50);
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}
