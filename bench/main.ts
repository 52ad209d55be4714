// `npm run bench -- <topic>` measures a part of the product and prints each ratio with its limit.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchApi } from './api.ts';
import { benchBacktest } from './backtest.ts';
import { benchCluster } from './cluster.ts';
import { benchEngine } from './engine.ts';
import { benchPlacement } from './placement.ts';
import { benchWeb } from './web.ts';

const topics: ReadonlyMap<string, () => Promise<boolean>> = new Map([
  ['api', benchApi],
  ['backtest', benchBacktest],
  ['cluster', benchCluster],
  ['engine', benchEngine],
  ['placement', benchPlacement],
  ['web', benchWeb],
]);

const [name = ''] = process.argv.slice(2);
const topic = topics.get(name);
if (topic === undefined) {
  process.stderr.write(`npm run bench -- <topic>; topics: ${[...topics.keys()].join(', ')}\n`);
  process.exitCode = 2;
} else {
  if (name === 'backtest' || name === 'web') installPeers();
  await topic();
}

/** Installs the packages of the comparisons when they are missing. Only the benchmark needs these packages. */
function installPeers(): void {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  // The cast is safe, because npm writes this field of the file.
  const { dependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  if (Object.keys(dependencies).every((peer) => existsSync(path.join(folder, 'node_modules', peer)))) return;
  process.stdout.write('Installing the packages of the benches (once)...\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['ci', '--workspaces=false', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync(npm, args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error('`npm ci` failed in the folder bench. The output above has the reason.');
}
