// A child process that carries out orders. The bench runs the server and the exchange as two child processes.
import { fork, type ChildProcess } from 'node:child_process';
import { serverOptions } from '../../tools/deploy/server-options.mjs';

/** The functions of a child process by name. Inputs and results are copied between the processes. */
type Orders = Readonly<Record<string, (input: never) => unknown>>;
type Result<Of extends Orders, Name extends keyof Of> = Awaited<ReturnType<Of[Name]>>;

interface Question {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}
interface Reply {
  readonly id: number;
  readonly result: unknown;
  readonly error: string | null;
}

/** A running child process. */
export interface Child<Of extends Orders> {
  readonly pid: number;
  /** Calls a function of the child process. Rejects when the function fails or the process ends. */
  ask<Name extends keyof Of & string>(name: Name, ...input: Parameters<Of[Name]>): Promise<Result<Of, Name>>;
  /** Ends the process with a signal, and waits until it has ended. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** With the variable BENCH_PROFILE, each process writes its CPU profile into this folder when it ends by SIGTERM. */
const profiling =
  process.env['BENCH_PROFILE'] === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${process.env['BENCH_PROFILE']}`];

/** Starts a bundled file (bundle.ts) as a process. `setup` is its argument. */
export function startChild<Of extends Orders>(file: string, setup: unknown): Child<Of> {
  const child = fork(file, [JSON.stringify(setup)], {
    execArgv: ['--expose-gc', ...serverOptions, ...profiling],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  let asked = 0;
  child.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  child.once('exit', () => {
    for (const [id, complete] of waiting) complete({ id, result: null, error: `The process of ${file} has ended.` });
    waiting.clear();
  });
  return {
    pid: child.pid ?? 0,
    ask: (name, ...[input]) =>
      new Promise((resolve, reject) => {
        asked += 1;
        waiting.set(asked, ({ result, error }) =>
          // The child process returns the result of the function `name`.
          error === null ? resolve(result as Result<Of, typeof name>) : reject(new Error(`${file}: ${error}`)),
        );
        child.send({ id: asked, name, input } satisfies Question);
      }),
    end: (signal) => endOf(child, signal),
  };
}

function endOf(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

/** Replys the questions of the parent process. The process ends with its parent. */
export function serveOrders(orders: Orders): void {
  const functions = new Map(Object.entries(orders));
  process.once('disconnect', () => process.exit(0));
  process.once('SIGTERM', () => process.exit(0));
  process.on('message', ({ id, name, input }: Question) => {
    void call(functions.get(name), input)
      .then((result): Reply => ({ id, result, error: null }))
      .catch((error: unknown): Reply => ({ id, result: null, error: String(error) }))
      .then((reply) => process.send?.(reply));
  });
}

async function call(order: Orders[string] | undefined, input: unknown): Promise<unknown> {
  if (order === undefined) throw new Error('The function does not exist.');
  return order(input as never); // `ask` accepts only the input of the named function.
}

/** Returns the argument with which the process was started. */
export function setupOf<Setup>(): Setup {
  return JSON.parse(process.argv[2] ?? '{}') as Setup; // `startChild` wrote this text.
}

/** Processor time in ms and resident memory in bytes of this process. */
export function ownUsage(): { readonly cpuMs: number; readonly residentBytes: number } {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1_000, residentBytes: process.memoryUsage.rss() };
}
