// `npm run cluster -- --engines 3 --apis 2` runs an installation of several nodes on this machine until Ctrl-C, and `npm run cluster:test` tests one with faults.
// This file uses only modules of Node.
import path from 'node:path';
import { become, ensureInstalled, requireNode, root, run } from './install.mjs';
import { ensureNatsServer } from './nats-server.mjs';

requireNode();
// With --json the standard output has one line, so everything else is written to standard error.
await ensureInstalled({ quiet: true });
const missing = await ensureNatsServer();
if (missing !== null) {
  process.stderr.write(`${missing}\n`);
  process.exit(1);
}
const build = [path.join('tools', 'start.mjs'), '--build-only'];
if ((await run(process.execPath, build, { stdio: ['ignore', process.stderr, 'inherit'] })) !== 0) process.exit(1);
const isTest = process.argv[2] === 'test';
const program = isTest ? path.join('tests', 'cluster', 'trial-run.ts') : path.join('tools', 'cluster', 'main.ts');
become(process.execPath, ['--import', 'tsx', program, ...process.argv.slice(isTest ? 3 : 2)], { cwd: root });
