// A worker of the sweep pool: walks one piece after the other over the shared candles.
import { parentPort, workerData as task } from 'node:worker_threads';
import { runSweep } from '@rondo/backtest';
import type { SweepAnswer, SweepPiece, SweepTask } from './sweep-messages.ts';

const { index, funding, cancelled } = task as SweepTask; // the pool starts this file with nothing else
const answer = (words: SweepAnswer): void => parentPort?.postMessage(words);

parentPort?.on('message', (piece: SweepPiece) => {
  const { rows } = runSweep(index.candles, piece.configs, {
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
