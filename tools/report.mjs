// Prints the table at the end of `npm test` and `npm run nightly`. The last line is "N passed, N failed".

/** Prints the heading of a stage. */
export function title(text) {
  process.stdout.write(`\n== ${text}\n`);
}

/** Prints the rows and the sums, and marks each stage that exceeded its budget. Sets the exit code to 0 when at least one test passed and no test failed. Otherwise sets it to 1. */
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
  const passed = rows.reduce((sum, row) => sum + row.passed, 0);
  const failed = rows.reduce((sum, row) => sum + row.failed, 0);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
}
