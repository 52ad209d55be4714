// `npm run mutate -- --security` breaks one security rule at a time in a copy of the project, and runs the test that must fail.
import type { BrokenRule } from './broken-rule.ts';
import { brokenRules } from './rules.ts';
import { runTests } from './run-tests.ts';
import { makeScratchTree, type ScratchTree } from './scratch-tree.ts';
import { countsLine, minutesMax, projectOf, verdictOf, type ReportedTest, type Verdict } from './verdict.ts';

/** Which rules are broken, and how many at the same time. */
export interface RunOptions {
  /** Names of rules, and beginnings of names that end with a slash. All rules when the list is empty. */
  readonly only: readonly string[];
  readonly jobs: number;
}

/**
 * Runs the chosen rules and prints a line for each rule and a line of counts. Returns the exit code: 0 when every rule is caught in time, 1 otherwise, and 2 when no rule is
 * chosen. Each job has a copy of the project, so a copy has at most one broken rule.
 */
export async function runRules(root: string, { only, jobs }: RunOptions): Promise<number> {
  const chosen = brokenRules.filter(({ name }) => only.length === 0 || only.some((each) => isChosen(name, each)));
  if (chosen.length === 0) {
    process.stderr.write(`No rule has the name ${only.join(' or ')}.\n`);
    return 2;
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
  const trees = Array.from({ length: Math.min(jobs, chosen.length) }, () => makeScratchTree(root));
  process.once('exit', () => trees.forEach((tree) => tree.remove()));
  const startedAt = performance.now();
  const failing = await failingTests(trees, chosen);
  for (const name of failing)
    process.stdout.write(`The test fails, or has no result, while no rule is broken: ${name}\n`);
  if (failing.length > 0) return 1;
  const verdicts = await runAll(trees, chosen);
  const minutes = (performance.now() - startedAt) / 60_000;
  process.stdout.write(`${countsLine(verdicts, minutes)}\n`);
  return verdicts.every((verdict) => verdict === 'caught') && minutes <= minutesMax ? 0 : 1;
}

function isChosen(name: string, only: string): boolean {
  return only.endsWith('/') ? name.startsWith(only) : name === only;
}

async function runAll(trees: readonly ScratchTree[], rules: readonly BrokenRule[]): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  const waiting = [...rules];
  const work = async (tree: ScratchTree): Promise<void> => {
    for (let rule = waiting.shift(); rule !== undefined; rule = waiting.shift())
      verdicts.push(await runRule(tree, rule));
  };
  await Promise.all(trees.map(work));
  return verdicts;
}

async function runRule(tree: ScratchTree, rule: BrokenRule): Promise<Verdict> {
  const [file, title] = rule.test;
  const startedAt = performance.now();
  const tests = await tree.withBroken(rule, () => runTests(tree.folder, { files: [file], title }));
  const verdict = verdictOf(tests, rule.test);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(`${verdict.padEnd(8)} ${seconds.padStart(6)} s  ${rule.name}  (check ${rule.check}, ${file})\n`);
  return verdict;
}

/** Runs the named tests while no rule is broken, because a test that always fails catches nothing. Returns the tests that do not pass. */
async function failingTests(trees: readonly ScratchTree[], rules: readonly BrokenRule[]): Promise<readonly string[]> {
  const [tree] = trees;
  if (tree === undefined) return [];
  const files = [...new Set(rules.map(({ test: [file] }) => file))];
  const tests: ReportedTest[] = [];
  for (const project of new Set(files.map(projectOf)))
    tests.push(...(await runTests(tree.folder, { files: files.filter((file) => projectOf(file) === project) })));
  const failing = rules.filter(({ test }) => verdictOf(tests, test) !== 'survived');
  return [...new Set(failing.map(({ test: [file, title] }) => `${file}: ${title}`))];
}
