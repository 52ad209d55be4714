// `npm test`: installs what the tests need, runs every check and every test, and ends with "N passed, N failed".
// With arguments (`npm test -- packages/strategy`) it runs only those test files.
import { ensureChromium } from './chromium.mjs';
import { binOf, become, ensureInstalled, requireNode, root, run } from './install.mjs';

requireNode();
await ensureInstalled();

const { staticChecks } = await import('./checks.mjs');
const { runSuite, suites } = await import('./suites.mjs');
const asked = process.argv.slice(2);
if (asked.length > 0) become(process.execPath, [binOf('vitest'), 'run', ...asked], { cwd: root });
else await runAll();

async function runAll() {
  const rows = [];
  for (const check of staticChecks()) {
    title(check.name);
    const startedAt = Date.now();
    const code = await run(process.execPath, check.args);
    rows.push({
      name: check.name,
      passed: code === 0 ? 1 : 0,
      failed: code === 0 ? 0 : 1,
      skipped: 0,
      ms: Date.now() - startedAt,
    });
  }
  for (const suite of suites) {
    title(`${suite.name} tests (budget ${suite.budgetMs / 60_000} min)`);
    const startedAt = Date.now();
    const result = suite.needsBrowser === true ? await runBrowserSuite(suite) : await runSuite(suite);
    rows.push({ name: suite.name, ...result, ms: Date.now() - startedAt, budgetMs: suite.budgetMs });
  }
  report(rows);
}

async function runBrowserSuite(suite) {
  const missing = await ensureChromium();
  if (missing === null) return runSuite(suite);
  process.stderr.write(`${missing}\n`);
  return { passed: 0, failed: 1, skipped: 0 };
}

function report(rows) {
  title('result');
  for (const row of rows) {
    const seconds = `${(row.ms / 1_000).toFixed(1)} s`;
    const late =
      row.budgetMs !== undefined && row.ms > row.budgetMs ? `  over its budget of ${row.budgetMs / 60_000} min` : '';
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

function title(text) {
  process.stdout.write(`\n== ${text}\n`);
}
