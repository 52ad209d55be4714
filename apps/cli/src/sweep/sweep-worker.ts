// A worker of the sweep pool: walks one piece after the other over the shared candles.
import { parentPort, workerData as task } from 'node:worker_threads';
import { indexCandles, runSweep } from '@rondo/backtest';
import type { SweepAnswer, SweepPiece, SweepTask } from './sweep-messages.ts';

const { candles, funding, cancelled } = task as SweepTask; // the pool starts this file with nothing else
const index = indexCandles(candles);
const answer = (words: SweepAnswer): void => parentPort?.postMessage(words);

parentPort?.on('message', (piece: SweepPiece) => {
  const { rows } = runSweep(candles, piece.configs, {
    index,
    ...(funding.length === 0 ? {} : { funding }),
    mayContinue: (done) => {
      answer({ kind: 'progress', done });
      return Atomics.load(cancelled, 0) === 0;
    },
  });
  answer({ kind: 'rows', rows: rows.map((row) => ({ ...row, config: row.config + piece.first })) });
});
answer({ kind: 'ready' });
