// Runs the signer as a child process and starts it again when it ends, or connects to a signer that runs as a unit of its own with another user, and connects again.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@rondo/engine/ports';
import type { KeyOptions } from '@rondo/store/secrets';
import { causeOf } from '../ops/log.ts';
import { findProjectRoot } from '../project-root.ts';
import { signerLimits } from './signer-limits.ts';
import type { SignerLine, SignerListener } from './signer-line.ts';
import { signerReplySchema, type OpeningLimits, type SignedTexts, type SignerReply } from './signer-messages.ts';
import { childPeer, socketPeer, type SignerPeer } from './serving/signer-peer.ts';

export interface SignerProcessOptions {
  /** The source from which the process reads its key itself. A signer behind a socket has an own source. */
  readonly key: KeyOptions;
  /** Whether the first process creates a key when there is none. */
  readonly mayCreate: boolean;
  /** The limits of the openings of keys, and the interval of their counts. */
  readonly openings: OpeningLimits;
  readonly signs: SignedTexts;
  /** The socket of a signer that runs as a unit of its own, or null for a child process. */
  readonly socket: string | null;
  /** The environment of the process. It contains no setting of Rondo. */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: Log;
}

/** There is no key, and none may be created. */
export class NoKey extends Error {}

/** The signer ended, or its socket was closed, before it had opened its key. */
class NotBegun extends Error {}

/** A signer that runs as a process. */
export interface SignerProcess extends SignerLine {
  /** Returns the id of the child process, or null while none is running. */
  pid(): number | null;
}

/** The state of the process. `up` is the process that works, and `last` is the process that was started last. */
interface Run {
  readonly options: SignerProcessOptions;
  readonly ended: AbortController;
  listener: SignerListener;
  up: SignerPeer | null;
  last: SignerPeer | null;
  restarts: number;
}

/** Starts the signer. Throws `NoKey`, or an error with a sentence for the operator when it cannot start or cannot open its key. */
export async function startSignerProcess(options: SignerProcessOptions): Promise<SignerProcess> {
  const listener = { reply: () => undefined, up: () => undefined };
  const run: Run = { options, ended: new AbortController(), listener, up: null, last: null, restarts: 0 };
  const first = await beginFirst(run);
  const running = keepRunning(run, first.end).catch((error: unknown) => {
    if (!run.ended.signal.aborted) options.log.write('error', 'signer.unwatched', { cause: causeOf(error) });
  });
  return {
    send: (message) => run.up?.send(message),
    listen: (next) => (run.listener = next),
    isUp: () => run.up !== null,
    restarts: () => run.restarts,
    pid: () => run.up?.pid ?? null,
    async stop() {
      run.ended.abort();
      run.last?.kill();
      await running;
    },
  };
}

/** Starts the first process. The unit of a signer may start later than its server, so the server waits for its socket. */
async function beginFirst(run: Run): ReturnType<typeof begin> {
  const { mayCreate, socket } = run.options;
  const startedAt = performance.now();
  for (;;) {
    try {
      return await begin(run, mayCreate);
    } catch (error) {
      const isLate = performance.now() - startedAt > signerLimits.startMs;
      if (socket === null || isLate || !(error instanceof NotBegun)) throw error;
      await wait(signerLimits.restartPauseMs);
    }
  }
}

/** Starts one process and waits until it has opened its key. Throws when it does not. */
async function begin(run: Run, mayCreate: boolean): Promise<{ readonly end: Promise<void> }> {
  const { log, key, openings, signs } = run.options;
  const peer = run.options.socket === null ? launch(run.options) : socketPeer(connect(run.options.socket));
  run.last = peer;
  await awaitBegin(peer, { key, mayCreate, openings, signs });
  peer.listen((message) => {
    const reply = signerReplySchema.safeParse(message);
    if (reply.success) run.listener.reply(reply.data);
    else log.write('error', 'signer.unreadable', {});
  });
  run.up = peer;
  return {
    end: peer.end.then((cause) => {
      run.up = null;
      if (!run.ended.signal.aborted) log.write('error', 'signer.ended', { cause });
    }),
  };
}

