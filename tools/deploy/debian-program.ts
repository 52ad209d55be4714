// Finds a program of a Debian package for a test. When the program is not installed, downloads the package and unpacks it into `.cache`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../.cache/programs', import.meta.url));

/** Returns the path of the program. Throws when the program is missing and the package cannot be downloaded. The package is not installed, so no service starts. */
export function findDebianProgram(packageName: string, program: string): string {
  const folder = path.join(cache, packageName);
  const folders = [
    ...(process.env['PATH'] ?? '').split(path.delimiter),
    '/usr/sbin',
    ...['bin', 'sbin'].map((name) => path.join(folder, 'usr', name)),
  ];
  const find = (): string | undefined => folders.map((each) => path.join(each, program)).find(existsSync);
  const installed = find();
  if (installed !== undefined) return installed;
  mkdirSync(folder, { recursive: true });
  const run = (command: string, args: readonly string[]): boolean =>
    spawnSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  const download = ['download', '-qq', packageName];
  if (!run('apt-get', download) && run('apt-get', ['update', '-qq'])) run('apt-get', download);
  for (const file of readdirSync(folder)) if (file.endsWith('.deb')) run('dpkg-deb', ['-x', file, folder]);
  const unpacked = find();
  if (unpacked === undefined) throw new Error(`Install the package "${packageName}" and run the test again.`);
  return unpacked;
}
