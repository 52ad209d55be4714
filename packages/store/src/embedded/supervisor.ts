// Starts, adopts, monitors and stops the embedded PostgreSQL of one data folder.
import type { Log } from '@rondo/engine/ports';
import { rmdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { platform } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { maxRestarts, pollMs, watchMs } from '../limits.ts';
import { findBinaries } from './binaries.ts';
import { initialise, launch, type Launched } from './cluster.ts';
import { lockFolder, type FolderLock } from '../process/folder-lock.ts';
import { prepareLayout, prepareSocketFolder, type Layout } from './layout.ts';
import { readPidFile, servesCluster, stopServer } from './postmaster.ts';
import { startMark } from '../process/process-identity.ts';
import { StartError, systemCode, withFolderErrors } from './start-error.ts';

/** A running server. After a restart of the server, `socketFolder` is the same. */
export interface EmbeddedServer {
  readonly socketFolder: string;
  readonly port: number;
  readonly origin: 'created' | 'started' | 'adopted';
  /** Stops the server and releases the lock of the folder. A second call does nothing. */
  stop(): Promise<void>;
}

/**
 * Runs the server of a data folder. The first call creates the cluster. When the server still runs after its program was killed, this function uses the running
 * server. Otherwise it starts the server. Throws StartError with a message for the person who started this process.
 */
export async function startEmbedded(options: {
  readonly dataFolder: string;
  readonly log: Log;
}): Promise<EmbeddedServer> {
  if (platform === 'win32')
    throw new StartError(
      'unsupported',
      'The embedded PostgreSQL needs unix sockets. On Windows set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
  const dataFolder = resolve(options.dataFolder);
  const layout = await withFolderErrors(dataFolder, () => prepareLayout(dataFolder));
  const lock = await withFolderErrors(dataFolder, () => lockFolder(dataFolder, 'database.lock'));
  try {
    const found = await withFolderErrors(dataFolder, () => findOrStart(layout));
    options.log.write('info', 'database.running', { origin: found.origin, pid: found.pid });
    return supervise({ layout, lock, found, log: options.log });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Returns the running server of a folder that another Rondo process has locked. Tools use this function. Returns null when no server runs. */
export async function findRunning(
  dataFolder: string,
): Promise<{ readonly socketFolder: string; readonly port: number } | null> {
  const layout = await prepareLayout(resolve(dataFolder));
  const file = await readPidFile(layout.clusterFolder);
  return file !== null && file.status === 'ready' && (await servesCluster(file.pid, layout.clusterFolder))
    ? file
    : null;
}

type Found = Launched & { readonly origin: EmbeddedServer['origin'] };

async function findOrStart(layout: Layout): Promise<Found> {
  const living = await adopt(layout);
  if (living !== null) return { ...living, origin: 'adopted' };
  const binaries = await findBinaries(layout);
  const isNew = await initialise(layout, binaries);
  const launched = await launch({ layout, binaries, socketFolder: await prepareSocketFolder(layout) });
  return { ...launched, origin: isNew ? 'created' : 'started' };
}

/**
 * Returns a running server of this cluster when it is ready. When the server is starting, waits until it is ready. When the server is stopping, waits until it
 * has ended.
 */
async function adopt(layout: Layout): Promise<Launched | null> {
  for (;;) {
    const file = await readPidFile(layout.clusterFolder);
    if (file === null || !(await servesCluster(file.pid, layout.clusterFolder))) return null;
    if (file.status === 'ready') return { pid: file.pid, socketFolder: file.socketFolder, port: file.port };
    await wait(pollMs);
  }
}

interface Supervised {
  readonly layout: Layout;
  readonly lock: FolderLock;
  readonly found: Found;
  readonly log: Log;
}

function supervise({ layout, lock, found, log }: Supervised): EmbeddedServer {
  let pid = found.pid;
  let isStopped = false;
  let restarts = 0;
  let repair: Promise<void> | null = null;

  async function restart(): Promise<void> {
    restarts += 1;
    log.write('error', 'database.died', { pid, restarts });
    try {
      const binaries = await findBinaries(layout);
      pid = (await launch({ layout, binaries, socketFolder: found.socketFolder })).pid;
      log.write('info', 'database.running', { origin: 'restarted', pid });
    } catch (error) {
      log.write('error', 'database.down', { reason: error instanceof Error ? error.message : String(error) });
    }
  }

  const watch = setInterval(() => {
    if (isStopped || repair !== null || restarts >= maxRestarts) return;
    repair = startMark(pid)
      .then((mark) => (mark === null && !isStopped ? restart() : undefined))
      .finally(() => {
        repair = null;
      });
  }, watchMs);
  watch.unref();

  return {
    socketFolder: found.socketFolder,
    port: found.port,
    origin: found.origin,
    async stop() {
      if (isStopped) return;
      isStopped = true;
      clearInterval(watch);
      await repair;
      await stopServer(pid);
      if (!found.socketFolder.startsWith(layout.baseFolder)) {
        // The folder is empty after the server has removed its socket. Other files in the folder are not ours, so they are not deleted.
        await rmdir(found.socketFolder).catch((error: unknown) =>
          log.write('warn', 'database.socketFolderStays', { code: systemCode(error) }),
        );
      }
      await lock.release();
      log.write('info', 'database.stopped', { pid });
    },
  };
}
