// Reads the type and the size of a file.
import { statSync, type Stats } from 'node:fs';
import { BadInput, reasonOf } from '../command.ts';

/** Returns the `Stats` of a file or folder, or undefined when it does not exist. Throws `BadInput` when the system refuses the name. */
export function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    throw new BadInput(`${file}: cannot be opened: ${reasonOf(error)}`);
  }
}
