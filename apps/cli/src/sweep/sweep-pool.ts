// A pool of worker threads for sweeps. The threads share the candles. Each thread simulates one piece of the configurations after another.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import {
  shareColumns,
  type BacktestConfig,
  type CandleColumns,
  type FundingRate,
  type SweepResult,
  type SweepRow,
} from '@rondo/backtest';
import { maxSweepPiece } from '../limits.ts';
import type { SweepReply, SweepPiece, SweepTask } from './sweep-messages.ts';

/** `workers` is the number of threads; the default is one per core. */
export type SweepPoolOptions = { readonly funding?: readonly FundingRate[]; readonly workers?: number };

/** `onProgress` receives the finished part of the sweep, from 0 to 1. `signal` cancels the sweep. */
export type PoolSweepOptions = { readonly onProgress?: (done: number) => void; readonly signal?: AbortSignal };

/** A pool of threads that remain available between sweeps over the same candles. Only one sweep may run at a time. */
export type SweepPool = {
  readonly workers: number;
  readonly sweep: (configs: readonly BacktestConfig[], options?: PoolSweepOptions) => Promise<SweepResult>;
  readonly close: () => Promise<void>;
};

/** Starts the threads. When a thread fails, the running sweep fails. */
export async function openSweepPool(candles: CandleColumns, options: SweepPoolOptions = {}): Promise<SweepPool> {
  const { funding = [], workers = availableParallelism() } = options;
  const cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const task: SweepTask = { candles: shareColumns(candles), funding, cancelled };
  const threads = await Promise.all(Array.from({ length: workers }, () => startThread(task)));
  return {
    workers,
    async sweep(configs, { onProgress, signal } = {}) {
      Atomics.store(cancelled, 0, signal?.aborted === true ? 1 : 0);
      const cancel = (): void => void Atomics.store(cancelled, 0, 1);
      signal?.addEventListener('abort', cancel, { once: true });
      try {
        const pieces = piecesOf(configs, workers);
        const report = progressOf(configs.length, threads.length, onProgress);
        const parts = await Promise.all(
          threads.map((thread, place) => drain(thread, pieces, (done) => report(place, done))),
        );
        if (Atomics.load(cancelled, 0) === 1) return { isCancelled: true, rows: [] };
        return { isCancelled: false, rows: parts.flat().toSorted((a, b) => a.config - b.config) };
      } finally {
        signal?.removeEventListener('abort', cancel);
      }
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}

async function startThread(task: SweepTask): Promise<Worker> {
  const thread = new Worker(new URL('./sweep-worker.mjs', import.meta.url), { workerData: task });
  await nextReply(thread, (reply) => (reply.kind === 'ready' ? true : undefined));
  return thread;
}

/**
 * Divides the configurations into pieces. With small pieces, all threads have work until the end of the sweep. With
 * large pieces, many bots share a block of candles in the cache.
 */
function piecesOf(configs: readonly BacktestConfig[], workers: number): SweepPiece[] {
  const size = Math.max(1, Math.min(maxSweepPiece, Math.ceil(configs.length / (workers * 4))));
  const count = Math.ceil(configs.length / size);
  return Array.from({ length: count }, (_, place) => ({
    first: place * size,
    configs: configs.slice(place * size, (place + 1) * size),
  }));
}

/** Sends pieces to the thread until no piece is left. Reports the number of configurations that the thread has finished. */
async function drain(
  thread: Worker,
  pieces: SweepPiece[],
  report: (done: number) => void,
): Promise<readonly SweepRow[]> {
  const rows: SweepRow[] = [];
  let walked = 0;
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
    const { configs } = piece;
    thread.postMessage(piece);
    const received = await nextReply(thread, (reply) => {
      if (reply.kind === 'progress') report(walked + reply.done * configs.length);
      return reply.kind === 'rows' ? reply.rows : undefined;
    });
    // A reply without rows means that the sweep was cancelled, so the other pieces are not needed.
    if (received.length === 0) return rows;
    walked += configs.length;
    report(walked);
    rows.push(...received);
  }
  return rows;
}

/** Waits for the first reply for which `take` returns a value, and returns this value. */
function nextReply<T>(thread: Worker, take: (reply: SweepReply) => T | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      thread.off('message', onMessage);
      thread.off('error', fail);
      thread.off('exit', end);
    };
    const onMessage = (reply: SweepReply): void => {
      const taken = take(reply);
      if (taken === undefined) return;
      stop();
      resolve(taken);
    };
    const fail = (error: Error): void => {
      stop();
      reject(error);
    };
    const end = (code: number): void => fail(new Error(`a sweep thread ended with code ${code}`));
    thread.on('message', onMessage);
    thread.once('error', fail);
    thread.once('exit', end);
  });
}

function progressOf(
  total: number,
  threads: number,
  onProgress: PoolSweepOptions['onProgress'],
): (place: number, done: number) => void {
  const walked = new Float64Array(threads);
  return (place, done) => {
    walked[place] = done;
    onProgress?.(walked.reduce((sum, each) => sum + each, 0) / total);
  };
}
