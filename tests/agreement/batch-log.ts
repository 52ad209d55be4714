// The log of the finished batches of `npm run agree`. It has one line per batch, so that an interrupted run can continue.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { BatchResult, BatchName } from './batches.ts';

const file = path.resolve(import.meta.dirname, '../../.cache/agree.jsonl');

/** The result of each finished batch. A result over all candles replaces a result over a part of the candles. */
export type BatchLog = {
  readonly find: (batch: BatchName) => BatchResult | undefined;
  readonly add: (result: BatchResult) => void;
};

/** Opens the log. When `resumes` is false, deletes the results of an earlier run. */
export function openBatchLog(resumes: boolean): BatchLog {
  if (!resumes) rmSync(file, { force: true });
  mkdirSync(path.dirname(file), { recursive: true });
  const results = new Map<string, BatchResult>();
  const keep = (result: BatchResult): void => void results.set(keyOf(result), result);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  // The last line may be incomplete after an interruption.
  for (const line of lines) if (line.endsWith('}')) keep(JSON.parse(line) as BatchResult); // The method `add` has written this line.
  return {
    find(batch) {
      const result = results.get(keyOf(batch));
      return batch.isWhole && result?.isWhole === false ? undefined : result;
    },
    add(result) {
      keep(result);
      appendFileSync(file, `${JSON.stringify(result)}\n`);
    },
  };
}

function keyOf({ series, first, count }: BatchName): string {
  return `${series} ${first} ${count}`;
}
