// `npm run cluster:test -- --engines 3 --apis 2 --accounts 40 --minutes 10 --seed 1 --faults 20` runs an installation of several nodes with faults. It prints one line
// per fault, then the figures with their bounds, and then every violation.
import { buildOlderVersion, olderCommits, type OlderVersion } from './trial/older-version.ts';
import { previousVersion, readOptions, usage, type TrialOptions } from './trial/options.ts';
import { runTrial } from './trial/trial.ts';
import { verdictLines } from './trial/verdict.ts';

const options = readOptions(process.argv.slice(2));
if (options === null) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else process.exitCode = await run(options);

/** Returns the exit code. */
async function run(chosen: TrialOptions): Promise<number> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  let older: OlderVersion | null = null;
  try {
    if (chosen.older === previousVersion) older = await buildOlderVersion(olderCommits());
    return await runWith({ ...chosen, older: older?.folder ?? chosen.older }, stopping.signal);
  } finally {
    older?.remove();
  }
}

async function runWith(chosen: TrialOptions, signal: AbortSignal): Promise<number> {
  const startedAt = Date.now();
  const minutesSince = (): string => ((Date.now() - startedAt) / 60_000).toFixed(1).padStart(5);
  const write = (line: string): void => {
    if (!chosen.isJson) process.stdout.write(`${minutesSince()} min  ${line}\n`);
  };
  const result = await runTrial(chosen, write, signal);
  const lines = chosen.isJson ? [JSON.stringify(result)] : verdictLines(result);
  process.stdout.write(`${lines.join('\n')}\n`);
  return result.violations.length === 0 && result.fills > 0 ? 0 : 1;
}
