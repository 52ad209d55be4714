// Ends the parts of the world in the reverse order of their making; one that fails does not keep the others.
import { causeOf } from './log.ts';

export interface Closing {
  readonly name: string;
  close(): Promise<void>;
}

/** Closes everything, newest first; failures are said on standard error. */
export async function takeDown(closings: readonly Closing[]): Promise<void> {
  for (const closing of closings.toReversed()) {
    try {
      await closing.close();
    } catch (error) {
      process.stderr.write(`${closing.name} did not end cleanly: ${causeOf(error)}\n`);
    }
  }
}
