// `npm run cluster:test -- --engines 3 --apis 2 --accounts 40 --minutes 10 --seed 1 --faults 20` runs an installation of several nodes with faults. It prints one line
// per fault and then every violation.
import { readOptions, usage } from './trial/options.ts';
import { runTrial } from './trial/trial.ts';

const options = readOptions(process.argv.slice(2));
if (options === null) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  const startedAt = Date.now();
  const minutesSince = (): string => ((Date.now() - startedAt) / 60_000).toFixed(1).padStart(5);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  const write = (line: string): void => {
    if (!options.isJson) process.stdout.write(`${minutesSince()} min  ${line}\n`);
  };
  const result = await runTrial(options, write, stopping.signal);
  const { faults, events, violations, ...figures } = result;
  if (options.isJson) process.stdout.write(`${JSON.stringify(result)}\n`);
  else {
    for (const [name, value] of Object.entries({ ...figures, faults: faults.length }))
      process.stdout.write(`${name.padEnd(24)} ${typeof value === 'object' ? JSON.stringify(value) : value}\n`);
    for (const [name, count] of Object.entries(events)) process.stdout.write(`log ${name.padEnd(36)} ${count}\n`);
    for (const violation of violations) process.stdout.write(`VIOLATION: ${violation}\n`);
    process.stdout.write(`${violations.length} violations\n`);
  }
  process.exitCode = violations.length === 0 && result.fills > 0 ? 0 : 1;
}
