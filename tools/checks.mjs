// The static checks of `npm test` and `npm run check`. Each check is one command. Two checks run at the same time, because the smallest supported machine has two cores.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { binOf, root } from './install.mjs';
import { failedOnce } from './report/suite-result.mjs';

const atATime = 2;

/** All static checks together may take at most this number of milliseconds. */
export const checksBudgetMs = 60_000;

/** Returns one entry per check with its name and the arguments for Node. The list needs installed packages (`binOf`), which can be missing when this module is loaded. */
export function staticChecks() {
  const types = (name) => {
    const cache = path.join('.cache', 'types', `${name}.tsbuildinfo`);
    return [
      binOf('typescript-native', 'tsc'),
      '-p',
      `tsconfig.${name}.json`,
      '--incremental',
      '--tsBuildInfoFile',
      cache,
    ];
  };
  return [
    { name: 'lint', args: [binOf('oxlint'), '--type-aware', '--deny-warnings', '--report-unused-disable-directives'] },
    { name: 'types of the Node code', args: types('node') },
    { name: 'types of the web app', args: types('web') },
    { name: 'dead code and dependencies', args: [binOf('knip'), '--no-progress'] },
    { name: 'house rules', args: [binOf('tsx'), 'tools/tidy/main.ts'] },
    { name: 'types of the pure packages', args: types('pure') },
    { name: 'weight of the web routes', args: [binOf('tsx'), 'tools/weights/main.ts'] },
    { name: 'format', args: [binOf('oxfmt'), '--check'] },
  ];
}

/** Runs the checks two at a time and prints the output of each check when it ends. Returns one row per check, in the sequence of the list. */
export async function runChecks(checks = staticChecks()) {
  const rows = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < checks.length; index = next++) rows[index] = await runCheck(checks[index]);
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return rows;
}

async function runCheck({ name, args }) {
  const startedAt = Date.now();
  const { code, output } = await capture(args);
  process.stdout.write(`\n== ${name}\n${output}`);
  const result = code === 0 ? { passed: 1, failed: 0, skipped: 0 } : failedOnce('the check found a problem', output);
  return { ...result, name, ms: Date.now() - startedAt };
}

function capture(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.once('error', (error) => resolve({ code: 1, output: `${error.message}\n` }));
    child.once('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString('utf8') }));
  });
}
