// The version of this program, and its build: the beginning of the commit from which it was made. No rule of an upgrade compares the build.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findProjectRoot } from './project-root.ts';

/** The version of this program, which is the version in the package file of the project. */
export const programVersion = '0.1.0';

/** Returns the version with the build (as in semver), such as `0.1.0+5939d8f0`. It is for operators only, because a public page must not tell which commit a server runs. */
export function versionWithBuild(): string {
  const build = buildIdOf(findProjectRoot());
  return build === null ? programVersion : `${programVersion}+${build}`;
}

/** Git shows commits with at least 7 digits. */
const digits = 8;

/**
 * Returns the build of the program in a project folder: for a release the commit in its package file, for a clone the commit that is checked out, otherwise null. The
 * files of Git are read directly, because a machine that runs the program may have no Git.
 */
export function buildIdOf(root: string): string | null {
  return (releasedCommit(root) ?? checkedOutCommit(root))?.slice(0, digits) ?? null;
}

function releasedCommit(root: string): string | null {
  const text = readText(path.join(root, 'package.json'));
  const { commit }: { readonly commit?: unknown } = text === null ? {} : JSON.parse(text); // The package file is an object.
  return typeof commit === 'string' ? commitOf(commit) : null;
}

function checkedOutCommit(root: string): string | null {
  const dotGit = path.join(root, '.git');
  // In a worktree, `.git` is a file that names the folder of the worktree. Its branches are in the common folder.
  const link = /^gitdir: (.+)$/m.exec(readText(dotGit) ?? '')?.[1];
  const folder = link === undefined ? dotGit : path.resolve(root, link);
  const head = readText(path.join(folder, 'HEAD')) ?? '';
  const branch = /^ref: (refs\/\S+)$/m.exec(head)?.[1];
  if (branch === undefined) return commitOf(head);
  const common = path.resolve(folder, readText(path.join(folder, 'commondir'))?.trim() ?? '.');
  return commitOf(readText(path.join(common, branch)) ?? packedCommit(common, branch));
}

/** Returns the commit of a branch that Git has moved from its own file into the common file of all branches. */
function packedCommit(common: string, branch: string): string {
  const lines = (readText(path.join(common, 'packed-refs')) ?? '').split('\n');
  return lines.find((line) => line.endsWith(` ${branch}`))?.split(' ')[0] ?? '';
}

function commitOf(text: string): string | null {
  return /^[0-9a-f]{40,64}$/.exec(text.trim())?.[0] ?? null;
}

/** Returns null when the file is missing, is a folder or cannot be read, because the program must start without these files. */
function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
