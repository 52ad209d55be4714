// Finds the browser of the end-to-end tests. Installs the Debian package when no browser exists, the process runs as root, and apt-get exists.
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { run } from './install.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Returns the full path of an installed Chromium or Chrome, or null. */
export function findChromium() {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of names) {
      const file = path.join(folder, name);
      if (isExecutable(file)) return file;
    }
  }
  return null;
}

/** Installs a browser when no browser is installed. Returns null on success, or a message for the user. */
export async function ensureChromium() {
  if (findChromium() !== null) return null;
  const missing = 'The browser tests need Chromium: install the package "chromium" and run the tests again.';
  const canInstall = process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get');
  if (!canInstall) return missing;
  process.stdout.write('Installing Chromium for the browser tests...\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium'];
  if ((await run('apt-get', install, quiet)) !== 0) {
    await run('apt-get', ['update', '-qq'], quiet);
    await run('apt-get', install, quiet);
  }
  return findChromium() === null ? missing : null;
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
