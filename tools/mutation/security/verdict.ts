// What a run of the tests says about a broken rule.
import type { NamedTest } from './broken-rule.ts';

/** The longest time of all rules on two cores, in minutes. */
export const minutesMax = 60;

/** `caught`: the named test failed. `survived`: it passed. `unknown`: it did not run. */
export type Verdict = 'caught' | 'survived' | 'unknown';

/** A test of a report of vitest. `fullName` has the titles of the groups and of the test. */
export interface ReportedTest {
  readonly file: string;
  readonly fullName: string;
  readonly status: string;
}

/** Returns the expression for the titles of a named test. A placeholder of a table of tests, such as `%s`, stands for any text. */
export function titlePattern(title: string): RegExp {
  const escaped = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(escaped.replaceAll(/%[a-z]|\\\$\w+/g, '.*'));
}

/** Returns the verdict of the tests of the report that have the name. */
export function verdictOf(tests: readonly ReportedTest[], [file, title]: NamedTest): Verdict {
  const pattern = titlePattern(title);
  const named = tests.filter((test) => test.file === file && pattern.test(test.fullName));
  if (named.some(({ status }) => status === 'failed')) return 'caught';
  return named.some(({ status }) => status === 'passed') ? 'survived' : 'unknown';
}

/** Returns the last line of a run. */
export function countsLine(verdicts: readonly Verdict[], minutes: number): string {
  const count = (verdict: Verdict): number => verdicts.filter((each) => each === verdict).length;
  return (
    `${verdicts.length} broken rules: ${count('caught')} caught, ${count('survived')} survived, ` +
    `${count('unknown')} without a result; ${minutes.toFixed(1)} minutes (limit ${minutesMax})`
  );
}

/** Returns the vitest project of a test file. */
export function projectOf(file: string): string {
  if (/^tests\/(e2e|cluster)\//.test(file)) return 'e2e';
  if (file.startsWith('tests/simulation/')) return 'simulation';
  if (file.endsWith('.test.tsx') && file.startsWith('apps/web/tests/')) return 'component';
  return /^(tests|(apps|packages)\/[\w-]+\/tests|tools\/lint)\//.test(file) ? 'integration' : 'unit';
}
