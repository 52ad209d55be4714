// The folders of the recorded markets and messages that some tests read. The recordings are not part of the project.
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of the recordings: the value of RONDO_TEST_DATA, or `../shared/data` next to the folder of the project. */
export const recordedFolder = path.resolve(
  import.meta.dirname,
  '..',
  process.env['RONDO_TEST_DATA'] ?? '../shared/data',
);

/** The folder of the recordings and of the worked examples. The examples contain paths of candle files relative to this folder. */
export const sharedFolder = path.dirname(recordedFolder);

/** Returns true when a file or folder of recordings exists. Otherwise writes a warning to stderr and returns false. */
export function isRecorded(place: string): boolean {
  const isThere = existsSync(place);
  if (!isThere) process.stderr.write(`SKIPPED: ${place} is missing; set RONDO_TEST_DATA to the recorded data\n`);
  return isThere;
}
