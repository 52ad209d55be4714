// Finds the program `nats-server` for the tests. When it is missing, downloads the Debian package and unpacks it into `.cache`.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './install.mjs';

const cache = path.join(root, '.cache', 'nats-server');

/**
 * Makes `nats-server` available. Returns null on success, or a message for the user. The package is not installed, because its installation would start a
 * server without credentials on all addresses of this machine.
 */
export async function ensureNatsServer() {
  if (isPresent()) return null;
  const missing = 'The tests of several nodes need NATS: install the package "nats-server" and run the tests again.';
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg-deb')) return missing;
  process.stderr.write('Unpacking nats-server for the tests...\n');
  mkdirSync(cache, { recursive: true });
  const quiet = { cwd: cache, stdio: ['ignore', 'ignore', 'inherit'] };
  const download = ['download', '-qq', 'nats-server'];
  if ((await run('apt-get', download, quiet)) !== 0 && process.getuid?.() === 0) {
    await run('apt-get', ['update', '-qq'], quiet);
    await run('apt-get', download, quiet);
  }
  for (const file of readdirSync(cache).filter((name) => name.endsWith('.deb'))) {
    await run('dpkg-deb', ['-x', file, cache], quiet);
  }
  return isPresent() ? null : missing;
}

function isPresent() {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', path.join(cache, 'usr', 'sbin')];
  return folders.some((folder) => existsSync(path.join(folder, 'nats-server')));
}
