// Shrinks a run that violates an invariant: an earlier end, fewer faults, fewer bots and one machine, as long as a run violates the same
// invariant (reliability 3.6). The result is a file that a person can read and `npm run simulate -- --replay FILE` runs.
import { castOf } from '../world/cast.ts';
import type { FaultName } from '../checks/counts.ts';
import type { Violation } from '../checks/checkers.ts';
import type { Defect } from '../faults/defects.ts';
import type { Occurrence, Reduction } from '../faults/occurrences.ts';
import { runSeed, type RunOptions, type RunResult } from '../run.ts';

/** A run that was shrunk. `steps` describes it for a person: each fault that takes place with its time in seconds, then the violation. */
export type ShrunkRun = {
  readonly name: string;
  readonly seed: string;
  readonly isLong: boolean;
  /** The name of the known bug of the run, or null. */
  readonly planted: string | null;
  readonly invariant: string;
  readonly reduction: Reduction;
  readonly steps: readonly string[];
};

type ShrinkInput = {
  readonly seed: string;
  readonly isLong: boolean;
  readonly defect: Defect | null;
  /** The search ends after this number of runs. */
  readonly runsMax: number;
  /** The search looks for a violation of one of these invariants. With null, it takes the first violation of the run. */
  readonly invariants: readonly string[] | null;
};

type Search = {
  readonly options: RunOptions;
  readonly seed: string;
  readonly invariant: string;
  runsLeft: number;
  reduction: Reduction;
  result: RunResult;
};

/** Shrinks the run of a seed. Returns null when the run violates no invariant. */
export async function shrink({ seed, isLong, defect, runsMax, invariants }: ShrinkInput): Promise<ShrunkRun | null> {
  const options: RunOptions = { isLong, defect };
  const result = await runSeed(seed, { ...options, reduction: {} });
  const first = result.violations.find(({ invariant }) => invariants === null || invariants.includes(invariant));
  if (first === undefined) return null;
  const { invariant } = first;
  const search: Search = { options, seed, invariant, runsLeft: runsMax, reduction: {}, result };
  await cutTime(search, first);
  await dropFaults(search);
  await keepLess(search, botIdsOf(search), (bots) => ({ ...search.reduction, bots }));
  if (search.result.swarm.machines > 1) await attempt(search, { ...search.reduction, machines: 1 });
  await cutTime(search, violationOf(search));
  await dropFaults(search);
  const planted = defect?.name ?? null;
  const name = `${planted ?? 'found'}-${invariant}-seed-${seed}`;
  return { name, seed, isLong, planted, invariant, reduction: search.reduction, steps: stepsOf(search) };
}

/** Runs a run that was shrunk. `defect` must be its known bug. */
export function runShrunk({ seed, isLong, reduction }: ShrunkRun, defect: Defect | null): Promise<RunResult> {
  return runSeed(seed, { isLong, defect, reduction });
}

/** Returns the run of a file that `--shrink` wrote. */
export function readShrunk(text: string): ShrunkRun {
  const shrunk = JSON.parse(text) as ShrunkRun; // `shrinkTo` has written the file with this type.
  if (typeof shrunk.seed !== 'string' || typeof shrunk.reduction !== 'object')
    throw new Error('The file is not a run that --shrink wrote.');
  return shrunk;
}

// Runs the seed with a smaller reduction, and keeps the reduction when the run violates the same invariant.
async function attempt(search: Search, reduction: Reduction): Promise<boolean> {
  if (search.runsLeft <= 0) return false;
  search.runsLeft -= 1;
  const { seed, options, invariant } = search;
  const result = await runSeed(seed, { ...options, reduction, endsAfter: invariant });
  if (!result.violations.some((each) => each.invariant === invariant)) return false;
  search.reduction = reduction;
  search.result = result;
  return true;
}

// Ends the faults at the violation, and then at half of the time, as long as the violation occurs.
async function cutTime(search: Search, violation: Violation): Promise<void> {
  const { chaosMs } = search.result.swarm;
  let endMs = Math.min(violation.at + 1, search.reduction.chaosEndMs ?? chaosMs);
  if (endMs < chaosMs && !(await attempt(search, { ...search.reduction, chaosEndMs: endMs }))) endMs = chaosMs;
  for (;;) {
    endMs = Math.round(endMs / 2);
    if (endMs < 1_000 || !(await attempt(search, { ...search.reduction, chaosEndMs: endMs }))) return;
  }
}

// Removes all faults, or whole kinds of faults, and then occurrences of the remaining kinds.
async function dropFaults(search: Search): Promise<void> {
  const all = [...new Set(search.result.occurrences.map(({ name }) => name))];
  const none = Object.fromEntries(all.map((name) => [name, []]));
  if (await attempt(search, { ...search.reduction, faults: { ...search.reduction.faults, ...none } })) return;
  for (const name of all) await attempt(search, withFault(search.reduction, name, []));
  const left = [...new Set(search.result.occurrences.map(({ name }) => name))];
  for (const name of left) {
    const ordinals = search.result.occurrences.filter((each) => each.name === name).map(({ ordinal }) => ordinal);
    await keepLess(search, ordinals, (kept) => withFault(search.reduction, name, kept));
  }
}

function withFault(reduction: Reduction, name: FaultName, kept: readonly number[]): Reduction {
  return { ...reduction, faults: { ...reduction.faults, [name]: kept } };
}

// Removes parts of a list, first halves and then smaller parts, as long as the violation occurs.
async function keepLess<T>(
  search: Search,
  list: readonly T[],
  reductionOf: (kept: readonly T[]) => Reduction,
): Promise<void> {
  let kept = list;
  for (let size = Math.ceil(kept.length / 2); size >= 1 && kept.length > 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < kept.length && kept.length > 1;) {
      const fewer = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (fewer.length > 0 && (await attempt(search, reductionOf(fewer)))) kept = fewer;
      else from += size;
    }
  }
}

function botIdsOf({ result }: Search): readonly string[] {
  return castOf(result.swarm).bots.map(({ botId }) => botId);
}

function violationOf({ result, invariant }: Search): Violation {
  const found = result.violations.find((each) => each.invariant === invariant);
  if (found === undefined) throw new Error(`The shrunk run does not violate ${invariant}.`);
  return found;
}

function stepsOf(search: Search): readonly string[] {
  const line = ({ name, ordinal, at, what }: Occurrence): string =>
    `${seconds(at)} s: ${name} ${ordinal}${what === '' ? '' : ` (${what})`}`;
  const { invariant, at, text } = violationOf(search);
  return [...search.result.occurrences.map(line), `${seconds(at)} s: the run violates ${invariant}: ${text}`];
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
