// Reads the messages that PostgreSQL copies to a client over the replication protocol.
import { setTimeout as wait } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { copyMessages, replicationStallMs } from '../../limits.ts';

/** How long a message may take, and the signal that ends the copy. */
interface CopyOptions {
  readonly stallMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Yields each message of the copy. Throws when the server sends nothing for a minute, the error of the connection, and the reason of the signal.
 *
 * The stream joins messages when they are read with `read()`, so they are taken as they arrive, and the stream is paused while many wait. The driver pauses its socket when
 * the stream is full and can leave it paused (issues 499 and 917 of the driver). `_read` of its stream only resumes the socket, so it is called whenever no message waits.
 */
export async function* copiedMessages(
  stream: Readable,
  { stallMs = replicationStallMs, signal = new AbortController().signal }: CopyOptions = {},
): AsyncGenerator<Buffer> {
  const waiting: Buffer[] = [];
  let end: { readonly error: unknown } | null = null;
  let wake = (): void => undefined;
  const finish = (error: unknown): void => {
    end ??= { error };
    wake();
  };
  const keep = (message: Buffer): void => {
    waiting.push(message);
    if (waiting.length >= copyMessages) stream.pause();
    wake();
  };
  stream.on('data', keep);
  stream.once('end', () => finish(null));
  stream.once('error', finish);
  const lose = (): void => finish(new Error('PostgreSQL has closed the connection.'));
  stream.once('close', lose);
  if (stream.destroyed) finish(stream.errored ?? new Error('PostgreSQL has closed the connection.'));
  const abort = (): void => finish(signal.reason);
  signal.addEventListener('abort', abort);
  const finished = (): typeof end => end;
  try {
    for (;;) {
      signal.throwIfAborted();
      const message = waiting.shift();
      if (message !== undefined) {
        yield message;
        continue;
      }
      const ended = finished();
      if (ended?.error === null) return;
      if (ended !== null) throw ended.error;
      const next = new Promise<void>((resolve) => void (wake = resolve));
      if (resumeSocket(stream)) stream.resume();
      else lose();
      if (waiting.length === 0 && finished() === null) await withTimeout(next, stallMs);
    }
  } finally {
    signal.removeEventListener('abort', abort);
    // What still arrives is discarded. The server waits for a reader of its copy even after the end of the connection, and blocks each deletion of a database meanwhile.
    stream.off('data', keep);
    stream.resume();
    resumeSocket(stream);
  }
}

/** Returns false when the connection was lost: the driver then has no socket, and `_read` throws. */
function resumeSocket(stream: Readable): boolean {
  try {
    stream._read(0);
    return true;
  } catch {
    return false;
  }
}

/** Returns the value of the promise. Throws when it takes longer than `ms`. */
export async function withTimeout<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  const timer = new AbortController();
  const late = wait(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(
      `PostgreSQL has sent nothing for ${Math.round(ms / 1_000)} s. Check the connection to it and start again.`,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    timer.abort();
    late.catch(() => undefined); // The ended timer rejects.
  }
}
