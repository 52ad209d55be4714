// Runs the seeds that the command line names. Without a scenario, a run is long: up to three machines, fifty accounts and ten bots in each
// account, for hours or days of virtual time.
//   npm run simulate -- --seed 7 [--quiet]           one seed with a trace
//   npm run simulate -- --seeds 100 --from 1         one hundred seeds
//   npm run simulate -- --minutes 60 --from 1        seeds until the time has passed
//   npm run simulate -- --scenario short --seed 268  a named scenario, here the short runs of `npm test`
//   npm run simulate -- --planted all                each known bug must be caught
// With `--json` the only output is one JSON object. The exit code is 1 when a run violated an invariant or a known bug was missed.
import { parseArgs } from 'node:util';
import { addRun, newTotals, summaryOf, writeSummary } from './command/totals.ts';
import { allDefects } from './faults/all-defects.ts';
import { findCatch } from './faults/find-seed.ts';
import { runSeed, type RunOptions } from './run.ts';
import { scenarios, type Scenario } from './scenarios/scenarios.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    scenario: { type: 'string' },
    planted: { type: 'string' },
    json: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
  },
});

const minuteMs = 60_000;
const plantedSeedsMax = 60;
const write = (line: string): void => void process.stdout.write(`${line}\n`);
const print = values.json ? (): void => undefined : write;
const totals = newTotals();

const scenario = scenarioOf(values.scenario);
if (values.planted === undefined) for (const seed of seedsOf(scenario)) await runOne(seed, scenario);
else await searchPlanted(values.planted);

if (values.json) write(JSON.stringify(summaryOf(totals)));
else writeSummary(totals, print);
const hasFailed = totals.violations.length > 0 || totals.planted.some(({ seed }) => seed === null);
process.exitCode = hasFailed ? 1 : 0;

function scenarioOf(name: string | undefined): Scenario | null {
  if (name === undefined) return null;
  const found = scenarios.find((each) => each.name === name);
  if (found === undefined)
    throw new Error(`The scenario ${name} does not exist. Scenarios: ${scenarios.map((each) => each.name).join(', ')}`);
  return found;
}

function* seedsOf(named: Scenario | null): Generator<string> {
  const from = Number(values.from);
  if (values.minutes !== undefined) {
    const endAt = Date.now() + Number(values.minutes) * minuteMs;
    for (let seed = from; Date.now() < endAt; seed += 1) yield String(seed);
  } else if (values.seeds !== undefined) {
    for (let seed = from; seed < from + Number(values.seeds); seed += 1) yield String(seed);
  } else if (values.seed === undefined && named !== null) {
    yield* named.seeds;
  } else {
    yield values.seed ?? '1';
  }
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
  totals.cpuMs += (used.user + used.system) / 1_000;
  addRun(totals, seed, result);
  for (const text of named?.missing?.(result) ?? [])
    totals.violations.push({ seed, invariant: named?.name ?? '', at: 0, text });
  if (isTraced) print(JSON.stringify(result.swarm));
  for (const { invariant, at, text } of result.violations) print(`seed ${seed}: ${invariant} at ${at} ms: ${text}`);
  if (isTraced) print(`fingerprint ${result.fingerprint}`);
}

async function searchPlanted(name: string): Promise<void> {
  const wanted = name === 'all' ? allDefects : allDefects.filter((each) => each.name === name);
  if (wanted.length === 0)
    throw new Error(`The known bug ${name} does not exist. Names: ${allDefects.map((each) => each.name).join(', ')}`);
  for (const defect of wanted) {
    const caught = await findCatch(defect, plantedSeedsMax);
    const { seed, invariant } = caught ?? { seed: null, invariant: null };
    totals.planted.push({ name: defect.name, story: defect.story, seed, invariant, seeds: plantedSeedsMax });
    print(`${seed === null ? 'MISSED' : 'caught'} ${defect.name}${seed === null ? '' : ` in seed ${seed}`}`);
  }
}
