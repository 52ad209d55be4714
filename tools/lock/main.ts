// `npm run lock` writes a new package-lock.json from the package.json files, and completes the file for every platform. A package gets in only after its cool-down:
// npm ignores younger versions. `npm run lock -- --days 0` takes them, for an urgent security update.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { newestDate, readDays } from './cool-down.ts';
import { findMissing, findTooNew, findUnpinned, parseLock } from './lock-file.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const lockPath = path.join(root, 'package-lock.json');
const oldestNode = '20.19.0';
const before = newestDate(Date.now(), readDays(process.argv.slice(2)));

resolve();
dropIncomplete();
resolve();
process.exitCode = report() ? 0 : 1;

function resolve(): void {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['install', '--package-lock-only', '--ignore-scripts', '--loglevel=error', `--before=${before}`];
  const { status } = spawnSync(npm, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error('npm could not resolve the dependencies. The output above has the reason.');
}

/** Removes each package with a missing dependency from the lock file, because npm resolves the dependencies of a package only when the package is not in the lock file. */
function dropIncomplete(): void {
  const lock = JSON.parse(readFileSync(lockPath, 'utf8')) as { packages: Record<string, unknown> };
  const missing = findMissing(parseLock(JSON.stringify(lock)));
  const dropped = new Set(missing.flatMap(({ owner, name }) => [owner, `node_modules/${name}`]));
  dropped.delete('');
  for (const owner of dropped) Reflect.deleteProperty(lock.packages, owner);
  writeFileSync(lockPath, `${JSON.stringify(lock, null, 2)}\n`);
}

/** Prints the remaining faults. Returns true when the lock file is complete. */
function report(): boolean {
  const packages = parseLock(readFileSync(lockPath, 'utf8'));
  const lines = [
    ...findMissing(packages).map(({ owner, name }) => `${owner}: no version of ${name} can be found`),
    ...findTooNew(packages, oldestNode).map((name) => `${name}: refuses Node ${oldestNode}`),
    ...findUnpinned(packages).map((name) => `${name}: has no checksum, or contains the address of a registry`),
  ];
  for (const line of lines) process.stderr.write(`${line}\n`);
  if (lines.length > 0) process.stderr.write('Choose another version of the packages named above (CONTRIBUTING.md).\n');
  return lines.length === 0;
}
