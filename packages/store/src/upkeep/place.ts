// The place of a server: the machine and, for the embedded database, the data folder. A copy on another machine or in another folder has another place (decision 56).
import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { systemCode } from '../embedded/start-error.ts';

/** The file in which Linux stores the id of the machine. Some machines and containers do not have the file. */
const machineIdFile = '/etc/machine-id';

/**
 * Returns the digest of the place of a server. `dataFolder` is the folder of the embedded database, and null when the server uses an external database. The digest
 * contains the path and the inode of the folder, because a copied folder has another inode. It does not contain the number of the device, because a restart of the
 * machine can change this number. Throws when the folder does not exist.
 */
export async function placeOf(dataFolder: string | null): Promise<string> {
  const parts = [await machineId()];
  if (dataFolder !== null)
    parts.push(await realpath(dataFolder), (await stat(dataFolder, { bigint: true })).ino.toString());
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

async function machineId(): Promise<string> {
  try {
    return (await readFile(machineIdFile, 'utf8')).trim();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return '';
    throw error;
  }
}
