// Tests of the check that each named test passes alone.
import { expect, test } from 'vitest';
import { distinctTests, loneResult, runsOf } from './lone-tests.ts';

const file = 'packages/a/tests/a.test.ts';
const reported = (fullName: string, status: string, of = file) => ({ file: of, fullName, status });

test.each([
  ['passes', [reported('group the host a is refused', 'passed'), reported('another test', 'skipped')]],
  ['passes', [reported('the host a is refused', 'passed'), reported('another test', 'failed', 'other')]],
  ['fails', [reported('the host a is refused', 'passed'), reported('the host b is refused', 'failed')]],
  ['missing', [reported('the host a is refused', 'skipped'), reported('another test', 'passed')]],
  ['missing', []],
  ['accompanied', [reported('the host a is refused', 'passed'), reported('another test', 'passed')]],
])('a named test has the result %s after this report', (result, tests) => {
  expect(loneResult(tests, [file, 'the host %s is refused'])).toBe(result);
});

test('a run has one project and at most one test of each file, and each test is in one run', () => {
  const files = Array.from({ length: 40 }, (_, index) => `packages/a/tests/${index % 20}.test.ts`);
  const tests = [...files, 'packages/a/src/a.test.ts'].map((name, index) => [name, `${index}`] as const);
  const runs = runsOf(tests);
  const names = (list: readonly (readonly string[])[]): readonly string[] =>
    list.map((each) => each.join(' ')).toSorted();
  expect(names(runs.flat())).toEqual(names(tests));
  expect(runs.map((run) => run.length)).toEqual([16, 16, 8, 1]);
  for (const run of runs) expect(new Set(run.map(([name]) => name)).size).toBe(run.length);
});

test('a test that is named by two rules is one test', () => {
  expect(
    distinctTests([
      ['a', 'x'],
      ['a', 'y'],
      ['a', 'x'],
    ]),
  ).toEqual([
    ['a', 'x'],
    ['a', 'y'],
  ]);
});
