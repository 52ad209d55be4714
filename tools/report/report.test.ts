// Tests the end of the log of `npm test` with a suite whose tests fail: the text names each failed test with its file and its error.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeFailures } from './report.mjs';
import { readSuiteResult, type SuiteResult } from './suite-result.mjs';

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));

const files = {
  'vitest.config.mjs': 'export default { test: { globals: true, include: ["*.test.mjs"] } };',
  'ladder.test.mjs': `
describe('a ladder', () => {
  test('has five steps', () => { expect('four steps').toBe('five steps'); });
  test('has a price', () => {});
});
${Array.from({ length: 30 }, (_, index) => `test('the case ${index} fails', () => { throw new Error('case'); });`).join('\n')}`,
  'broken.test.mjs': 'throw new Error("the module has no market");',
};

let folder: string;
let result: SuiteResult;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rondo-report-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const report = path.join(folder, 'report.json');
  const args = [
    'run',
    '--root',
    folder,
    '--reporter=json',
    '--maxWorkers=1',
    '--no-isolate',
    `--outputFile.json=${report}`,
  ];
  const { status } = spawnSync(process.execPath, [vitest, ...args], { encoding: 'utf8' });
  result = readSuiteResult(report, status ?? 1);
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a failed test and a file that cannot be loaded count as one failure each', () => {
  expect(result).toMatchObject({ passed: 1, failed: 32, skipped: 0 });
});

test('the log names a failed test with stage, file and full name, and its error begins below', () => {
  const text = describeFailures([{ ...result, name: 'integration' }]);
  expect(text).toMatch(
    /integration: .*ladder\.test\.mjs > a ladder has five steps\n {4}AssertionError: expected 'four steps' to be 'five steps'/u,
  );
  expect(text).toMatch(/broken\.test\.mjs > the file could not be loaded\n {4}.*the module has no market/u);
});

test('the log describes at most twenty failures with at most fifteen lines of each error', () => {
  const text = describeFailures([{ ...result, name: 'integration' }]);
  expect(text.match(/^integration: /gmu)).toHaveLength(20);
  expect(text).toContain('12 more failures are in the output of their stages above.');
  const error = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n');
  const long = describeFailures([
    { name: 'lint', passed: 0, failed: 1, skipped: 0, failures: [{ name: 'the check found a problem', error }] },
  ]);
  expect(long).toContain('lint > the check found a problem\n    line 0\n');
  expect(long).toContain('line 14\n');
  expect(long).not.toContain('line 15');
});

test('the log describes nothing when no test failed', () => {
  expect(describeFailures([{ name: 'unit', passed: 2, failed: 0, skipped: 0, failures: [] }])).toBe('');
});

test('a suite without a report counts as one failure', () => {
  expect(readSuiteResult(path.join(folder, 'missing.json'), 1)).toMatchObject({ passed: 0, failed: 1 });
});

test('an error outside all tests counts as one failure', () => {
  const report = path.join(folder, 'outside.json');
  const counts = { numPassedTests: 3, numPendingTests: 0, numTodoTests: 0 };
  writeFileSync(report, JSON.stringify({ ...counts, testResults: [] }));
  expect(readSuiteResult(report, 1)).toMatchObject({ passed: 3, failed: 1 });
  expect(readSuiteResult(report, 0)).toMatchObject({ passed: 3, failed: 0 });
});
