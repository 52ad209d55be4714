// The folders of the embedded server. They are chosen so that the operating-system account of the server can enter the folders.
import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { minFreeBytes, socketFolderMaxBytes } from '../limits.ts';
import { chooseAccount, changeOwner, mayEnter, type ServerAccount } from './server-account.ts';
import { StartError, systemCode } from './start-error.ts';

/** The folders of a server. `baseFolder` contains the cluster, the socket folder and the log of the server. */
export interface Layout {
  readonly account: ServerAccount;
  readonly baseFolder: string;
  readonly clusterFolder: string;
  readonly logPath: string;
}

// The cluster is in this folder when the operating-system account of the server cannot enter the data folder, for example inside the home folder of root. The
// data folder then contains a file with the path of the cluster.
const sharedFolder = '/var/lib/rondo';
const baseFolderFile = 'postgres-place';

/** Returns the layout of a data folder, and creates missing folders. */
export async function prepareLayout(dataFolder: string): Promise<Layout> {
  await mkdir(dataFolder, { recursive: true, mode: 0o755 });
  await refuseFullDisk(dataFolder);
  const inside = join(dataFolder, 'postgres');
  const placed = await readBaseFolder(dataFolder);
  const account = await chooseAccount(join(placed ?? inside, 'cluster'));
  const baseFolder = placed ?? ((await mayEnter(account, dataFolder)) ? inside : await createBaseFolder(dataFolder));
  // When this process runs as root, the account of the server may enter this folder and cannot write to it. The cluster and the socket are inside this folder.
  await mkdir(baseFolder, { recursive: true, mode: 0o755 });
  await chmod(baseFolder, account === null ? 0o700 : 0o711);
  return { account, baseFolder, clusterFolder: join(baseFolder, 'cluster'), logPath: join(baseFolder, 'server.log') };
}

/**
 * Looks at the folders of a data folder before `prepareLayout`. Returns whether there is a cluster, and the function that removes the folders that were created since. That function
 * removes no folder with a cluster.
 */
export async function lookAtLayout(
  dataFolder: string,
): Promise<{ readonly hasCluster: boolean; readonly removeNew: () => Promise<void> }> {
  const hadData = await isThere(dataFolder);
  const placed = hadData ? await readBaseFolder(dataFolder) : null;
  const inside = join(dataFolder, 'postgres');
  const hadBase = await isThere(placed ?? inside);
  const hasCluster = await isThere(join(placed ?? inside, 'cluster'));
  const removeNew = async (): Promise<void> => {
    const base = (await isThere(dataFolder)) ? ((await readBaseFolder(dataFolder)) ?? inside) : inside;
    if (await isThere(join(base, 'cluster'))) return;
    if (!hadBase) await rm(base, { recursive: true, force: true });
    if (placed === null) await rm(join(dataFolder, baseFolderFile), { force: true });
    if (!hadData) await rm(dataFolder, { recursive: true, force: true });
  };
  return { hasCluster, removeNew };
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: unknown) => {
      if (['ENOENT', 'ENOTDIR'].includes(systemCode(error))) return false;
      throw error;
    },
  );
}

/**
 * Returns a private folder for the socket. The folder is below the base folder. When this path would be too long, the folder is below the temporary folder.
 */
export async function prepareSocketFolder(layout: Layout): Promise<string> {
  const inside = join(layout.baseFolder, 'run');
  const folder = Buffer.byteLength(inside) <= socketFolderMaxBytes ? inside : await mkdtemp(join(tmpdir(), 'rondo-'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!(await lstat(folder)).isDirectory()) throw new StartError('failed', `${folder} is not a folder.`);
  await chmod(folder, 0o700);
  await changeOwner(layout.account, folder);
  return folder;
}

async function readBaseFolder(dataFolder: string): Promise<string | null> {
  try {
    return (await readFile(join(dataFolder, baseFolderFile), 'utf8')).trim();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

async function createBaseFolder(dataFolder: string): Promise<string> {
  const place = join(sharedFolder, randomUUID());
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
  await writeFile(join(dataFolder, baseFolderFile), `${place}\n`, { mode: 0o600 });
  return place;
}

async function refuseFullDisk(folder: string): Promise<void> {
  const disk = await statfs(folder);
  const free = disk.bavail * disk.bsize;
  if (free < minFreeBytes)
    throw new StartError(
      'diskFull',
      `The disk of the data folder ${folder} has only ${Math.floor(free / 1024 / 1024)} MB of free space, but ${minFreeBytes / 1024 / 1024} MB are needed.`,
    );
}
