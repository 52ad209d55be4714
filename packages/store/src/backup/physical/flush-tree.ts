// Brings the files of a folder to the disk.
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFolder } from '../write-backup.ts';

/** Resolves when the folder, its folders and its files are on the disk. */
export async function flushTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? flushTree(path) : flushFile(path));
  }
  await flushFolder(folder);
}

async function flushFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
