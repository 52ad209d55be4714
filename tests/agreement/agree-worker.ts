// The code of a thread of `npm run agree`. The thread runs one batch after the other.
import { parentPort } from 'node:worker_threads';
import { runBatch, seriesNamed, type Batch } from './batches.ts';
import type { Series } from './series.ts';

let series: Series | null = null;

parentPort?.on('message', (batch: Batch) => {
  if (series?.name !== batch.series) series = seriesNamed(batch.series);
  parentPort?.postMessage(runBatch(series, batch));
});
