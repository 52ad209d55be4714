// Closes the components of the server in the reverse order of their creation.
import { causeOf } from './log.ts';

/** A component and the function that closes it. */
export interface ShutdownStep {
  readonly name: string;
  close(): Promise<void>;
}

/** Closes every component, the newest first. When a component fails to close, the error is written to standard error and the next component is closed. */
export async function shutDown(steps: readonly ShutdownStep[]): Promise<void> {
  for (const step of steps.toReversed()) {
    try {
      await step.close();
    } catch (error) {
      process.stderr.write(`${step.name} did not end cleanly: ${causeOf(error)}\n`);
    }
  }
}
