// Runs one vitest project and reads its result, for `npm test` and `npm run check`.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { binOf, root } from './install.mjs';
import { readSuiteResult } from './report/suite-result.mjs';

/**
 * The projects of vitest.config.ts in the sequence in which they run. The budgets and the time of the static checks add up to 575 s, because
 * `npm test` may take 12 minutes on two cores, and a fifth of this time stays unused.
 */
export const suites = [
  { name: 'unit', budgetMs: 36_000 },
  { name: 'integration', budgetMs: 165_000, needsNats: true },
  { name: 'component', budgetMs: 52_000, needsBrowser: true },
  { name: 'simulation', budgetMs: 60_000 },
  { name: 'e2e', budgetMs: 200_000, needsBrowser: true, needsNats: true },
];

/** When a suite takes longer than its budget times this factor, it is stopped and counts as one failure. The factor exists because some machines are slower. */
const defaultKillFactor = 4;

/** Runs a project of a configuration. Returns the numbers of passed, failed and skipped tests, and the failed tests. */
export async function runSuite(suite) {
  const report = path.join(root, '.cache', 'tests', `${suite.name}.json`);
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const { config = 'vitest.config.ts', killFactor = defaultKillFactor } = suite;
  const args = [
    binOf('vitest'),
    'run',
    '--config',
    config,
    `--project=${suite.name}`,
    '--reporter=default',
    '--reporter=json',
  ];
  const exit = await runBounded([...args, `--outputFile.json=${report}`], suite.budgetMs * killFactor);
  return readSuiteResult(report, exit);
}

function runBounded(args, limitMs) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
    const limit = setTimeout(() => {
      process.stderr.write(`Stopped after ${limitMs / 60_000} minutes.\n`);
      child.kill('SIGKILL');
    }, limitMs);
    child.once('exit', (code) => {
      clearTimeout(limit);
      resolve(code ?? 1);
    });
  });
}
