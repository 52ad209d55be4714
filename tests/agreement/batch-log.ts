// What `npm run agree` has walked so far, one line a batch, so that an interrupted run goes on where it was.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { BatchAnswer, BatchName } from './batches.ts';

const file = path.resolve(import.meta.dirname, '../../.cache/agree.jsonl');

/** Answers by batch; one over all candles replaces one over a stretch. */
export type BatchLog = {
  readonly find: (batch: BatchName) => BatchAnswer | undefined;
  readonly add: (answer: BatchAnswer) => void;
};

/** Opens the log, empty unless the run resumes an earlier one. */
export function openBatchLog(resumes: boolean): BatchLog {
  if (!resumes) rmSync(file, { force: true });
  mkdirSync(path.dirname(file), { recursive: true });
  const answers = new Map<string, BatchAnswer>();
  const keep = (answer: BatchAnswer): void => void answers.set(keyOf(answer), answer);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  // The last line may have been cut short.
  for (const line of lines) if (line.endsWith('}')) keep(JSON.parse(line) as BatchAnswer); // written by `add`
  return {
    find(batch) {
      const answer = answers.get(keyOf(batch));
      return batch.isWhole && answer?.isWhole === false ? undefined : answer;
    },
    add(answer) {
      keep(answer);
      appendFileSync(file, `${JSON.stringify(answer)}\n`);
    },
  };
}

function keyOf({ series, first, count }: BatchName): string {
  return `${series} ${first} ${count}`;
}
