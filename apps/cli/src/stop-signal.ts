// The stop of a command by its user, as a signal for the code that does the work.
import type { CommandContext } from './command.ts';

/** Returns a signal that is aborted when the user stops the command. `reason` is the error that the stopped work throws. */
export function stopSignal({ stopped }: Pick<CommandContext, 'stopped'>, reason?: Error): AbortSignal {
  const end = new AbortController();
  void stopped.then(() => end.abort(reason));
  return end.signal;
}
