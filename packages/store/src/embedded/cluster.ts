// Creates the database cluster of PostgreSQL once, and starts a server for the cluster.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, open, readFile, rename, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { embeddedConnections, embeddedSlotWal, maxServerLogBytes, pollMs, startTimeoutMs } from '../limits.ts';
import type { Binaries } from './binaries.ts';
import type { Layout } from './layout.ts';
import { logTail, readPidFile, servesCluster } from './postmaster.ts';
import { isAlive } from '../process/process-identity.ts';
import { changeOwner, type ServerAccount } from './server-account.ts';
import { StartError, systemCode } from './start-error.ts';

/** A server that accepts connections. */
export interface Launched {
  readonly pid: number;
  readonly socketFolder: string;
  readonly port: number;
}

/** The name of the superuser of the database. Only processes with access to the socket folder can use this name. */
export const databaseUser = 'rondo';
/** The major version of the programs in the platform packages. */
export const majorVersion = '18';
const port = 5432; // The port is only a part of the name of the socket file, because the server does not listen on TCP.
const maxLaunches = 5; // A failed start is repeated, because the child processes of a killed server may keep the shared memory for a short time.

/** Creates the cluster when it does not exist. Returns whether the cluster was created. The folder appears only after the cluster is complete. */
export async function initialise(layout: Layout, binaries: Binaries): Promise<boolean> {
  const version = await readFile(join(layout.clusterFolder, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (version !== null) {
    if (version.trim() === majorVersion) return false;
    throw new StartError(
      'failed',
      `PostgreSQL ${version.trim()} created the cluster in ${layout.clusterFolder}, but this program contains PostgreSQL ${majorVersion}. Dump the database with the older version and load the dump into a new folder.`,
    );
  }
  const draft = `${layout.clusterFolder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await changeOwner(layout.account, draft);
  const log = await open(layout.logPath, 'a', 0o600);
  try {
    const child = spawn(
      binaries.initdb,
      ['-D', draft, '-U', databaseUser, '-A', 'trust', '-E', 'UTF8', '--no-locale'],
      {
        ...spawnOptions(layout),
        stdio: ['ignore', log.fd, log.fd],
      },
    );
    const code = await exitOf(child);
    if (code !== 0) throw await failure('PostgreSQL could not create its cluster', layout);
  } finally {
    await log.close();
  }
  await rename(draft, layout.clusterFolder);
  return true;
}

/** Launches the server and waits until it accepts connections. The wait includes crash recovery. Throws StartError. */
export async function launch(options: {
  readonly layout: Layout;
  readonly binaries: Binaries;
  readonly socketFolder: string;
  /** The longest time until the server accepts connections. */
  readonly timeoutMs?: number;
  /** Ends the server before it accepts connections. */
  readonly signal?: AbortSignal;
}): Promise<Launched> {
  const { layout } = options;
  await trimLog(layout.logPath);
  for (let attempt = 1; ; attempt += 1) {
    await removeForeignPidFile(layout.clusterFolder);
    const logLength = (await stat(layout.logPath).catch(() => null))?.size ?? 0;
    const pid = await launchOnce(options);
    if (pid !== null) return { pid, socketFolder: options.socketFolder, port };
    const output = (await readFile(layout.logPath)).subarray(logLength).toString('utf8');
    if (attempt >= maxLaunches || !/shared memory block|lock file .* already exists/.test(output))
      throw await failure('PostgreSQL did not start', layout);
    await wait(pollMs * 10 * attempt);
  }
}

/** Returns the process id when the server is ready. Returns null when the server ended before it was ready. */
async function launchOnce({
  layout,
  binaries,
  socketFolder,
  timeoutMs = startTimeoutMs,
  signal,
}: Parameters<typeof launch>[0]): Promise<number | null> {
  const log = await open(layout.logPath, 'a', 0o600);
  const settings = {
    listen_addresses: '',
    port: String(port),
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: String(embeddedConnections),
    shared_buffers: '64MB',
    log_checkpoints: 'off',
    max_slot_wal_keep_size: embeddedSlotWal,
    cluster_name: databaseUser,
  };
  // The server is detached, so that Ctrl-C ends only this process. This process stops the server after all its other work. When this process is killed, the
  // server continues to run.
  const child = spawn(
    binaries.postgres,
    ['-D', layout.clusterFolder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...spawnOptions(layout),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    },
  );
  let ended = false;
  const exit = exitOf(child).finally(() => {
    ended = true;
  });
  exit.catch(() => undefined); // Without this line, an error would be an unhandled rejection. `await exit` below throws the same error.
  child.unref();
  await log.close();
  for (let waited = 0; waited < timeoutMs; waited += pollMs) {
    if (ended) {
      await exit;
      return null;
    }
    if (signal?.aborted === true) {
      child.kill('SIGQUIT');
      await exit;
      throw signal.reason;
    }
    const file = await readPidFile(layout.clusterFolder);
    if (file !== null && file.pid === child.pid && file.status === 'ready') return file.pid;
    await wait(pollMs);
  }
  child.kill('SIGQUIT');
  throw await failure(`PostgreSQL was not ready after ${timeoutMs / 1_000} s`, layout);
}

/**
 * Removes a stale pid file whose process id now belongs to another program, because the server would refuse to start. A pid file of an ended process is
 * replaced by the server itself.
 */
async function removeForeignPidFile(clusterFolder: string): Promise<void> {
  const file = await readPidFile(clusterFolder);
  if (file === null || !isAlive(file.pid) || (await servesCluster(file.pid, clusterFolder))) return;
  await rm(join(clusterFolder, 'postmaster.pid'), { force: true });
}

async function trimLog(path: string): Promise<void> {
  const size = (await stat(path).catch(() => null))?.size ?? 0;
  if (size > maxServerLogBytes) await truncate(path, 0);
}

/**
 * Returns a small fixed environment, so that the server inherits no variable of this process. The account of the server must be able to enter the working
 * folder.
 */
function spawnOptions(layout: Layout): { cwd: string; env: Record<string, string>; uid?: number; gid?: number } {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', HOME: layout.baseFolder };
  return { cwd: layout.baseFolder, env, ...asAccount(layout.account) };
}

function asAccount(account: ServerAccount): { uid?: number; gid?: number } {
  return account === null ? {} : { uid: account.uid, gid: account.gid };
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code));
  });
}

async function failure(sentence: string, layout: Layout): Promise<StartError> {
  const tail = await logTail(layout.logPath);
  const isDiskFull = /No space left on device/.test(tail);
  return new StartError(
    isDiskFull ? 'diskFull' : 'failed',
    `${sentence} (data folder ${layout.baseFolder}). ${isDiskFull ? 'The disk is full.' : 'The end of its log:'}\n${tail}`,
  );
}
