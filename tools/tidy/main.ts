// `npm run tidy` applies the house rules to the tree and lists the findings. `-- --times` prints the time of each rule,
// and `npm run words` counts the findings by package.
import { fileURLToPath } from 'node:url';
import { rules } from './rules.ts';
import { readTree, sourcesOf, unitOf, type Finding } from './tree.ts';

/** The project has at least this number of sources. When fewer are found, the program has read a wrong folder. */
const leastSources = 1_000;

const asked = new Set(process.argv.slice(2));
const tree = readTree(fileURLToPath(new URL('../..', import.meta.url)));
const sources = sourcesOf(tree).length;
if (sources < leastSources) throw new Error(`The folder has only ${sources} sources, so it is not the project.`);

let broken = 0;
for (const { name, check } of rules) {
  const startedAt = performance.now();
  const findings = check(tree);
  if (asked.has('--times')) print(`${Math.round(performance.now() - startedAt)} ms: ${name}`);
  if (asked.has('--counts')) printCounts(name, findings);
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

/** Returns the number of findings of each unit: `packages/engine`, or the first folder of the path. */
function countByUnit(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { file } of findings) {
    const unit = unitOf(file) ?? file.replace(/\/.*$/, '');
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  return counts;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
