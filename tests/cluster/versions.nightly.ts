// Tests a change of version: nodes of the version before the newest migration and nodes of this version trade together, and every node restarts on the newer schema.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runTrial } from './trial/trial.ts';

const minutes = 60_000;

/** The last commit before the newest migration, or null when this folder has no history. */
const commit = neighbour();
const older = mkdtempSync(path.join(tmpdir(), 'rondo-older-'));

function neighbour(): string | null {
  const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
  try {
    const newest = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'packages/store/migrations');
    return git('rev-parse', '--verify', `${newest}^`);
  } catch {
    process.stderr.write('SKIPPED: this folder has no history, so the version before this one is not known.\n');
    return null;
  }
}

async function exitOf(child: ChildProcess): Promise<void> {
  const [code] = (await once(child, 'exit')) as readonly (number | null)[]; // Node defines the arguments of this event.
  if (code !== 0) throw new Error(`The older version could not be built: exit code ${code}.`);
}

beforeAll(async () => {
  if (commit === null) return;
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', older], { input: archive });
  await exitOf(spawn(process.execPath, ['tools/start.mjs', '--build-only'], { cwd: older, stdio: 'inherit' }));
}, 10 * minutes);

afterAll(() => rmSync(older, { recursive: true, force: true }));

test.skipIf(commit === null)(
  'nodes of two neighbouring versions trade together, hand accounts over to each other and restart, and every fill is reported exactly once',
  async () => {
    const lines: string[] = [];
    const result = await runTrial(
      {
        engines: 2,
        apis: 2,
        accounts: 12,
        minutes: 6,
        seed: 1,
        faults: 8,
        kinds: ['restart-engine', 'kill-engine', 'drain', 'kill-api'],
        isJson: false,
        home: null,
        older,
      },
      (line) => void lines.push(line),
    );
    expect(result.violations, lines.join('\n')).toEqual([]);
    const restarted = ['engine-1', 'engine-2', 'api-1'].filter((name) =>
      result.faults.some(({ text }) => text.endsWith(name)),
    );
    expect(restarted).toEqual(['engine-1', 'engine-2', 'api-1']);
    expect(result.fills).toBeGreaterThan(100);
  },
  15 * minutes,
);
