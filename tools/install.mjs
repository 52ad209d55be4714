// Functions of the root commands: they check the Node version, install the packages, and start child processes. This file uses only modules of Node.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildEnvironment } from './start/build-environment.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Ends the process with a message when this version of Node is older than `engines` of package.json allows. */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(
    `Rondo needs Node 20.19 or newer; this is Node ${version}. Install a newer Node and try again.\n`,
  );
  process.exit(1);
}

/** Returns true when every required package of the lock file is installed in its locked version. */
export function isInstalled() {
  const installedFile = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = readJson(path.join(root, 'package-lock.json')).packages;
  const installed = readJson(installedFile).packages;
  return Object.entries(wanted).every(([name, entry]) => {
    if (name === '' || entry.optional === true || entry.devOptional === true || entry.peer === true) return true;
    if (entry.link === true || !name.startsWith('node_modules/')) return true;
    return installed[name]?.version === entry.version;
  });
}

/** Runs `npm ci` when the installed packages differ from the lock file. When `quiet` is true, all output is written to stderr. */
export async function ensureInstalled({ quiet = false } = {}) {
  if (isInstalled()) return;
  const say = quiet ? process.stderr : process.stdout;
  say.write('Installing packages (once, about a minute)...\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const code = await run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', quiet ? process.stderr : 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: buildEnvironment(),
  });
  if (code === 0) return;
  process.stderr.write(
    'The packages could not be installed, because `npm ci` failed. The output above has the reason.\n',
  );
  process.exit(1);
}

/** Runs one command in the root folder and returns its exit code. Returns 1 when a signal ended the command, and 127 when the command could not be started. */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.once('error', (error) => {
      process.stderr.write(`${command} could not be started: ${error.message}\n`);
      resolve(127);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Returns the path of the JavaScript file of an installed command. The `bin` field of the package contains this path. */
export function binOf(packageName, command = packageName) {
  const folder = path.join(root, 'node_modules', packageName);
  const { bin } = readJson(path.join(folder, 'package.json'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[command]);
}

/** Returns the command that runs a program without core dumps. The shell sets the limit and becomes the program, because Node has no call that sets limits. */
export function withoutCoreDumps(command) {
  return process.platform === 'win32' ? command : ['/bin/sh', '-c', 'ulimit -c 0; exec "$@"', 'sh', ...command];
}

/** Runs a child process in the foreground. This process passes its signals to the child and ends with the exit code of the child. */
export function become(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event !== undefined) whenOrphaned(() => child.kill('SIGTERM'));
  child.once('error', (error) => {
    process.stderr.write(`${command} could not be started: ${error.message}\n`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)));
}

/** Calls `leave` when the parent process has ended. This is necessary because a signal to npm ends npm, and npm does not pass the signal to this process. */
function whenOrphaned(leave) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    leave();
  }, 500);
  timer.unref();
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
