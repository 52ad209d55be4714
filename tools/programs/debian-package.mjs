// Finds a program on this machine. Installs its Debian package when the program does not exist, the process runs as root, and apt-get exists.
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { run } from '../install.mjs';

/** Returns the full path of the first program that is installed, or null. */
function findProgram(names) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of names) {
      const file = path.join(folder, name);
      if (isExecutable(file)) return file;
    }
  }
  return null;
}

/** Installs the package when none of the programs is installed. Returns null on success, or a message for the user. */
export async function ensureProgram({ names, package: name, purpose }) {
  if (findProgram(names) !== null) return null;
  const missing = `${purpose}: install the package "${name}" and run the command again.`;
  const canInstall = process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get');
  if (!canInstall) return missing;
  process.stdout.write(`Installing the package "${name}"...\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  const install = ['install', '-y', '-qq', '--no-install-recommends', name];
  if ((await run('apt-get', install, quiet)) !== 0) {
    await run('apt-get', ['update', '-qq'], quiet);
    await run('apt-get', install, quiet);
  }
  return findProgram(names) === null ? missing : null;
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
