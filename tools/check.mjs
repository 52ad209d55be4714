// `npm run check` checks the format, lint, house rules, types, dead code and weight of the web routes, and runs the unit tests. Run it before each commit.
import { ensureInstalled, requireNode } from './install.mjs';

requireNode();
await ensureInstalled();
const { runChecks } = await import('./checks.mjs');
const { runSuite, suites } = await import('./suites.mjs');

const startedAt = Date.now();
const rows = await runChecks();
const [unit] = suites;
const failures = rows.filter((row) => row.failed > 0).map((row) => row.name);
const result = await runSuite(unit);
if (result.failed > 0) failures.push('unit tests');
const seconds = Math.round((Date.now() - startedAt) / 1_000);
process.stdout.write(
  failures.length === 0 ? `all checks passed in ${seconds} s\n` : `failed: ${failures.join(', ')} (${seconds} s)\n`,
);
process.exitCode = failures.length === 0 ? 0 : 1;
