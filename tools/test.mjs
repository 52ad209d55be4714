// `npm test` installs the packages, the browser and the `nats-server` of the tests, and runs every check and every test. The last line of the output is "N
// passed, N failed". With arguments it runs only the test files below the given paths, for example `npm test -- packages/strategy`.
import { ensureChromium } from './programs/chromium.mjs';
import { binOf, become, ensureInstalled, requireNode, root } from './install.mjs';
import { ensureNatsServer } from './nats-server.mjs';
import { report, title } from './report/report.mjs';
import { failedOnce } from './report/suite-result.mjs';

requireNode();
await ensureInstalled();

const { checksBudgetMs, runChecks } = await import('./checks.mjs');
const { runSuite, suites } = await import('./suites.mjs');
const asked = process.argv.slice(2);
if (asked.length > 0) become(process.execPath, [binOf('vitest'), 'run', ...asked], { cwd: root });
else await runAll();

async function runAll() {
  const startedAt = Date.now();
  const rows = await runChecks();
  const checksMs = Date.now() - startedAt;
  for (const suite of suites) {
    title(`${suite.name} tests (budget ${suite.budgetMs / 1_000} s)`);
    const suiteStartedAt = Date.now();
    const result = await runWithPrograms(suite);
    rows.push({ name: suite.name, ...result, ms: Date.now() - suiteStartedAt, budgetMs: suite.budgetMs });
  }
  report([...rows, { name: 'all checks', passed: 0, failed: 0, skipped: 0, ms: checksMs, budgetMs: checksBudgetMs }]);
}

/** Runs a suite when the programs that it needs are present. Otherwise the suite counts as one failure. */
async function runWithPrograms(suite) {
  const browser = suite.needsBrowser === true ? await ensureChromium() : null;
  const nats = suite.needsNats === true ? await ensureNatsServer() : null;
  const missing = browser ?? nats;
  if (missing === null) return runSuite(suite);
  process.stderr.write(`${missing}\n`);
  return failedOnce('a program of the suite is missing', missing);
}
