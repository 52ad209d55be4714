// Prints the table and the failed tests at the end of `npm test` and `npm run nightly`. The last line is "N passed, N failed".

/** At most this number of failed tests is printed, because the end of a long log is often the only part that a reader sees. */
const shownFailures = 20;

/** The number of lines of an error that are printed. */
const shownErrorLines = 15;

/** Prints the heading of a stage. */
export function title(text) {
  process.stdout.write(`\n== ${text}\n`);
}

/**
 * Prints the rows, the failed tests and the sums, and marks each stage that exceeded its budget. Sets the exit code to 0 when at least one test passed and
 * no test failed. Otherwise sets it to 1.
 */
export function report(rows) {
  title('result');
  for (const row of rows) {
    const seconds = `${(row.ms / 1_000).toFixed(1)} s`;
    const late =
      row.budgetMs !== undefined && row.ms > row.budgetMs ? `  OVER its budget of ${row.budgetMs / 1_000} s` : '';
    const skipped = row.skipped > 0 ? `, ${row.skipped} skipped` : '';
    process.stdout.write(
      `${row.name.padEnd(28)} ${row.passed} passed, ${row.failed} failed${skipped}  (${seconds})${late}\n`,
    );
  }
  process.stdout.write(describeFailures(rows));
  const passed = rows.reduce((sum, row) => sum + row.passed, 0);
  const failed = rows.reduce((sum, row) => sum + row.failed, 0);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
}

/** Returns the text about the failed tests of all rows: stage, file, full name and the first lines of the error of each. The text is empty when no test failed. */
export function describeFailures(rows) {
  const failures = rows.flatMap((row) => (row.failures ?? []).map((failure) => ({ stage: row.name, ...failure })));
  if (failures.length === 0) return '';
  const described = failures.slice(0, shownFailures).map(describe);
  const hidden = failures.length - described.length;
  if (hidden > 0) described.push(`${hidden} more failures are in the output of their stages above.\n`);
  return `\n== failed\n${described.join('')}`;
}

function describe({ stage, file, name, error }) {
  const place = file === undefined ? stage : `${stage}: ${file}`;
  const lines = error.trimEnd().split('\n').slice(0, shownErrorLines);
  return `${place} > ${name}\n${lines.map((line) => `    ${line}\n`).join('')}`;
}
