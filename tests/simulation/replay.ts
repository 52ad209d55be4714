// Runs the seeds that the command line names. `npm run simulate -- --seed 123` replays one seed with a trace (`--defect M3` adds the known
// bug M3, `--quiet` omits the trace). `npm run simulate -- --seeds 5000 --from 1` runs 5,000 seeds from seed 1. It prints the violations of
// each seed, and at the end the number of faults and situations in all runs.
import { parseArgs } from 'node:util';
import { addCounts, newCounts, type Counts } from './checks/counts.ts';
import { defects } from './faults/defects.ts';
import { runSeed } from './run.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    defect: { type: 'string' },
    quiet: { type: 'boolean', default: false },
  },
});
const write = (line: string): void => void process.stdout.write(`${line}\n`);
const defect = defects.find((each) => each.name === values.defect) ?? null;
if (values.seeds === undefined) await replay(values.seed);
else await runMany(Number(values.from), Number(values.seeds));

async function replay(seed: string): Promise<void> {
  const result = await runSeed(seed, { defect, ...(values.quiet ? {} : { trace: write }) });
  write(JSON.stringify(result.swarm));
  writeCounts(result.counts);
  for (const violation of result.violations) write(`${violation.invariant} at ${violation.at} ms: ${violation.text}`);
  write(`fingerprint ${result.fingerprint} · ${result.violations.length} violations`);
  process.exitCode = result.violations.length > 0 && defect === null ? 1 : 0;
}

async function runMany(from: number, howMany: number): Promise<void> {
  const total = newCounts();
  let broken = 0;
  for (let seed = from; seed < from + howMany; seed += 1) {
    const { violations, counts } = await runSeed(String(seed), { defect });
    addCounts(total, counts);
    if (violations.length > 0) broken += 1;
    for (const { invariant, at, text } of violations) write(`seed ${seed}: ${invariant} at ${at} ms: ${text}`);
  }
  writeCounts(total);
  write(`${howMany} seeds from ${from} · ${broken} with a violation`);
  process.exitCode = broken > 0 && defect === null ? 1 : 0;
}

function writeCounts(counts: Counts): void {
  write(`faults ${JSON.stringify(Object.fromEntries(counts.faults))}`);
  write(`goals ${JSON.stringify(Object.fromEntries(counts.goals))}`);
}