/** Starts the process again each time it ends: at once after a healthy run, and after growing pauses otherwise. Ends when the signer is stopped. */
async function keepRunning(run: Run, firstEnd: Promise<void>): Promise<void> {
  const { signal } = run.ended;
  let [end, pauseMs] = [firstEnd, 0];
  for (;;) {
    const startedAt = performance.now();
    await end;
    if (performance.now() - startedAt > signerLimits.healthyMs) pauseMs = 0;
    for (let next: { readonly end: Promise<void> } | null = null; next === null;) {
      if (signal.aborted) return;
      if (pauseMs > 0) await wait(pauseMs, undefined, { signal, ref: false });
      pauseMs = Math.min(Math.max(pauseMs * 2, signerLimits.restartPauseMs), signerLimits.restartPauseMaxMs);
      next = await beginAgain(run);
      end = next?.end ?? end;
    }
  }
}

/** Starts one process in the place of the one that ended. Returns the promise of its end in a record, or null when it did not start. */
async function beginAgain(run: Run): Promise<{ readonly end: Promise<void> } | null> {
  const { log } = run.options;
  try {
    const begun = await begin(run, false);
    run.restarts += 1;
    log.write('warn', 'signer.restarted', { restarts: run.restarts });
    run.listener.up();
    return begun;
  } catch (error) {
    if (!run.ended.signal.aborted) log.write('error', 'signer.notStarted', { cause: causeOf(error) });
    return null;
  }
}

function launch({ environment }: SignerProcessOptions): SignerPeer {
  const command = [process.execPath, ...programOf()];
  // The shell forbids core dumps and becomes the program: Node has no call that sets limits.
  const [program = '', ...args] =
    process.platform === 'win32' ? command : ['/bin/sh', '-c', 'ulimit -c 0; exec "$@"', 'sh', ...command];
  const child = spawn(program, args, {
    cwd: findProjectRoot(),
    env: { ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return childPeer(child);
}

/** Returns the arguments that start the signer. They name the built program when it is next to the built server, and the sources otherwise. */
function programOf(): readonly string[] {
  const built = path.join(path.dirname(process.argv[1] ?? ''), 'signer.js');
  const options = process.allowedNodeEnvironmentFlags.has('--disable-sigusr1') ? ['--disable-sigusr1'] : [];
  if (existsSync(built)) return [...options, built];
  return [...options, '--import', 'tsx', path.join(findProjectRoot(), 'apps', 'server', 'src', 'signer-main.ts')];
}

/** Waits until the process has opened its key. Ends a process that cannot open it. */
async function awaitBegin(
  peer: SignerPeer,
  options: Pick<SignerProcessOptions, 'key' | 'mayCreate' | 'openings' | 'signs'>,
): Promise<void> {
  const begun = new Promise<SignerReply | null>((resolve) => {
    peer.listen((message) => {
      const reply = signerReplySchema.safeParse(message);
      resolve(reply.success ? reply.data : null);
    });
  });
  peer.send({ kind: 'begin', id: 0, ...options });
  const stopping = new AbortController();
  const late = wait(signerLimits.startMs, 'it did not begin in time', { signal: stopping.signal }).catch(() => '');
  const first = await Promise.race([begun, peer.end, late]);
  stopping.abort();
  const begunReply = first !== null && typeof first === 'object' && first.kind === 'begun' ? first : null;
  if (begunReply?.hasKey === true) return;
  peer.kill();
  if (begunReply !== null) throw new NoKey('The signer did not start: there is no key.');
  if (typeof first === 'string') throw new NotBegun(`The signer did not start: ${first}.`);
  const cause = first?.kind === 'failed' ? first.cause : 'its reply is not readable';
  throw new Error(`The signer did not start: ${cause}.`);
}
