// `npm run nightly [-- --only PART]` runs the tests that take too long for `npm test`. All parts together take at most 11 hours. The last
// line of the output is "N passed, N failed".
import { ensureChromium } from './programs/chromium.mjs';
import { findNode, otherMajors } from './programs/other-node.mjs';
import { binOf, ensureInstalled, requireNode, run } from './install.mjs';
import { parts } from './nightly/parts.mjs';
import { report, title } from './report/report.mjs';
import { failedOnce } from './report/suite-result.mjs';

const minute = 60_000;

requireNode();
const chosen = choose(process.argv.slice(2));
await ensureInstalled();
const { runSuite } = await import('./suites.mjs');

const rows = [];
for (const part of chosen) {
  title(`${part.name} (budget ${part.budgetMs / minute} min)`);
  const startedAt = Date.now();
  rows.push({ name: part.name, ...(await runPart(part)), ms: Date.now() - startedAt, budgetMs: part.budgetMs });
}
report(rows);

function choose(args) {
  if (args.length === 0) return parts;
  const found = parts.filter(({ name }) => args[0] === '--only' && name === args[1] && args.length === 2);
  if (found.length > 0) return found;
  process.stderr.write(`Usage: npm run nightly [-- --only PART]; parts: ${parts.map(({ name }) => name).join(', ')}\n`);
  process.exit(2);
}

async function runPart(part) {
  const missing = part.needsBrowser === true ? await ensureChromium() : null;
  if (missing !== null) {
    process.stderr.write(`${missing}\n`);
    return failedOnce('a program of the part is missing', missing);
  }
  if (part.name === 'other-nodes') return runOtherNodes(part);
  if (part.project !== undefined) {
    return runSuite({ name: part.project, budgetMs: part.budgetMs, config: 'vitest.nightly.config.ts', killFactor: 1 });
  }
  const program = part.script === undefined ? [binOf(...part.bin)] : [binOf('tsx'), part.script];
  const signal = AbortSignal.timeout(part.budgetMs);
  const code = await run(process.execPath, [...program, ...(part.args?.split(' ') ?? [])], { signal });
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : failedOnce(`the command ended with exit code ${code}`);
}

/** Runs the unit and integration tests with the oldest and the newest supported Node. A version that is missing is a failure. */
async function runOtherNodes({ budgetMs }) {
  const signal = AbortSignal.timeout(budgetMs);
  let passed = 0;
  for (const major of otherMajors()) {
    const node = await findNode(major);
    if (node === null) {
      const message = `Name the program of Node ${major} with the variable NODE_${major}.`;
      process.stderr.write(`${message}\n`);
      return failedOnce(`Node ${major} is missing`, message);
    }
    process.stdout.write(`Node ${major}\n`);
    const code = await run(node, [binOf('vitest'), 'run', '--project=unit', '--project=integration'], { signal });
    if (code !== 0) return failedOnce(`the tests with Node ${major} ended with exit code ${code}`);
    passed += 1;
  }
  return { passed, failed: 0, skipped: 0 };
}
