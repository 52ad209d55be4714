// The `rondo` command: creates the commands, and runs the command that the user typed.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runSandbox } from '@rondo/sandbox';
import type { DatabaseOptions, KeyKind, ServerPlace, Store } from '@rondo/store';
import { freezeIntrinsics, protectMemory } from '@rondo/store/process';
import { BadInput, exitCodes } from './command.ts';
import { auditCommand } from './commands/audit.ts';
import { backtestCommand } from './commands/backtest.ts';
import { backupCommand } from './commands/backup.ts';
import { candlesCommand } from './commands/candles.ts';
import { keysCommand } from './commands/keys.ts';
import { doctorCommand } from './doctor/doctor.ts';
import { moveCommand } from './move/move.ts';
import { drainCommand, nodesCommand } from './commands/nodes.ts';
import { operatorCommand } from './commands/operator.ts';
import type { CopyLine } from './options/record-first.ts';
import { releaseCommand } from './commands/release.ts';
import { restoreCommand, type RestoreDatabase } from './commands/restore.ts';
import { sandboxCommand } from './commands/sandbox.ts';
import { serveCommand } from './commands/serve.ts';
import { signalsCommand } from './commands/signals.ts';
import { verifyCommand } from './commands/verify.ts';
import { walCommand } from './commands/wal.ts';
import {
  candlesPlace,
  databaseProblem,
  databasePlace,
  doctorPlace,
  exchangePlace,
  isStartedByNpm,
  ownNodeName,
  signerPlace,
  systemUserName,
  typedInFolder,
} from './env.ts';
import { sweepCommand } from './commands/sweep.ts';
import { runCommand } from './run-command.ts';

protectMemory();
freezeIntrinsics();

const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  if (isStartedByNpm()) whenOrphaned(resolve);
});

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // EPIPE means that the reader of the output, such as `head`, has closed the pipe, so EPIPE is not reported. Other errors, such as a full disk, are reported.
  if (error.code !== 'EPIPE') process.stderr.write(`rondo: the output could not be written: ${error.message}\n`);
  process.exit(exitCodes.failed);
});

const commands = [
  auditCommand(openReadStore),
  backtestCommand,
  backupCommand(serverDatabase, recordBackup),
  candlesCommand(candlesPlace()),
  doctorCommand({ open: openReadStore, place: doctorPlace(), now: Date.now, exchangeDifference, startPlace }),
  drainCommand(openReadStore, ownNodeName()),
  keysCommand(openServerStore, newKeySource),
  moveCommand(openServerMoves, Date.now),
  nodesCommand(openReadStore),
  operatorCommand(openServerStore, revokeAlone),
  releaseCommand,
  restoreCommand(openRestoredStore, serverDatabase),
  sandboxCommand(runSandbox),
  serveCommand(runServer),
  signalsCommand,
  sweepCommand,
  verifyCommand,
  walCommand(serverDatabase, recordBackup),
];
process.exitCode = await runCommand(commands, process.argv.slice(2), {
  stopped,
  folder: typedInFolder(),
  terminal: {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    isInteractive: process.stderr.isTTY,
  },
});

/** Opens the database of the server. The server may be running or stopped. */
async function openServerStore() {
  // The store is imported only here, so that other commands start without the database driver.
  const { openStore } = await import('@rondo/store');
  return openStore({ ...serverDatabase(), masterKey: await serverKey(), systemUser: systemUserName() });
}

/** Opens the database of the server for a command that needs no master key: with the people key on a node that has no master key. */
async function openReadStore(): Promise<Store> {
  if (databasePlace().peopleKey === null) return openServerStore();
  const { localSeals, openServerStore: openWithSeals } = await import('@rondo/store');
  const seals = localSeals(await peopleSource(), 'people');
  return openWithSeals({ ...serverDatabase(), seals, systemUser: systemUserName() });
}

/** Writes the line of a backup into the audit. Throws when no key on this machine opens the key of the audit. */
async function recordBackup(line: CopyLine): Promise<void> {
  const store = await import('@rondo/store');
  const hasPeopleKey = databasePlace().peopleKey !== null;
  const seals = hasPeopleKey ? store.localSeals(await peopleSource(), 'people') : store.localSeals(await serverKey());
  await store.recordBackup(serverDatabase(), { seals, systemUser: systemUserName(), ...line, now: Date.now() });
}

/** Returns the source of the people key. */
async function peopleSource() {
  const { keySourceFrom } = await import('@rondo/store');
  const { homeFolder, peopleKey } = databasePlace();
  if (peopleKey === null) throw new Error('No setting names the people key.');
  return keySourceFrom({ kind: 'people', ...peopleKey, file: peopleKey.file ?? '', forbiddenFolders: [homeFolder] });
}

