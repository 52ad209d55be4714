// Rule: a folder contains few files, so that its name can describe all of them.
import path from 'node:path';
import type { Finding, Tree } from '../tree.ts';

/** The largest number of files in a folder. Test files are counted, and subfolders are not counted. */
const maxFiles = 20;
/** Folders without the limit: tools require files in the root, and each document or acceptance case is a separate file. */
const unlimited = /^(\.|docs|docs\/.*|tests\/acceptance\/cases)$/;

/** Counts the files of each folder without the files of its subfolders. */
export function checkFolders(tree: Tree): readonly Finding[] {
  const counts = new Map<string, number>();
  for (const file of tree.keys()) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > maxFiles && !unlimited.test(folder))
    .map(([folder, count]) => ({ file: folder, line: 1, message: `${count} files, at most ${maxFiles} a folder` }));
}
