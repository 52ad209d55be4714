// A worker of the sweep pool: simulates one piece of configurations after another on the shared candles.
import { parentPort, workerData as task } from 'node:worker_threads';
import { indexCandles, runSweep } from '@rondo/backtest';
import type { SweepReply, SweepPiece, SweepTask } from './sweep-messages.ts';

const { candles, funding, cancelled } = task as SweepTask; // the cast is safe because `startThread` of sweep-pool.ts starts this file with a `SweepTask`
const index = indexCandles(candles);
const reply = (message: SweepReply): void => parentPort?.postMessage(message);

parentPort?.on('message', (piece: SweepPiece) => {
  const { rows } = runSweep(candles, piece.configs, {
    index,
    ...(funding.length === 0 ? {} : { funding }),
    mayContinue: (done) => {
      reply({ kind: 'progress', done });
      return Atomics.load(cancelled, 0) === 0;
    },
  });
  reply({ kind: 'rows', rows: rows.map((row) => ({ ...row, config: row.config + piece.first })) });
});
reply({ kind: 'ready' });
