// Compares two runs of one seed, message by message.
import { markEvery } from '../checks/run-hash.ts';
import type { RunResult } from '../run.ts';

type Hashes = Pick<RunResult, 'fingerprint' | 'marks'>;

/** Returns a text that names the first thousand events in which the two runs differ. Returns nothing when their hashes are equal. */
export function differenceOf(first: Hashes, second: Hashes): readonly string[] {
  if (first.fingerprint === second.fingerprint) return [];
  const at = first.marks.findIndex((mark, index) => mark !== second.marks[index]);
  const end = (at < 0 ? first.marks.length + 1 : at + 1) * markEvery;
  return [`two runs of the seed differ in the ${markEvery} events that end with event ${end}`];
}
