// The operating-system account that runs the server. PostgreSQL refuses to run as root, so an unprivileged account is used when this process runs as root.
import { chown, readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { getuid } from 'node:process';
import { StartError } from './start-error.ts';

/** The account of the server. Null means the account of this process. */
export type ServerAccount = { readonly uid: number; readonly gid: number } | null;

// The first existing account is used: our own account, the usual account of PostgreSQL, or the account that every system has.
const candidates = ['rondo', 'postgres', 'nobody'];

/** Returns the owner of the existing cluster at `clusterFolder`, or the account for a new cluster. Throws StartError `noAccount`. */
export async function chooseAccount(clusterFolder: string): Promise<ServerAccount> {
  if (getuid?.() !== 0) return null;
  const owner = await stat(clusterFolder).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of candidates) {
    const fields = lines.find((line) => line[0] === name);
    const uid = Number(fields?.[2]);
    const gid = Number(fields?.[3]);
    if (Number.isInteger(uid) && uid > 0 && Number.isInteger(gid)) return { uid, gid };
  }
  throw new StartError(
    'noAccount',
    'PostgreSQL does not run as root, and the accounts rondo, postgres and nobody do not exist. Create an account: useradd --system rondo',
  );
}

/** Returns whether the account may enter the folder and all its parent folders. */
export async function mayEnter(account: ServerAccount, folder: string): Promise<boolean> {
  if (account === null) return true;
  let path = await realpath(folder);
  for (;;) {
    const found = await stat(path);
    const bit = found.uid === account.uid ? 0o100 : found.gid === account.gid ? 0o010 : 0o001;
    if ((found.mode & bit) === 0) return false;
    if (dirname(path) === path) return true;
    path = dirname(path);
  }
}

/** Makes the account the owner of one folder or file. */
export async function changeOwner(account: ServerAccount, path: string): Promise<void> {
  if (account !== null) await chown(path, account.uid, account.gid);
}
