// Runs named tests of a copy of the project with vitest, and reads the report.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { NamedTest } from './broken-rule.ts';
import { projectOf, titlePattern, type ReportedTest } from './verdict.ts';

/** A run that takes longer is ended, and its tests have no result. */
const runMs = 8 * 60_000;

/** The part of the report that is read. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message?: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Runs the named tests in the folder. Their files belong to one project, and each file has a process of its own. Returns an empty list when vitest has written no report. */
export async function runTests(folder: string, tests: readonly NamedTest[]): Promise<readonly ReportedTest[]> {
  const report = path.join(folder, '.cache', 'rules.json');
  rmSync(report, { force: true });
  const vitest = path.join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  const files = [...new Set(tests.map(([file]) => file))];
  const titles = tests.map(([, title]) => `(?:${titlePattern(title).source})`).join('|');
  const project = projectOf(files[0] ?? '');
  // The cache of transformed modules has the content of a file in its key, so a broken file is transformed again. It saves a third of the processor time.
  const ways = ['--reporter=json', `--outputFile=${report}`, '--isolate', '--experimental.fsModuleCache'];
  await runBounded([vitest, 'run', `--project=${project}`, ...ways, `--testNamePattern=${titles}`, ...files], folder);
  return readReport(report, folder);
}

/** The tests start processes of their own, so the whole group of processes is ended. */
function runBounded(args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, stdio: 'ignore', detached: true });
    const end = (): void => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    };
    const limit = setTimeout(end, runMs);
    process.once('exit', end);
    child.once('exit', () => {
      clearTimeout(limit);
      process.off('exit', end);
      resolve();
    });
  });
}

function readReport(file: string, folder: string): readonly ReportedTest[] {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report; // Vitest has written this file.
  } catch {
    return [];
  }
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ file: path.relative(folder, name), fullName, status })),
  );
}
