// One server process: reading its pid file, checking which cluster it serves, stopping it, and reading the end of its log.
import { open, readFile, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { kill, platform } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { pollMs, stopTimeoutMs } from '../limits.ts';
import { startMark } from '../process/process-identity.ts';
import { systemCode } from './start-error.ts';

/** The content of postmaster.pid. Source: PostgreSQL src/include/utils/pidfile.h. */
export interface PidFile {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
  readonly status: string; // one of starting, ready, stopping and standby
}

/** Returns the content of the pid file of a cluster. Returns null when the file is missing or incomplete. */
export async function readPidFile(clusterFolder: string): Promise<PidFile | null> {
  const text = await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3] ?? ''), socketFolder: lines[4] ?? '', status: lines[7] ?? '' };
}

/** Returns whether the process is a server of this cluster: its working folder is the folder of the cluster. */
export async function servesCluster(pid: number, clusterFolder: string): Promise<boolean> {
  if ((await startMark(pid)) === null) return false;
  if (platform !== 'linux') return true;
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(clusterFolder));
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(systemCode(error))) return false;
    throw error;
  }
}

/** Stops the server: first a fast shutdown (SIGINT), after a timeout an immediate shutdown (SIGQUIT), then SIGKILL. Resolves when the process has ended. */
export async function stopServer(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!signalTo(pid, signal)) return;
    for (let waited = 0; waited < stopTimeoutMs; waited += pollMs) {
      if ((await startMark(pid)) === null) return;
      await wait(pollMs);
    }
  }
}

function signalTo(pid: number, signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): boolean {
  try {
    kill(pid, signal);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ESRCH') return false;
    throw error;
  }
}

/** Returns the end of the log of the server, for an error message. */
export async function logTail(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return '';
  try {
    const { size } = await file.stat();
    const length = Math.min(size, 2_000);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8').trim();
  } finally {
    await file.close();
  }
}
