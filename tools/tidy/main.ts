// `npm run tidy`: applies the house rules to the tree and lists the findings. `-- --times` prints the time of each rule,
// `-- --open` lists the findings that open-findings.ts accepts as well, and `npm run words` counts them by package.
import { fileURLToPath } from 'node:url';
import { beyondOpen, countByUnit } from './open-findings.ts';
import { rules } from './rules.ts';
import { readTree, sourcesOf, type Finding } from './tree.ts';

/** The least number of sources. A tree with fewer was read from a wrong folder. */
const leastSources = 1_000;

const asked = new Set(process.argv.slice(2));
const tree = readTree(fileURLToPath(new URL('../..', import.meta.url)));
const sources = sourcesOf(tree).length;
if (sources < leastSources) throw new Error(`only ${sources} sources were found`);

let broken = 0;
for (const { name, check, open } of rules) {
  const startedAt = performance.now();
  const all = check(tree);
  const findings = asked.has('--open') ? all : beyondOpen(all, open);
  if (asked.has('--times')) print(`${Math.round(performance.now() - startedAt)} ms: ${name}`);
  if (asked.has('--counts')) printCounts(name, all);
  if (findings.length === 0) continue;
  broken += 1;
  print(`\nrule: ${name}`);
  for (const { file, line, message } of findings) print(`  ${file}:${line} ${message}`);
}
print(`${rules.length} rules, ${broken} broken, ${sources} sources`);
process.exitCode = broken === 0 ? 0 : 1;

function printCounts(name: string, findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  print(`${name}: ${findings.length}`);
  for (const [unit, count] of countByUnit(findings)) print(`  ${unit.padEnd(20)} ${count}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
