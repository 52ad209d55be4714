// Runs `rondo` for the tests of this folder, as a child process or in the process of the test. A test can stop a
// command that runs in the process of the test.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { backtestCommand } from '../src/commands/backtest.ts';
import { candlesCommand } from '../src/commands/candles.ts';
import { signalsCommand } from '../src/commands/signals.ts';
import { sweepCommand } from '../src/commands/sweep.ts';
import { runCommand } from '../src/run-command.ts';

const repository = path.resolve(import.meta.dirname, '../../..');

/** The exit code and the output of a run. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** `stdout` is the output stream of the child process: a pipe, or the descriptor of an open file. `settings` are added to the environment. */
interface ChildOptions {
  readonly stdout?: 'pipe' | number;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Runs the command from its sources in a child process. */
export function runChild(
  folder: string,
  args: readonly string[],
  { stdout = 'pipe', settings = {} }: ChildOptions = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(repository, 'tools', 'rondo.mjs'), ...args], {
      cwd: folder,
      env: { ...process.env, INIT_CWD: folder, ...settings },
      stdio: ['pipe', stdout, 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout?.on('data', (text) => void (out += String(text)));
    child.stderr?.on('data', (text) => void (err += String(text)));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? -1, out, err }));
  });
}

/** Runs the command in this process. The promise `stopped` ends the command. `onErr` receives the texts of the error stream. */
export async function runHere(
  folder: string,
  args: readonly string[],
  { stopped = new Promise<void>(() => undefined), onErr = (_text: string): void => undefined } = {},
): Promise<Ran> {
  let [out, err] = ['', ''];
  const terminal = {
    out: (text: string) => void (out += text),
    err: (text: string) => {
      err += text;
      onErr(text);
    },
  };
  const commands = [backtestCommand, candlesCommand(path.join(folder, 'stored')), signalsCommand, sweepCommand];
  const code = await runCommand(commands, args, { folder, stopped, terminal });
  return { code, out, err };
}

/** Creates a temporary folder for one test. Returns the folder and the function that removes the folder. */
export function newFolder(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'rondo-cli-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
