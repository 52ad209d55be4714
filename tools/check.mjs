// `npm run check`: format, lint, house rules, types, dead code and the unit tests. The gate before a commit.
import { ensureInstalled, requireNode, run } from './install.mjs';

requireNode();
await ensureInstalled();
const { staticChecks } = await import('./checks.mjs');
const { runSuite, suites } = await import('./suites.mjs');

const failures = [];
for (const check of staticChecks()) {
  process.stdout.write(`\n== ${check.name}\n`);
  if ((await run(process.execPath, check.args)) !== 0) failures.push(check.name);
}
const [unit] = suites;
const result = await runSuite(unit);
if (result.failed > 0) failures.push('unit tests');
process.stdout.write(failures.length === 0 ? 'everything is in order\n' : `to mend: ${failures.join(', ')}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