/** Opens the database of the server and another database of the installation. */
async function openServerMoves(targetUrl: string) {
  refuseUnsafe('--to', targetUrl);
  const { openMoves } = await import('@rondo/store');
  return openMoves({ source: serverDatabase(), targetUrl, masterKey: await serverKey(), systemUser: systemUserName() });
}

/** Returns the source of the master key of the server. */
async function serverKey() {
  const { keySourceFrom } = await import('@rondo/store');
  const { homeFolder, masterKeyText, masterKeyCommand } = databasePlace();
  return keySourceFrom({
    kind: 'master',
    value: masterKeyText,
    command: masterKeyCommand,
    file: path.join(`${homeFolder}.secrets`, 'master.key'),
    forbiddenFolders: [homeFolder],
  });
}

/** Returns the source of a new key in a file. The file may not be in the data folder. */
async function newKeySource(kind: KeyKind, file: string) {
  const { keySourceFrom } = await import('@rondo/store');
  return keySourceFrom({
    kind,
    value: undefined,
    command: undefined,
    file,
    forbiddenFolders: [databasePlace().homeFolder],
  });
}

/** Returns the database of the server. A running server keeps its lock of the data folder. Throws for a database on another machine without TLS. */
function serverDatabase(): DatabaseOptions {
  const { homeFolder, databaseUrl } = databasePlace();
  const log = { write: () => undefined };
  if (databaseUrl === undefined) return { dataFolder: homeFolder, isGuest: true, log };
  refuseUnsafe('DATABASE_URL', databaseUrl);
  return { databaseUrl, log };
}

/** Throws when the address is of a database on another machine without TLS. */
function refuseUnsafe(name: string, address: string): void {
  const problem = databaseProblem(name, address);
  if (problem !== null) throw new BadInput(problem);
}

/** Returns the place of a server that starts with these settings, and creates nothing. */
async function startPlace(trades: boolean): Promise<ServerPlace> {
  const { foreseenPlace } = await import('@rondo/store');
  const { homeFolder, databaseUrl } = databasePlace();
  return foreseenPlace(homeFolder, { isEmbedded: databaseUrl === undefined, trades });
}

/** Returns the clock of the exchange minus the clock of this machine in ms, or null when the exchange does not respond. */
async function exchangeDifference(): Promise<number | null> {
  const { siteOf } = await import('./restore/site-of.ts');
  const { measureClock } = await import('./doctor/measure-clock.ts');
  const place = exchangePlace();
  const site = siteOf(place)({ environment: place.isSandbox ? 'sandbox' : 'live', domain: 'global' });
  return site === null ? null : measureClock(site);
}

/**
 * Opens the database of the server with a signer of its own, and finds the place of this server and the addresses of its exchange. The process of the signer reads the master
 * key and opens the trading keys.
 */
async function openRestoredStore(): Promise<RestoreDatabase> {
  const { openServerStore: openWithSeals, serverPlace } = await import('@rondo/store');
  const { createToolSigner } = await import('@rondo/server/signer');
  const { siteOf } = await import('./restore/site-of.ts');
  const { openRestored } = await import('./restore/restored-store.ts');
  const { homeFolder, databaseUrl } = databasePlace();
  const place = await serverPlace(homeFolder, { isEmbedded: databaseUrl === undefined });
  const signer = createToolSigner({ ...signerPlace(), log: { write: writeProblem } });
  const opened = await openRestored(signer, (seals) =>
    openWithSeals({ ...serverDatabase(), seals, systemUser: systemUserName() }),
  );
  return { ...opened, place, siteOf: siteOf(exchangePlace()) };
}

/** Writes the log event of a problem of the signer for the person at the terminal. */
function writeProblem(level: string, event: string, fields: object = {}): void {
  if (level === 'error') process.stderr.write(`rondo: ${event} ${JSON.stringify(fields)}\n`);
}

/** Ends the ordered keys in a process of its own with the settings of the server, while no server runs. Returns the reason of a failure, or null. */
function revokeAlone(until: Promise<void>): Promise<string | null> {
  const own = fileURLToPath(import.meta.url);
  // In a release the server is a file beside this one.
  const program = own.endsWith('.ts')
    ? ['--import', 'tsx', fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))]
    : [path.join(path.dirname(own), `main${path.extname(own)}`)];
  const child = spawn(process.execPath, [...program, '--revoke-keys'], { stdio: ['ignore', 'ignore', 'inherit'] });
  void until.then(() => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0 ? null : 'the keys could not be ended'));
  });
}

/** Runs the script of `npm start`, which builds and runs the server. Returns the exit code of the script. */
function runServer(): Promise<number> {
  const script = fileURLToPath(new URL('../../../tools/start.mjs', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: 'inherit' });
  void stopped.then(() => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? exitCodes.failed));
  });
}

/** Calls `leave` when the parent process has ended. */
function whenOrphaned(leave: () => void): void {
  const parent = process.ppid;
  const lookEveryMs = 500;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    leave();
  }, lookEveryMs);
  timer.unref();
}
