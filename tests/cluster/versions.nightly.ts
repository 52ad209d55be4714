// Tests a change of version: nodes of the version before the newest migration and nodes of this version trade together, and every node restarts on the newer schema.
// The older node for people has the master key, and the other one has the people key only.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildOlderVersion, olderCommits, type OlderVersion } from './trial/older-version.ts';
import { runTrial } from './trial/trial.ts';

const minutes = 60_000;

const commits = olderCommits();
if (commits.length === 0)
  process.stderr.write('SKIPPED: this folder has no history, so the version before this one is not known.\n');
let older: OlderVersion | null = null;

beforeAll(async () => {
  if (commits.length > 0) older = await buildOlderVersion(commits);
}, 10 * minutes);

afterAll(() => older?.remove());

test.skipIf(commits.length === 0)(
  'nodes of two neighbouring versions trade together, hand accounts over to each other and restart, and every fill is reported exactly once',
  async () => {
    const lines: string[] = [];
    const result = await runTrial(
      {
        engines: 2,
        apis: 2,
        accounts: 12,
        bots: 1,
        busy: 12,
        minutes: 6,
        warm: 0,
        seed: 1,
        faults: 8,
        kinds: ['restart-engine', 'kill-engine', 'drain', 'kill-api', 'change-version'],
        isJson: false,
        home: null,
        older: older?.folder ?? null,
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
