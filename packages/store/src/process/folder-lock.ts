// One process per data folder: a lock file names its holder. The lock is invalid after the holder has ended.
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pid } from 'node:process';
import { startMark } from './process-identity.ts';
import { StartError, systemCode } from '../embedded/start-error.ts';

/** A lock that this process has. A second call of `release` does nothing. */
export interface FolderLock {
  release(): Promise<void>;
}

const attempts = 5;

/**
 * Reserves the folder for this process with a lock file of the given name. A lock whose holder was killed is replaced, even when a new process has the same
 * process id. Throws StartError `locked`, which names the folder and the running holder.
 */
export async function lockFolder(folder: string, lockName: string): Promise<FolderLock> {
  const path = join(folder, lockName);
  const mine = JSON.stringify({ pid, mark: await startMark(pid), token: randomUUID() });
  const draft = join(folder, `${lockName}.${randomUUID()}`);
  await writeFile(draft, mine, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      // The lock is a hard link to a complete file, so no process reads an incomplete lock.
      if ((await tryLink(draft, path)) && (await readOrNull(path)) === mine) return heldLock(path, mine);
      await removeIfStale(folder, path);
    }
    throw new StartError('locked', `Another start is locking the data folder ${folder} now. Try again.`);
  } finally {
    await rm(draft, { force: true });
  }
}

function heldLock(path: string, mine: string): FolderLock {
  return {
    async release() {
      if ((await readOrNull(path)) === mine) await rm(path, { force: true });
    },
  };
}

async function removeIfStale(folder: string, path: string): Promise<void> {
  const seen = await readOrNull(path);
  if (seen === null) return;
  const holder = parseHolder(seen);
  if (holder !== null && holder.mark !== null && (await startMark(holder.pid)) === holder.mark) {
    throw new StartError(
      'locked',
      `The data folder ${folder} is in use by process ${holder.pid}. Stop this process first, or choose another folder with RONDO_HOME.`,
    );
  }
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return;
    throw error;
  }
  // Another start may have replaced the stale lock between the read and the rename. In this case the new lock is restored.
  if ((await readOrNull(aside)) !== seen) await tryLink(aside, path);
  await rm(aside, { force: true });
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function parseHolder(text: string): { readonly pid: number; readonly mark: string | null } | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('mark' in value)) return null;
    if (typeof value.pid !== 'number' || (typeof value.mark !== 'string' && value.mark !== null)) return null;
    return { pid: value.pid, mark: value.mark };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
