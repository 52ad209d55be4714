// Rule: a folder contains at most 20 files, so that the name of the folder can describe all its files.
import path from 'node:path';
import type { Finding, Tree } from '../tree.ts';

/** The largest number of files in a folder. Test files are counted, and subfolders are not counted. */
const maxFiles = 20;

/** Counts the files of each folder without the files of its subfolders. */
export function checkFolders(tree: Tree): readonly Finding[] {
  const counts = new Map<string, number>();
  for (const file of tree.keys()) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > maxFiles)
    .map(([folder, count]) => ({
      file: folder,
      line: 1,
      message: `the folder contains ${count} files, and at most ${maxFiles} are allowed`,
    }));
}
