// `npm run check`: format, lint, house rules, types, dead code, the weight of the web routes and the unit tests. The gate before a commit.
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
