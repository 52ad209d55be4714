// Which named tests pass when they run alone. A test that needs an earlier test of its file fails alone, so it would seem to catch every broken rule.
import type { NamedTest } from './broken-rule.ts';
import { projectOf, titlePattern, type ReportedTest } from './verdict.ts';

/** The most files of one run. A run with more files would take too long on a busy machine. */
const filesOfRun = 16;

/**
 * `passes`: the test has passed, and no other test of its file ran. `fails`: it has failed. `missing`: no test with the title has run. `accompanied`: another test of its
 * file ran too, so the run does not show what the test does alone.
 */
export type LoneResult = 'passes' | 'fails' | 'missing' | 'accompanied';

/** Returns the tests without those that are named twice. */
export function distinctTests(tests: readonly NamedTest[]): readonly NamedTest[] {
  return [...new Map(tests.map((test) => [test.join('\n'), test])).values()];
}

/** Splits the tests into runs. A run has tests of one project and at most one test of each file. Vitest gives each file of a run a process of its own, so no test of a run has another one beside it. */
export function runsOf(tests: readonly NamedTest[]): readonly (readonly NamedTest[])[] {
  const runs: NamedTest[][] = [];
  for (const test of tests) {
    const [file] = test;
    const run = runs.find(
      (each) => each.length < filesOfRun && each.every(([other]) => other !== file && isSameProject(other, file)),
    );
    if (run === undefined) runs.push([test]);
    else run.push(test);
  }
  return runs;
}

/** Returns what the tests of a report say about a named test. The titles of all tests of the run choose tests in each file, so a title can choose a test of another file too. */
export function loneResult(reported: readonly ReportedTest[], [file, title]: NamedTest): LoneResult {
  const pattern = titlePattern(title);
  const ran = reported.filter((test) => test.file === file && (test.status === 'passed' || test.status === 'failed'));
  const named = ran.filter(({ fullName }) => pattern.test(fullName));
  if (named.length === 0) return 'missing';
  if (named.length < ran.length) return 'accompanied';
  return named.every(({ status }) => status === 'passed') ? 'passes' : 'fails';
}

function isSameProject(file: string, other: string): boolean {
  return projectOf(file) === projectOf(other);
}
