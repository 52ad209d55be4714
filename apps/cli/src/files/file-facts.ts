// Reads the facts of a file by its name, and refuses a name that cannot be read.
import { statSync, type Stats } from 'node:fs';
import { BadInput, reasonOf } from '../command.ts';

/** The facts of a file or folder; undefined when there is none. A name that cannot be read is refused. */
export function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    throw new BadInput(`${file}: cannot be opened: ${reasonOf(error)}`);
  }
}
