// Tests of the verdict about a broken rule.
import { expect, test } from 'vitest';
import { countsLine, projectOf, titlePattern, verdictOf } from './verdict.ts';

const file = 'packages/a/src/a.test.ts';
const named = (status: string, fullName = 'the host evil.test is refused') => ({ file, fullName, status });

test.each([
  ['caught when one of the named tests fails', [named('passed'), named('failed')], 'caught'],
  ['survived when the named tests pass', [named('passed'), named('failed', 'another test')], 'survived'],
  ['unknown when the named tests did not run', [named('skipped')], 'unknown'],
  ['unknown when only a test of another file has the name', [{ ...named('failed'), file: 'other' }], 'unknown'],
  ['unknown without a report', [], 'unknown'],
])('a rule is %s', (_case, tests, verdict) => {
  expect(verdictOf(tests, [file, 'the host %s is refused'])).toBe(verdict);
});

test('a placeholder of a title stands for any text, and other signs stand for themselves', () => {
  expect(titlePattern('a (b) of %s, %i and $name').test('a (b) of x, 3 and y')).toBe(true);
  expect(titlePattern('a.b').test('axb')).toBe(false);
});

test('the last line has the counts and the limit', () => {
  expect(countsLine(['caught', 'caught', 'survived', 'unknown'], 1.26)).toBe(
    '4 broken rules: 2 caught, 1 survived, 1 without a result; 1.3 minutes (limit 60)',
  );
});

test.each([
  ['packages/store/src/secrets/totp.test.ts', 'unit'],
  ['tools/release/release.test.ts', 'unit'],
  ['tools/lint/planted.test.ts', 'integration'],
  ['apps/server/tests/people/people.test.ts', 'integration'],
  ['tests/agreement/what-if.test.ts', 'integration'],
  ['apps/web/tests/features/short-margin.test.tsx', 'component'],
  ['tests/simulation/checks.test.ts', 'simulation'],
  ['tests/e2e/link.test.ts', 'e2e'],
])('the test %s belongs to the project %s', (name, project) => {
  expect(projectOf(name)).toBe(project);
});
