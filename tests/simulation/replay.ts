// Replays one seed with a trace: `npm run simulate -- --seed 123` (add `--defect M3` to plant a bug).
import { parseArgs } from 'node:util';
import { defects } from './defects.ts';
import { runSeed } from './run.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    defect: { type: 'string' },
    quiet: { type: 'boolean', default: false },
  },
});
const write = (line: string): void => void process.stdout.write(`${line}\n`);
const defect = defects.find((each) => each.name === values.defect) ?? null;
const result = await runSeed(values.seed, { defect, ...(values.quiet ? {} : { trace: write }) });
write(JSON.stringify(result.swarm));
write(`faults ${JSON.stringify(Object.fromEntries(result.counts.faults))}`);
write(`goals ${JSON.stringify(Object.fromEntries(result.counts.goals))}`);
for (const violation of result.violations) write(`${violation.invariant} at ${violation.at} ms: ${violation.text}`);
write(`fingerprint ${result.fingerprint} · ${result.violations.length} violations`);
process.exitCode = result.violations.length > 0 && defect === null ? 1 : 0;
