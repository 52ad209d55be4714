// Runs the seeds that the command line names (`npm run simulate`). Without a scenario, a run is long: up to three machines, fifty accounts and ten bots in each
// account, for hours or days of virtual time. The exit code is 1 when a run violated an invariant or a known bug was missed.
import { readFileSync, writeFileSync } from 'node:fs';
import { startTestDatabase } from '@rondo/testkit/database';
import { readCommandLine, readNumber, readWholeNumber, refuseOption } from '../../tools/command-line/command-line.ts';
import { differenceOf } from './command/equal-runs.ts';
import { addRun, newTotals, summaryOf, writeSummary } from './command/totals.ts';
import { allDefects } from './faults/all-defects.ts';
import type { Defect } from './faults/defects.ts';
import { findCatch, type Catch } from './faults/find-seed.ts';
import { runOnDatabase } from './command/database-run.ts';
import { readShrunk, runShrunk, shrink } from './command/shrink.ts';
import { compareRelation, relations } from './metamorphic/relations.ts';
import { runSeed, type RunOptions, type RunResult } from './run.ts';
import { scenarios, type Scenario } from './scenarios/scenarios.ts';

const usage = `Runs the real engine in a simulated exchange, under the faults of a seed.
  npm run simulate -- --seed 7 [--quiet]           one seed with a trace
  npm run simulate -- --seeds 100 --from 1         one hundred seeds
  npm run simulate -- --minutes 60 --from 1        seeds until the time has passed
  npm run simulate -- --scenario short --seed 268  a named scenario, here the short runs of npm test
  npm run simulate -- --seed 7 --twice             two runs that must be equal, message by message
  npm run simulate -- --seed 7 --database          a small run with the journal in PostgreSQL too, as each fiftieth seed has, and an equal run without it
  npm run simulate -- --planted all                each known bug must be caught
  npm run simulate -- --metamorphic --seeds 20     stories whose results must stay equal or mirrored after a change
  npm run simulate -- --seed 7 --shrink run.json  makes the run of a seed that fails as small as possible
  npm run simulate -- --planted M3 --shrink run.json
  npm run simulate -- --replay run.json            a run that was made small
With --json the only output is one JSON object. Scenarios: ${scenarios.map(({ name }) => name).join(', ')}
`;
const values = readCommandLine(usage, {
  seed: { type: 'string' },
  seeds: { type: 'string' },
  from: { type: 'string', default: '1' },
  minutes: { type: 'string' },
  scenario: { type: 'string' },
  planted: { type: 'string' },
  metamorphic: { type: 'boolean', default: false },
  twice: { type: 'boolean', default: false },
  database: { type: 'boolean', default: false },
  shrink: { type: 'string' },
  replay: { type: 'string' },
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
});
const from = readWholeNumber('from', values.from, 0);
const seeds = values.seeds === undefined ? null : readWholeNumber('seeds', values.seeds, 1);
const minutes = values.minutes === undefined ? null : readNumber('minutes', values.minutes, 0);

const minuteMs = 60_000;
const plantedSeedsMax = 200;
const shrinkRunsMax = 200;
/** The short seeds from 1 to this number reach every goal. */
const goalSeeds = 60;
/** The number of price moves of a story. */
const storyMoves = 20;
/** Each seed that this number divides also runs with the journal in PostgreSQL. */
const databaseEvery = 50;
const write = (line: string): void => void process.stdout.write(`${line}\n`);
const print = values.json ? (): void => undefined : write;
const totals = newTotals();

const scenario = scenarioOf(values.scenario);
if (values.replay !== undefined) await replayFile(values.replay);
else if (values.shrink !== undefined) await shrinkTo(values.shrink);
else if (values.metamorphic) for (const seed of seedsOf(scenario)) await runStories(seed);
else if (values.planted === undefined) {
  if (minutes !== null && scenario === null) await runGoals();
  for (const seed of seedsOf(scenario)) await runSeedOf(seed, scenario);
} else await searchPlanted(values.planted);

if (values.json) write(JSON.stringify(summaryOf(totals)));
else writeSummary(totals, print);
const hasFailed = totals.violations.length > 0 || totals.planted.some(({ seed }) => seed === null);
process.exitCode = hasFailed ? 1 : 0;

function scenarioOf(name: string | undefined): Scenario | null {
  if (name === undefined) return null;
  const found = scenarios.find((each) => each.name === name);
  if (found === undefined)
    return refuseOption(
      `The scenario ${name} does not exist. Scenarios: ${scenarios.map((each) => each.name).join(', ')}`,
    );
  return found;
}

function* seedsOf(named: Scenario | null): Generator<string> {
  if (minutes !== null) {
    const endAt = Date.now() + minutes * minuteMs;
    for (let seed = from; Date.now() < endAt; seed += 1) yield String(seed);
  } else if (seeds !== null) {
    for (let seed = from; seed < from + seeds; seed += 1) yield String(seed);
  } else if (values.seed === undefined && named !== null) {
    yield* named.seeds;
  } else {
    yield values.seed ?? '1';
  }
}

async function runSeedOf(seed: string, named: Scenario | null): Promise<void> {
  if (!values.database || values.twice) await runOne(seed, named);
  if (values.database || (named === null && Number(seed) % databaseEvery === 0)) await runStored(seed, named === null);
}

