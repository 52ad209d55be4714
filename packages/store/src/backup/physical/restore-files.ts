// Checks the files of a physical backup, and writes them into a new folder.
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { changeOwner, type ServerAccount } from '../../embedded/server-account.ts';
import { readChunks, type BackupFile } from '../read-backup.ts';
import { readArchive, type ArchiveItem } from '../tar.ts';
import { baseMembers, type PhysicalFacts } from './base-members.ts';
import { recoveryFolder } from './recovery-settings.ts';

/** Files of a cluster that say how its server ran. A restored cluster does not have them. */
const runningFiles: readonly string[] = ['postmaster.pid', 'postmaster.opts', 'standby.signal', 'recovery.signal'];

/** Reads a whole physical backup and compares its files with the manifest of PostgreSQL. Throws BackupError with a sentence for a person. */
export function verifyPhysical(backup: BackupFile, signal?: AbortSignal): Promise<PhysicalFacts> {
  return eachMember(backup, async ({ body }) => {
    signal?.throwIfAborted();
    for await (const part of body) void part;
  });
}

/** Writes the files of a backup into an existing empty folder. Only the account of the server can read them. Throws BackupError like `verifyPhysical`, and errors of the file system. */
export async function unpackFiles(
  backup: BackupFile,
  target: { readonly folder: string; readonly account: ServerAccount },
  signal?: AbortSignal,
): Promise<void> {
  await eachMember(backup, async (member) => {
    signal?.throwIfAborted();
    await writeMember(member, target);
  });
}

async function eachMember(
  { file, identities }: BackupFile,
  use: (member: ArchiveItem) => Promise<void>,
): Promise<PhysicalFacts> {
  const members = baseMembers(readArchive(readChunks(file, identities)));
  try {
    for (;;) {
      const next = await members.next();
      if (next.done === true) return next.value;
      await use(next.value);
    }
  } finally {
    await members.return(undefined as never); // Closes the file after an error. The value is not used.
  }
}

/** The original can have the folder of a recovery, when it was restored itself. */
function isSkipped(name: string): boolean {
  return runningFiles.includes(name) || name.split('/', 1)[0] === recoveryFolder;
}

async function writeMember(
  { name, kind, body }: ArchiveItem,
  { folder, account }: { readonly folder: string; readonly account: ServerAccount },
): Promise<void> {
  const path = join(folder, name);
  if (isSkipped(name)) {
    // The bytes are compared with the manifest too.
    for await (const part of body) void part;
    return;
  }
  if (kind === 'folder') {
    await mkdir(path, { mode: 0o700 });
    return changeOwner(account, path);
  }
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const part of body) await handle.writeFile(part);
  } finally {
    await handle.close();
  }
  await changeOwner(account, path);
}
