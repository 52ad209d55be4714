// Builds the version before this one, so that a trial can run nodes of two neighbouring versions.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The folder of a version that is built. */
export interface OlderVersion {
  readonly folder: string;
  remove(): void;
}

const candidates = 5;

/** Returns the last commits before the newest migration, the newest first, or none when this folder has no history. */
export function olderCommits(): readonly string[] {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const newest = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'packages/store/migrations');
    return git('rev-list', `--max-count=${candidates}`, '--first-parent', `${newest}^`).split('\n');
  } catch {
    return [];
  }
}

/**
 * Builds the first of these commits whose types are right, because a commit between two parts of one change may not run. Everything that the build prints is written to
 * standard error.
 */
export async function buildOlderVersion(commits: readonly string[]): Promise<OlderVersion> {
  for (const commit of commits) {
    const folder = mkdtempSync(path.join(tmpdir(), 'rondo-older-'));
    const remove = (): void => rmSync(folder, { recursive: true, force: true });
    try {
      const archive = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 });
      execFileSync('tar', ['-x', '-C', folder], { input: archive });
      if ((await run(folder, ['tools/start.mjs', '--build-only'])) !== 0)
        throw new Error(`The version ${commit} could not be built.`);
      if ((await run(folder, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.node.json', '--noEmit'])) === 0)
        return { folder, remove };
    } catch (error) {
      remove();
      throw error;
    }
    remove();
  }
  throw new Error('No older version has right types.');
}

/** Returns the exit code of a program of Node. */
async function run(cwd: string, args: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', process.stderr, 'inherit'] });
  const [code] = (await once(child, 'exit')) as readonly (number | null)[]; // Node defines the arguments of this event.
  return code ?? null;
}
