// `npm run mutate -- --security` breaks one security rule at a time in a copy of the project, and runs the test that must fail.
import type { BrokenRule, NamedTest } from './broken-rule.ts';
import { distinctTests, loneResult, runsOf } from './lone-tests.ts';
import { brokenRules } from './rules.ts';
import { runTests } from './run-tests.ts';
import { makeScratchTree, type ScratchTree } from './scratch-tree.ts';
import { countsLine, minutesMax, verdictOf, type Verdict } from './verdict.ts';

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
  const unusable = await findUnusable(trees, distinctTests(chosen.map(({ test }) => test)));
  const verdicts = await runAll(trees, chosen, unusable);
  const minutes = (performance.now() - startedAt) / 60_000;
  process.stdout.write(`${countsLine(verdicts, minutes)}\n`);
  return verdicts.every((verdict) => verdict === 'caught') && minutes <= minutesMax ? 0 : 1;
}

function isChosen(name: string, only: string): boolean {
  return only.endsWith('/') ? name.startsWith(only) : name === only;
}

/** Runs each rule. A rule whose test is not usable has no result, because its test shows nothing about the rule. */
async function runAll(
  trees: readonly ScratchTree[],
  rules: readonly BrokenRule[],
  unusable: readonly NamedTest[],
): Promise<readonly Verdict[]> {
  const isUsable = ({ test }: BrokenRule): boolean => !unusable.some((each) => isSameTest(each, test));
  const verdicts: Verdict[] = rules.flatMap((rule) => (isUsable(rule) ? [] : ['unknown']));
  await shareOut(trees, rules.filter(isUsable), async (tree, rule) => {
    verdicts.push(await runRule(tree, rule));
  });
  return verdicts;
}

/** Gives each tree the next item as soon as it is free. */
async function shareOut<Item>(
  trees: readonly ScratchTree[],
  items: readonly Item[],
  run: (tree: ScratchTree, item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const work = async (tree: ScratchTree): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await run(tree, item);
  };
  await Promise.all(trees.map(work));
}

async function runRule(tree: ScratchTree, rule: BrokenRule): Promise<Verdict> {
  const startedAt = performance.now();
  const tests = await tree.withBroken(rule, () => runTests(tree.folder, [rule.test]));
  const verdict = verdictOf(tests, rule.test);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(
    `${verdict.padEnd(8)} ${seconds.padStart(6)} s  ${rule.name}  (check ${rule.check}, ${rule.test[0]})\n`,
  );
  return verdict;
}

/**
 * Runs each named test alone while no rule is broken, because a test that fails without a broken rule catches nothing. Prints and returns the tests that do not pass. A
 * test that does not pass beside the tests of other files runs once more as the only test of a run.
 */
async function findUnusable(trees: readonly ScratchTree[], tests: readonly NamedTest[]): Promise<readonly NamedTest[]> {
  const [tree] = trees;
  if (tree === undefined) return [];
  const startedAt = performance.now();
  const again: NamedTest[] = [];
  for (const run of runsOf(tests)) {
    const reported = await runTests(tree.folder, run);
    again.push(...run.filter((test) => loneResult(reported, test) !== 'passes'));
  }
  const unusable: NamedTest[] = [];
  await shareOut(trees, again, async ({ folder }, test) => {
    const result = loneResult(await runTests(folder, [test]), test);
    if (result === 'passes') return;
    unusable.push(test);
    process.stdout.write(`${result.padEnd(8)} without a broken rule: ${test.join(': ')}\n`);
  });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(`${tests.length - unusable.length} of ${tests.length} named tests pass alone; ${seconds} s\n`);
  return unusable;
}

function isSameTest([file, title]: NamedTest, [otherFile, otherTitle]: NamedTest): boolean {
  return file === otherFile && title === otherTitle;
}
