// The place of a server: the machine and the data folder. A copy on another machine or in another folder has another place (decision 56).
import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemCode, withFolderErrors } from '../embedded/start-error.ts';
import { readLastSeen, type LastSeen } from './last-seen.ts';

/** The file in which Linux stores the id of the machine. Some machines do not have the file, and in a container it is a part of the image. */
const machineIdFile = '/etc/machine-id';

/** The file in the data folder with a random id. The first folders of two new volumes can have one path and one inode. */
const folderIdFile = 'place.id';

/** Where a server runs. */
export interface ServerPlace {
  /** The digest of the machine and the data folder. */
  readonly place: string;
  /** The digest of the machine alone. A server that does not trade has no folder of its own, and older versions stored this digest for each server with `DATABASE_URL`. */
  readonly machine: string;
  /** What a server of the data folder has last seen of its database. Null or missing when no server has stored it, and for a server that does not trade. */
  readonly seen?: LastSeen | null;
}

/** How a server runs: whether its database is the embedded one, and whether it trades (default: yes). */
interface PlaceOptions {
  readonly isEmbedded: boolean;
  readonly trades?: boolean;
  readonly machineFile?: string;
}

/**
 * Returns the place of a server. With an external database, the data folder and its id are created when they are missing. A server that does not trade can have a data
 * folder that is new after each start, so with an external database it is known by its machine alone.
 */
export async function serverPlace(
  homeFolder: string,
  { isEmbedded, trades = true, machineFile = machineIdFile }: PlaceOptions,
): Promise<ServerPlace> {
  if (!isEmbedded && !trades) return machinePlace(machineFile);
  if (isEmbedded) {
    const place = await placeOf(homeFolder, machineFile);
    return { place, machine: place, seen: await readLastSeen(homeFolder) };
  }
  const machine = await machineId(machineFile);
  const id = await folderId(homeFolder);
  const place = digestOf([machine, ...(await folderMarks(homeFolder)), id]);
  return { place, machine: digestOf([machine]), seen: await readLastSeen(homeFolder) };
}

/**
 * Returns what `serverPlace` would return, and creates nothing. A data folder without an id gets a new one at the start of a server, so its place is one that no database
 * knows.
 */
export async function foreseenPlace(homeFolder: string, options: PlaceOptions): Promise<ServerPlace> {
  const { isEmbedded, trades = true, machineFile = machineIdFile } = options;
  const needsId = !isEmbedded && trades;
  if (!needsId || (await readIfPresent(path.join(homeFolder, folderIdFile))) !== null)
    return serverPlace(homeFolder, options);
  const machine = await machineId(machineFile);
  return { place: digestOf([machine, randomUUID()]), machine: digestOf([machine]) };
}

/** Returns the digest of this machine alone, for a server that does not trade. */
export async function machinePlace(machineFile = machineIdFile): Promise<ServerPlace> {
  const machine = digestOf([await machineId(machineFile)]);
  return { place: machine, machine };
}

/**
 * Returns the digest of a folder on this machine. The digest contains the path and the inode of the folder, because a copied folder has another inode. It does not
 * contain the number of the device, because a restart of the machine can change this number. Throws when the folder does not exist.
 */
export async function placeOf(folder: string, machineFile = machineIdFile): Promise<string> {
  return digestOf([await machineId(machineFile), ...(await folderMarks(folder))]);
}

async function folderMarks(folder: string): Promise<readonly [string, string]> {
  return [await realpath(folder), (await stat(folder, { bigint: true })).ino.toString()];
}

function digestOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

async function machineId(file: string): Promise<string> {
  return (await readIfPresent(file)) ?? '';
}

/** Returns the id of the folder. Of several processes that create it at the same time, all get the id of the first one. */
async function folderId(folder: string): Promise<string> {
  const file = path.join(folder, folderIdFile);
  const draft = `${file}.${randomUUID()}`;
  await withFolderErrors(folder, () => mkdir(folder, { recursive: true, mode: 0o755 }));
  const found = await readIfPresent(file);
  if (found !== null) return found;
  await withFolderErrors(folder, async () => {
    // A command of another system user reads the id too. The id is no secret.
    await writeFile(draft, `${randomUUID()}\n`, { flag: 'wx', mode: 0o644 });
  });
  try {
    await link(draft, file);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}

async function readIfPresent(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}
