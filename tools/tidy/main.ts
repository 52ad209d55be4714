// `npm run tidy`: applies the house rules to the tree and lists what they find. `-- --times` prints the time of each rule.
import { fileURLToPath } from 'node:url';
import { rules } from './rules.ts';
import { readTree, sourcesOf } from './tree.ts';

/** A tree with fewer sources than this was not read from the right folder, so nothing was examined. */
const leastSources = 1_000;

const tree = readTree(fileURLToPath(new URL('../..', import.meta.url)));
const sources = sourcesOf(tree).length;
if (sources < leastSources) throw new Error(`only ${sources} sources were found`);

let failed = 0;
for (const { name, check } of rules) {
  const startedAt = performance.now();
  const findings = check(tree);
  if (process.argv.includes('--times')) {
    process.stdout.write(`${Math.round(performance.now() - startedAt)} ms: ${name}\n`);
  }
  if (findings.length === 0) continue;
  failed += 1;
  process.stdout.write(`\nrule: ${name}\n`);
  for (const { file, line, message } of findings) process.stdout.write(`  ${file}:${line} ${message}\n`);
}
process.stdout.write(`${rules.length} rules, ${failed} broken, ${sources} sources\n`);
process.exitCode = failed === 0 ? 0 : 1;
