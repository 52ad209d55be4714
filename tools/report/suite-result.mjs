// Reads the JSON report that vitest writes about a suite: the numbers of tests, and the failed tests with their errors.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../install.mjs';

/** Returns the result of a suite. `exit` is the exit code of vitest. A file that cannot be loaded and a missing report count as one failed test each. */
export function readSuiteResult(report, exit) {
  let result;
  try {
    result = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return failedOnce('vitest ended without a report');
  }
  const failures = result.testResults.flatMap(failuresOfFile);
  // Vitest also ends with 1 after an error outside all tests. All errors of this kind together count as one failure.
  const outside = exit !== 0 && failures.length === 0 ? failedOnce('an error occurred outside all tests').failures : [];
  return {
    passed: result.numPassedTests,
    failed: failures.length + outside.length,
    skipped: result.numPendingTests + result.numTodoTests,
    failures: [...failures, ...outside],
  };
}

/** The result of a stage that failed as a whole. `name` says what failed, and `error` is its output when it is known. */
export function failedOnce(name, error = '') {
  return { passed: 0, failed: 1, skipped: 0, failures: [{ name, error }] };
}

function failuresOfFile({ name, status, message, assertionResults }) {
  const file = path.relative(root, name);
  if (status === 'failed' && assertionResults.length === 0) {
    return [{ file, name: 'the file could not be loaded', error: message }];
  }
  return assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => ({ file, name: test.fullName, error: test.failureMessages.join('\n') }));
}
