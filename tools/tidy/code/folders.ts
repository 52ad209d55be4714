// Rule: a folder holds few files, so that its name can say what they have in common.
import path from 'node:path';
import type { Finding, Tree } from '../tree.ts';

/** House limit: tests included, folders not. */
const maxFiles = 20;
/** The root holds what tools demand there; a migration or a recorded case is one file or folder each by its number. */
const unlimited = /^(\.|docs|docs\/.*|tests\/acceptance\/cases)$/;

/** Counts the files that stand directly in each folder. */
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
