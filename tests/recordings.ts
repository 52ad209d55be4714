// Where the recorded markets and messages are that some tests read; they are no part of the project.
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of the recordings: RONDO_TEST_DATA, or `../shared/data` beside the project. */
export const recordedFolder = path.resolve(
  import.meta.dirname,
  '..',
  process.env['RONDO_TEST_DATA'] ?? '../shared/data',
);

/** The folder that holds the recordings and, beside them, the worked examples, which name their candles from here. */
export const sharedFolder = path.dirname(recordedFolder);

/** True when a file or folder of recordings is there; says aloud what is skipped when it is not. */
export function isRecorded(place: string): boolean {
  const isThere = existsSync(place);
  if (!isThere) process.stderr.write(`SKIPPED: ${place} is missing; set RONDO_TEST_DATA to the recorded data\n`);
  return isThere;
}
