// Files with secret keys: a new file that only its owner can read, and the text of an existing file.
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { BadInput, reasonOf } from '../command.ts';

/** Writes a new file with mode 0600. Throws `BadInput` when the file exists or cannot be written. */
export function writeSecret(file: string, text: string): void {
  try {
    const handle = openSync(file, 'wx', 0o600);
    try {
      writeSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw new BadInput(`${file}: cannot be written: ${reasonOf(error)}`);
  }
}

/** Returns the text of a file. Throws `BadInput` when the file cannot be read. */
export function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new BadInput(`${file}: cannot be read: ${reasonOf(error)}`);
  }
}