// A run with a duration begins with short seeds, because a few long seeds do not reach every goal: no long run liquidates an account.
async function runGoals(): Promise<void> {
  for (let seed = 1; seed <= goalSeeds; seed += 1) await runOne(String(seed), scenarioOf('short'));
}

async function runStories(seed: string): Promise<void> {
  for (const relation of relations) {
    const differences = await compareRelation(seed, storyMoves, relation);
    totals.violations.push(...differences.map((text) => ({ seed, invariant: 'metamorphic', at: 0, text })));
    print(`seed ${seed}: ${relation.name}: ${differences.length === 0 ? 'equal' : differences.join(' ')}`);
  }
}

// The processor time of this run is not counted, because it is a test of the journal and not of the speed.
async function runStored(seed: string, isLong: boolean): Promise<void> {
  const server = await startTestDatabase(null);
  const { result, compared } = await runOnDatabase(server, seed, { isLong });
  await server.stop();
  totals.violations.push(...result.violations.map((violation) => ({ seed, ...violation })));
  if (values.database && !values.twice) addRun(totals, seed, { ...result, violations: [] });
  print(`seed ${seed}: ${compared} results of both journals compared, fingerprint ${result.fingerprint}`);
  for (const { invariant, at, text } of result.violations) print(`seed ${seed}: ${invariant} at ${at} ms: ${text}`);
}

async function runOne(seed: string, named: Scenario | null): Promise<void> {
  const isTraced = values.seeds === undefined && values.minutes === undefined && !values.quiet;
  const options: RunOptions = {
    ...(named === null ? { isLong: true } : named.options),
    ...(isTraced ? { trace: print } : {}),
  };
  const before = process.cpuUsage();
  const result = await runSeed(seed, options);
  const used = process.cpuUsage(before);
  if (values.twice) checkEqual(seed, result, await runSeed(seed, { ...options, trace: () => undefined }));
  totals.cpuMs += (used.user + used.system) / 1_000;
  addRun(totals, seed, result);
  for (const text of named?.missing?.(result) ?? [])
    totals.violations.push({ seed, invariant: named?.name ?? '', at: 0, text });
  if (isTraced) print(JSON.stringify(result.swarm));
  for (const { invariant, at, text } of result.violations) print(`seed ${seed}: ${invariant} at ${at} ms: ${text}`);
  if (isTraced) print(`fingerprint ${result.fingerprint}`);
}

// The two runs of a seed must have equal hashes.
function checkEqual(seed: string, first: RunResult, second: RunResult): void {
  const found = differenceOf(first, second);
  if (found.length === 0) print(`seed ${seed}: both runs have ${first.fingerprint}`);
  for (const text of found) totals.violations.push({ seed, invariant: 'equal runs', at: 0, text });
}

async function searchPlanted(name: string): Promise<void> {
  const startedAt = Date.now();
  const wanted = name === 'all' ? allDefects : [defectOf(name)];
  for (const defect of wanted) {
    const caught = await findCatch(defect, plantedSeedsMax);
    const { seed, invariant } = caught ?? { seed: null, invariant: null };
    totals.planted.push({ name: defect.name, story: defect.story, seed, invariant, seeds: plantedSeedsMax });
    print(`${caught === null ? 'MISSED' : 'caught'} ${defect.name}${caughtText(caught)}`);
  }
  const caughtCount = totals.planted.filter(({ seed }) => seed !== null).length;
  print(`${caughtCount} of ${wanted.length} known bugs caught in ${Math.round((Date.now() - startedAt) / 1_000)} s`);
}

function caughtText(caught: Catch | null): string {
  if (caught === null) return '';
  return caught.seed === '' ? ` by ${caught.invariant}` : ` by ${caught.invariant} in seed ${caught.seed}`;
}

// Makes the run of the seed as small as possible, and writes the small run to a file. With a known bug, the first seed that catches it is used.
async function shrinkTo(file: string): Promise<void> {
  const defect = values.planted === undefined ? null : defectOf(values.planted);
  const caught = defect === null ? null : await findCatch(defect, plantedSeedsMax);
  const seed = caught?.seed ?? values.seed ?? '1';
  const isLong = defect === null && values.scenario === undefined;
  const shrunk = await shrink({ seed, isLong, defect, runsMax: shrinkRunsMax, invariants: defect?.caughtBy ?? null });
  if (shrunk === null) return print(`The run of the seed ${seed} violates no invariant.`);
  writeFileSync(file, `${JSON.stringify(shrunk, null, 2)}\n`);
  for (const step of shrunk.steps) print(step);
  await replayFile(file);
}

async function replayFile(file: string): Promise<void> {
  const shrunk = readShrunk(readFileSync(file, 'utf8'));
  const result = await runShrunk(shrunk, shrunk.planted === null ? null : defectOf(shrunk.planted));
  addRun(totals, shrunk.seed, result);
  for (const { invariant, at, text } of result.violations) print(`${shrunk.name}: ${invariant} at ${at} ms: ${text}`);
}

function defectOf(name: string): Defect {
  const found = allDefects.find((each) => each.name === name);
  if (found === undefined)
    refuseOption(`The known bug ${name} does not exist. Names: ${allDefects.map((each) => each.name).join(', ')}`);
  return found;
}
