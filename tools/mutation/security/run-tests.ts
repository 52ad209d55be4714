// Runs named tests of a copy of the project with vitest, and reads the report.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { projectOf, titlePattern, type ReportedTest } from './verdict.ts';

/** A run that takes longer is ended, and its tests have no result. */
const runMs = 8 * 60_000;

/** The tests of a run: whole files of one project, or the tests of these files with a title. */
export interface TestChoice {
  readonly files: readonly string[];
  readonly title?: string;
}

/** The part of the report that is read. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message?: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Runs the tests in the folder. Returns an empty list when vitest has written no report. */
export async function runTests(folder: string, { files, title }: TestChoice): Promise<readonly ReportedTest[]> {
  const report = path.join(folder, '.cache', 'rules.json');
  rmSync(report, { force: true });
  const vitest = path.join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  const project = projectOf(files[0] ?? '');
  const chosen = title === undefined ? [] : [`--testNamePattern=${titlePattern(title).source}`];
  const options = [`--project=${project}`, '--reporter=json', `--outputFile=${report}`, ...chosen];
  await runBounded([vitest, 'run', ...options, ...files], folder);
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
