// `npm run mutate` runs the mutation test of all files of `stryker.config.json`. It fails when a mutant is not detected and has no
// reason, when too many mutants have a reason, and when the run takes too long. `npm run mutate -- --security [--only NAME,GROUP/] [--jobs 2]` breaks the rules of
// `tools/mutation/security` instead.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine, readWholeNumber, refuseOption } from '../command-line/command-line.ts';
import { runRules } from './security/run-rules.ts';
import { countMutants, findExcess, summaryLine, type MutationReport } from './summary.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const reportFile = path.join(root, '.cache', 'mutation', 'report.json');
const stryker = path.join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');

const usage = `Usage: npm run mutate
       npm run mutate -- --security [--only NAME,GROUP/] [--jobs 2]
The first command tests the files of stryker.config.json; "npx stryker run --mutate FILE" tests one file.
`;
const values = readCommandLine(usage, {
  security: { type: 'boolean', default: false },
  only: { type: 'string' },
  jobs: { type: 'string', default: '2' },
});
if (values.security) {
  const jobs = readWholeNumber('jobs', values.jobs, 1);
  process.exitCode = await runRules(root, { only: values.only?.split(',') ?? [], jobs });
} else {
  if (values.only !== undefined) refuseOption('--only belongs to --security.');
  process.exitCode = await runMutants();
}

async function runMutants(): Promise<number> {
  rmSync(reportFile, { force: true });
  const startedAt = performance.now();
  const code = await runStryker();
  const minutes = (performance.now() - startedAt) / 60_000;
  const counts = countMutants(readReport());
  const findings = findExcess(counts, minutes);
  for (const line of [summaryLine(counts, minutes), ...findings]) process.stdout.write(`${line}\n`);
  return code === 0 && findings.length === 0 ? 0 : 1;
}

function runStryker(): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [stryker, 'run'], { cwd: root, stdio: 'inherit' });
    process.once('SIGTERM', () => child.kill());
    child.once('exit', (exit) => resolve(exit ?? 1));
  });
}

// Without a report, the run ended before its first mutant, and Stryker has printed the reason.
function readReport(): MutationReport {
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8')) as MutationReport; // Stryker has written this file.
  } catch {
    return { files: {} };
  }
}
